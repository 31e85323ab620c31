/**
 * Runs inside the jail as the agent's MCP server over stdio. It only carries bytes between its own standard streams and
 * the run's socket, which is the credential: no port, no token. Self-contained plain JavaScript.
 *
 *   node shim.mjs <socket>
 */
import { connect } from 'node:net';

const socket = connect({ path: process.argv[2] ?? '' });
process.stdin.pipe(socket);
socket.pipe(process.stdout);
socket.on('error', (error) => {
  process.stderr.write(`shim: ${error.message}\n`);
  process.exit(1);
});
// The run is over, or the daemon is gone: the agent is told by the end of its server.
socket.on('close', () => process.exit(0));
process.stdout.on('error', () => process.exit(0));
