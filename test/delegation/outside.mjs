/** The same steps outside of every jail: the control of jail.test.ts. Prints what an agent would have said. */
import { steps } from '../rigs/acp-agent/steps.mjs';

/** @type {[string, ...any[]][]} */
const script = JSON.parse(process.argv[2] ?? '[]');
const turn = /** @type {any} */ ({
  update: async (/** @type {any} */ { content }) => void process.stdout.write(content.text),
});
for (const [name, ...args] of script) await steps[name]?.(turn, ...args);
