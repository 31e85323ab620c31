/**
 * opencode (1.18.33 tried). Denied tools vanish from the model's list. `OPENCODE_PERMISSION` is merged last and deeply
 * over every other configuration, and later rules win: so each tool is named, not only `*`, or an `allow` of a person's
 * (or project's) configuration would live on beside our `*: deny`.
 */
import { type AgentBase, byTools } from './base.ts';

const TOOLS = [
  'read',
  'grep',
  'glob',
  'list',
  'edit',
  'write',
  'patch',
  'bash',
  'task',
  'skill',
  'lsp',
  'question',
  'plan_enter',
  'plan_exit',
  'todowrite',
  'todoread',
  'webfetch',
  'websearch',
  'codesearch',
  'external_directory',
  'doom_loop',
];

function permissions(fallback: 'deny' | 'allow', rules: Readonly<Record<string, string>>): string {
  const all = Object.fromEntries(TOOLS.map((tool) => [tool, fallback]));
  // The worker's tools come last: they stay in every mode.
  return JSON.stringify({ '*': fallback, ...all, ...rules, 'tandem_*': 'allow' });
}

// A project's own configuration could bring tools and programs; where only reading is meant, it is not read.
const ownConfig = { OPENCODE_DISABLE_PROJECT_CONFIG: '1' };

export const opencode: AgentBase = {
  id: 'opencode',
  title: 'opencode',
  program: 'opencode',
  realProgram: `../opencode-${process.platform}-${process.arch}/bin/opencode`,
  args: ['acp', '--pure', '--cwd', '{cwd}'],
  versionArgs: ['--version'],
  env: {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_SHARE: '1',
    OPENCODE_DISABLE_CLAUDE_CODE: '1',
  },
  credentials: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY', 'OPENCODE_API_KEY'],
  files: {},
  modelHosts: ['opencode.ai:443', 'api.anthropic.com:443', 'api.openai.com:443', 'openrouter.ai:443'],
  modes: {
    think: byTools('every tool of its own is denied', {
      env: { ...ownConfig, OPENCODE_PERMISSION: permissions('deny', {}) },
    }),
    analyze: byTools('only read, grep, glob and list are allowed', {
      env: {
        ...ownConfig,
        OPENCODE_PERMISSION: permissions('deny', { read: 'allow', grep: 'allow', glob: 'allow', list: 'allow' }),
      },
    }),
    work: byTools('edits and commands ask; the web and subagents are denied', {
      shell: true,
      env: {
        OPENCODE_PERMISSION: permissions('allow', {
          edit: 'ask',
          bash: 'ask',
          external_directory: 'deny',
          webfetch: 'deny',
          websearch: 'deny',
          codesearch: 'deny',
          // A subagent's permission request can hang its prompt for ever (opencode PR 37902).
          task: 'deny',
          question: 'deny',
        }),
      },
    }),
  },
  modelArgs: null,
  honours: { model: true, thinking: false, proxy: true },
  // Measured: 1006 tokens told for a turn of three calls.
  usage: { tokens: 'last_call', cost: 'cumulative' },
  deadlines: {},
  joinEnv: (env) => (env.OPENCODE_CONFIG_CONTENT === undefined ? env : { ...env, ...withoutRules(env) }),
};

const ruleKeys = new Set(['permission', 'tools', 'agent', 'mode', 'share', 'autoupdate']);

/** A person's configuration may choose providers and models; what decides on tools is the mode's. */
function withoutRules(env: Readonly<Record<string, string>>): Record<string, string> {
  try {
    const config: unknown = JSON.parse(env.OPENCODE_CONFIG_CONTENT ?? '');
    if (config === null || typeof config !== 'object') return {};
    const kept = Object.entries(config).filter(([key]) => !ruleKeys.has(key));
    return { OPENCODE_CONFIG_CONTENT: JSON.stringify(Object.fromEntries(kept)) };
  } catch {
    // JSON with comments, perhaps: dropped whole, since what it decides cannot be seen.
    return { OPENCODE_CONFIG_CONTENT: '{}' };
  }
}
