/** The real agents: which packages they are, how each is pointed at the scripted model, and what can be expected of it. */
import { join } from 'node:path';

export interface RealAgent {
  readonly id: string;
  readonly title: string;
  /** The first one's version is the agent's. */
  readonly packages: readonly string[];
  entry(folder: string, model: { readonly url: string; readonly port: number }): Entry;
  /** In think and analyze its own tools are gone; otherwise they stay and only the jail holds. */
  readonly losesTools: boolean;
  /** Steps of the scripted model that try it with the agent's own tool, by its very name, offered or not. */
  readonly tries: { read(path: string): Step; write(path: string, text: string): Step };
  /** What it tells of its usage; unknown must stay unknown. `ours`: at the scripted model's prices, so it adds up. */
  readonly tells: { readonly tokens: boolean; readonly cost: 'ours' | 'its own' | 'nothing' };
}

/** What a person sets at the desk, beside id and base. */
interface Entry {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

export type Step = readonly [string, ...unknown[]];

const { platform, arch } = process;
const bin = (folder: string, path: string) => join(folder, 'node_modules', path);
const force = (tool: string, args: object): Step => ['force', tool, args];
/** US dollars for a million tokens. */
export const prices = { input: 1, output: 2 };
const limits = { context: 128_000, output: 8192 };

const opencode: RealAgent = {
  id: 'opencode',
  title: 'opencode',
  packages: ['opencode-ai@1.18.33'],
  entry: (folder, { url }) => {
    const model = { name: 'Scripted', tool_call: true, cost: prices, limit: limits };
    const options = { baseURL: `${url}/v1`, apiKey: 'none' };
    const provider = { npm: '@ai-sdk/openai-compatible', name: 'Scripted', options, models: { 'scripted-1': model } };
    const config = {
      ...{ model: 'scripted/scripted-1', small_model: 'scripted/scripted-1' },
      ...{ enabled_providers: ['scripted'], provider: { scripted: provider } },
    };
    return {
      argv: [bin(folder, `opencode-${platform}-${arch}/bin/opencode`)],
      env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(config) },
    };
  },
  losesTools: true,
  tries: {
    read: (filePath) => force('read', { filePath }),
    write: (filePath, content) => force('write', { filePath, content }),
  },
  tells: { tokens: false, cost: 'ours' },
};

const claude: RealAgent = {
  id: 'claude',
  title: 'Claude Code',
  packages: ['@agentclientprotocol/claude-agent-acp@0.49.0'],
  entry: (folder, { url }) => ({
    argv: [process.execPath, bin(folder, '@agentclientprotocol/claude-agent-acp/dist/index.js')],
    env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: 'none' },
  }),
  losesTools: true,
  tries: {
    read: (file_path) => force('Read', { file_path }),
    write: (file_path, content) => force('Write', { file_path, content }),
  },
  tells: { tokens: true, cost: 'its own' },
};

const codex: RealAgent = {
  id: 'codex',
  title: 'Codex',
  packages: ['@openai/codex@0.171.0', '@agentclientprotocol/codex-acp@2.6.0'],
  entry: (folder, { url }) => ({
    argv: [process.execPath, bin(folder, '@agentclientprotocol/codex-acp/dist/index.js')],
    env: {
      // The adapter brings an older Codex of its own.
      CODEX_PATH: bin(folder, `@openai/codex-${platform}-${arch}/vendor/${triple()}/bin/codex`),
      SCRIPTED_KEY: 'none',
    },
    files: {
      '.codex/config.toml': [
        ...['model = "scripted-1"', 'model_provider = "scripted"', 'check_for_update_on_startup = false'],
        ...['[model_providers.scripted]', 'name = "Scripted"', `base_url = "${url}/v1"`, 'env_key = "SCRIPTED_KEY"'],
        ...['wire_api = "responses"', 'requires_openai_auth = false', '[analytics]', 'enabled = false', ''],
      ].join('\n'),
    },
  }),
  losesTools: false,
  tries: {
    read: (path) => ['shell', `cat ${path}`],
    write: (path, text) => ['shell', `printf '%s' '${text}' > ${path}`],
  },
  tells: { tokens: true, cost: 'nothing' },
};

function triple(): string {
  const cpu = arch === 'arm64' ? 'aarch64' : 'x86_64';
  return platform === 'darwin' ? `${cpu}-apple-darwin` : `${cpu}-unknown-linux-musl`;
}

const omp: RealAgent = {
  id: 'omp',
  title: 'oh-my-pi',
  packages: ['@oh-my-pi/pi-coding-agent@18.2.3', 'bun@1.4.5'],
  entry: (folder, { url }) => ({
    argv: [
      bin(folder, `@oven/bun-${platform}-${bunArch}/bin/bun`),
      bin(folder, '@oh-my-pi/pi-coding-agent/dist/cli.js'),
    ],
    env: { SCRIPTED_KEY: 'none' },
    files: {
      '.omp/agent/models.yml': JSON.stringify({
        providers: {
          scripted: {
            ...{ baseUrl: `${url}/v1`, apiKey: 'SCRIPTED_KEY', api: 'openai-completions' },
            models: [
              {
                ...{ id: 'scripted-1', name: 'Scripted', reasoning: false, input: ['text'] },
                cost: { ...prices, cacheRead: 0, cacheWrite: 0 },
                ...{ contextWindow: limits.context, maxTokens: limits.output },
              },
            ],
          },
        },
      }),
      '.omp/agent/config.yml': JSON.stringify({
        modelRoles: { default: 'scripted/scripted-1', smol: 'scripted/scripted-1' },
        startup: { checkUpdate: false },
        // Otherwise the worker's tools hide behind devices; the catalogue's own file says the same.
        tools: { xdev: false },
      }),
    },
  }),
  losesTools: true,
  tries: {
    read: (path) => force('read', { path }),
    write: (path, content) => force('write', { path, content }),
  },
  tells: { tokens: true, cost: 'ours' },
};

const bunArch = arch === 'arm64' ? 'aarch64' : arch;

export const realAgents: readonly RealAgent[] = [opencode, claude, codex, omp];
