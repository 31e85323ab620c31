/**
 * oh-my-pi (18.2.3 tried). Flags that choose tools go before `acp`. Over ACP it asks for commands, not for writes; with
 * `--approval-mode always-ask` it denies writes and the worker's tools without asking anybody.
 */
import { type AgentBase, byTools } from './base.ts';

export const omp: AgentBase = {
  id: 'omp',
  title: 'oh-my-pi',
  program: 'omp',
  realProgram: null,
  args: ['acp'],
  versionArgs: ['--version'],
  env: {
    PI_CODING_AGENT_DIR: '{home}/.omp/agent',
    // A tool that waits for a person would be cut after 30 s; progress does not help.
    OMP_MCP_TIMEOUT_MS: '0',
  },
  credentials: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY', 'GEMINI_API_KEY'],
  // With xdev the worker's tools hide behind `xd://` devices and the model never sees them: a person's own file has to
  // keep that line.
  files: { '.omp/agent/config.yml': 'startup:\n  checkUpdate: false\ntools:\n  xdev: false\n' },
  modelHosts: ['api.anthropic.com:443', 'api.openai.com:443', 'openrouter.ai:443'],
  modes: {
    think: byTools('it is started without any tool of its own', { before: ['--no-tools', '--no-lsp'] }),
    analyze: byTools('it is started with read, grep and glob alone', {
      before: ['--tools', 'read,grep,glob', '--no-lsp'],
    }),
    work: byTools('commands ask; it writes in its worktree without asking', {
      shell: true,
      // Without these it also has web search, subagents and an interpreter of its own.
      before: ['--tools', 'read,grep,glob,edit,write,bash,todo', '--no-lsp'],
    }),
  },
  modelArgs: null,
  honours: { model: true, thinking: true, proxy: true },
  usage: { tokens: 'turn', cost: 'cumulative' },
  // Tools that it has just listed are sometimes missing in a prompt that follows at once (seen once in six).
  deadlines: { afterListMs: 1000 },
  joinEnv: null,
};
