/**
 * Runs inside the jail, started by node. Gives the agent its one way out: an HTTP proxy on the jail's own loopback whose
 * bytes go to the relay's socket, and the ports of loopback models, which keep their number. Then starts the agent and
 * ends with its code. It decides nothing: what is reachable is the relay's to say, outside.
 *
 * Self-contained plain JavaScript: in the jail there is this file and Node.
 *
 *   node launcher.mjs --relay <socket> [--keep <port>]... -- <program> [argument]...
 */
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { constants } from 'node:os';

const { relay, kept, argv } = readArguments(process.argv.slice(2));
// First, so that the proxy's own port, which is drawn, cannot be one of them.
for (const port of kept) {
  const forward = (/** @type {import('node:net').Socket} */ client) => keepPort(client, port);
  await listen(port, '127.0.0.1', forward);
  // "localhost" may mean ::1 to an agent; a jail without IPv6 has only the other.
  await listen(port, '::1', forward).catch(() => {});
}
const proxyPort = await listen(0, '127.0.0.1', (client) => join(client, connect({ path: relay, allowHalfOpen: true })));
start();

/** @param {string[]} words */
function readArguments(words) {
  const end = words.indexOf('--');
  const options = words.slice(0, end === -1 ? 0 : end);
  const argv = words.slice(end + 1);
  let relay = '';
  /** @type {number[]} */
  const kept = [];
  for (let at = 0; at < options.length; at += 2) {
    const value = options[at + 1] ?? '';
    if (options[at] === '--relay') relay = value;
    else if (options[at] === '--keep') kept.push(Number(value));
    else fail(`unknown option ${options[at]}`);
  }
  if (relay === '' || argv.length === 0) fail('usage: --relay <socket> [--keep <port>]... -- <program>...');
  return { relay, kept, argv };
}

/**
 * @param {number} port
 * @param {string} host
 * @param {(client: import('node:net').Socket) => void} accept
 * @returns {Promise<number>}
 */
function listen(port, host, accept) {
  return new Promise((resolve, reject) => {
    const server = createServer({ allowHalfOpen: true }, accept);
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    });
  });
}

/**
 * Bytes both ways; either's end ends the other.
 * @param {import('node:net').Socket} client
 * @param {import('node:net').Socket} relaySocket
 */
function join(client, relaySocket) {
  for (const [one, other] of [
    [client, relaySocket],
    [relaySocket, client],
  ]) {
    one?.on('error', () => other?.destroy());
    one?.on('close', () => other?.destroy());
    if (one && other) one.pipe(other);
  }
}

/**
 * A loopback model is one more name at the relay; the agent does not know that there is a proxy between.
 * @param {import('node:net').Socket} client
 * @param {number} port
 */
function keepPort(client, port) {
  const relaySocket = connect({ path: relay, allowHalfOpen: true });
  let head = Buffer.alloc(0);
  relaySocket.on('error', () => client.destroy());
  client.on('error', () => relaySocket.destroy());
  relaySocket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  relaySocket.on('data', onHead);

  /** @param {Buffer} chunk */
  function onHead(chunk) {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1 && head.length < 8192) return;
    relaySocket.off('data', onHead);
    relaySocket.pause();
    if (!head.toString('latin1').startsWith('HTTP/1.1 200 ')) {
      client.destroy();
      relaySocket.destroy();
      return;
    }
    const rest = head.subarray(end + 4);
    if (rest.length > 0) relaySocket.unshift(rest);
    join(client, relaySocket);
  }
}

function start() {
  const proxy = `http://127.0.0.1:${proxyPort}`;
  const direct = 'localhost,127.0.0.1,::1';
  const [file = '', ...args] = argv;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  // Before the agent: it may be up, and asked to end, before this process runs again.
  for (const name of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'])) {
    process.on(name, () => child?.kill(name));
  }
  child = spawn(file, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      HTTPS_PROXY: proxy,
      https_proxy: proxy,
      ALL_PROXY: proxy,
      all_proxy: proxy,
      NO_PROXY: direct,
      no_proxy: direct,
      // Node's own fetch heeds the proxy only when told (22.21 and 24 on).
      NODE_USE_ENV_PROXY: '1',
    },
  });
  child.on('error', (error) => fail(`${file} did not start: ${error.message}`));
  // A shell's way to say that a signal ended it.
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
}

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`launcher: ${message}\n`);
  process.exit(127);
}
