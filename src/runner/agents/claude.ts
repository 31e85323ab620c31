/**
 * Claude Code by `claude-agent-acp` (0.49.0 tried). Its tools are cut by `_meta.claudeCode.options`; its ACP mode
 * `plan` is no wall: there a command that wrote a file ran without a request.
 */
import { type AgentBase, byTools } from './base.ts';

const tandem = ['mcp__tandem__*'];

const options = (own: Readonly<Record<string, unknown>>) => ({
  // Settings of the project could allow what the mode denies.
  claudeCode: { options: { settingSources: [], allowedTools: tandem, ...own } },
});

export const claude: AgentBase = {
  id: 'claude',
  title: 'Claude Code',
  program: 'claude-agent-acp',
  realProgram: null,
  args: [],
  versionArgs: null,
  env: {
    CLAUDE_CONFIG_DIR: '{home}/.claude',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  },
  credentials: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  files: {},
  modelHosts: ['api.anthropic.com:443', 'console.anthropic.com:443', 'platform.claude.com:443'],
  modes: {
    think: byTools('it is started without any tool of its own', { sessionMeta: options({ tools: [] }) }),
    analyze: byTools('it is started with Read, Grep and Glob alone', {
      sessionMeta: options({ tools: ['Read', 'Grep', 'Glob'] }),
    }),
    work: byTools('edits and commands ask; the web is denied', {
      shell: true,
      sessionMeta: options({ disallowedTools: ['WebFetch', 'WebSearch'] }),
    }),
  },
  modelArgs: null,
  honours: { model: true, thinking: true, proxy: true },
  // Its SDK counts each `query()` by itself and has no total of a session. Were that to change, a turn that takes a session
  // up would cost too much here, never too little.
  usage: { tokens: 'turn', cost: 'of_process' },
  deadlines: {},
  joinEnv: null,
};
