/**
 * Codex by `codex-acp` (2.6.0 tried). Its shell cannot be taken away, and its own bubblewrap cannot run inside ours
 * ("setting up uid map: Operation not permitted"): so its sandbox is off and our jail holds every mode. Its mode
 * `agent` is avoided: there a model reviews the worker's tools and fails closed.
 *
 * In its other modes it asks before every tool that says `readOnlyHint: false`. The worker's tools say true
 * (`daemon/mcp/build.ts`), and full access asks nothing: either is enough.
 */
import { type AgentBase, byJail } from './base.ts';

const fullAccess = { shell: true, env: { INITIAL_AGENT_MODE: 'agent-full-access' } };

export const codex: AgentBase = {
  id: 'codex',
  title: 'Codex',
  program: 'codex-acp',
  realProgram: null,
  args: [],
  versionArgs: null,
  // Under /tmp Codex's helper is not found ("execvp codex-linux-sandbox"): the home lies in the runner's own folder.
  env: { CODEX_HOME: '{home}/.codex' },
  credentials: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
  files: { '.codex/config.toml': 'check_for_update_on_startup = false\n[analytics]\nenabled = false\n' },
  modelHosts: ['api.openai.com:443', 'chatgpt.com:443', 'auth.openai.com:443'],
  modes: {
    think: byJail('the jail hides the project; its shell stays', fullAccess),
    analyze: byJail('the jail shows the project read-only; its shell stays', fullAccess),
    work: byJail('the jail shows only the worktree; its own sandbox is off', fullAccess),
  },
  modelArgs: null,
  // The thinking level is part of the model's name (`gpt-x[high]`).
  honours: { model: true, thinking: true, proxy: true },
  usage: { tokens: 'turn', cost: 'none' },
  deadlines: {},
  joinEnv: null,
};
