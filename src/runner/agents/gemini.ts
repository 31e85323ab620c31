/**
 * Gemini CLI (0.61.0 tried). An allow-list of its tools (`tools.core`) and its mode `plan` take the worker's tools
 * away too, so its tools stay and the jail holds think and analyze. It leaves processes behind when its input closes.
 */
import { type AgentBase, byJail, byTools } from './base.ts';

const settings = {
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
  general: { enableAutoUpdate: false, disableAutoUpdate: true },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};

export const gemini: AgentBase = {
  id: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  realProgram: null,
  args: ['--acp'],
  versionArgs: ['--version'],
  env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  credentials: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  files: { '.gemini/settings.json': JSON.stringify(settings) },
  modelHosts: ['generativelanguage.googleapis.com:443', 'cloudcode-pa.googleapis.com:443', 'oauth2.googleapis.com:443'],
  modes: {
    think: byJail('the jail hides the project; its tools stay and are refused when it asks', { shell: false }),
    analyze: byJail('the jail shows the project read-only; writes and commands are refused when it asks', {
      shell: false,
    }),
    work: byTools('edits and commands ask', { shell: true }),
  },
  // In one word: a model that looks like a flag stays a model.
  modelArgs: ['--model={model}'],
  honours: { model: true, thinking: false, proxy: true },
  usage: { tokens: 'none', cost: 'none' },
  deadlines: {},
  joinEnv: null,
};
