/** The daemon's own wiring over the table with one more row: `daemon.ts HOME`. */
import './row.ts';

const { startDaemon } = await import('../../src/daemon/main.ts');
const started = await startDaemon({ home: process.argv[2] ?? '', port: 0, empty: true });
if (!started.ok || started.value.kind !== 'started') throw new Error(JSON.stringify(started));
const { daemon } = started.value;
console.log(JSON.stringify(daemon.info));
process.once('SIGTERM', () => void daemon.close());
