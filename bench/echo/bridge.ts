/** The stdio bridge's own wiring over the table with one more row: `bridge.ts HOME`. */
import './row.ts';

const { runBridge } = await import('../../src/daemon/bridge.ts');
await runBridge({ home: process.argv[2] ?? '', label: 'bench' });
process.exit(0);
