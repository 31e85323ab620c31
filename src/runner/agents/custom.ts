/** A person's own program that speaks ACP on its standard streams. We know nothing of its tools: the jail holds it. */
import { type AgentBase, byJail } from './base.ts';

export const custom: AgentBase = {
  id: 'custom',
  title: 'Own program',
  program: null,
  realProgram: null,
  args: [],
  // Asking an unknown program for its version would be running it for something nobody granted.
  versionArgs: null,
  env: {},
  credentials: [],
  files: {},
  modelHosts: [],
  modes: {
    think: byJail('the jail hides the project'),
    analyze: byJail('the jail shows the project read-only'),
    work: byJail('the jail shows only the worktree'),
  },
  modelArgs: null,
  honours: { model: true, thinking: true, proxy: false },
  // As the protocol's text says.
  usage: { tokens: 'turn', cost: 'cumulative' },
  deadlines: {},
  joinEnv: null,
};
