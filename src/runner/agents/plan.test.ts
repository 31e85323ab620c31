/** What each agent is launched with in each mode. */
import { describe, expect, it } from 'vitest';
import type { AgentEntry } from '../../core/run/agent.ts';
import { modes } from '../../core/run/run.ts';
import { baseOf, catalogue } from './catalogue.ts';
import { baseEnv, type LaunchPlace, type LaunchPlan, launchPlan } from './plan.ts';

const place: LaunchPlace = { home: '/h', cwd: '/p', model: null, hostEnv: {} };

function entry(base: string, more: Partial<AgentEntry> = {}): AgentEntry {
  const nothing = { argv: [], passEnv: [], env: {}, files: {}, modelHosts: [], readOnly: [] };
  return { id: base, base, allowed: true, ...nothing, ...more };
}

function plan(base: string, mode: (typeof modes)[number], more: Partial<AgentEntry> = {}, at = place): LaunchPlan {
  const made = launchPlan(entry(base, more), mode, at);
  if (made === null) throw new Error(`no plan of ${base}`);
  return made;
}

const permissions = (made: LaunchPlan): Record<string, string> => JSON.parse(made.env.OPENCODE_PERMISSION ?? '');

describe('the catalogue', () => {
  it('holds each mode of each agent by something, and says by what', () => {
    expect(catalogue.map(({ id }) => id)).toEqual(['opencode', 'claude', 'codex', 'omp', 'gemini', 'custom']);
    for (const { id, modes: setups } of catalogue) {
      for (const mode of modes) expect(setups[mode].note, `${id} ${mode}`).toMatch(/^[a-z].{10,}/);
    }
    expect(baseOf('nobody')).toBe(null);
    expect(launchPlan(entry('nobody'), 'think', place)).toBe(null);
  });

  it('starts the real program, never npx, without a secret in its arguments', () => {
    for (const { id } of catalogue.filter(({ program }) => program !== null)) {
      for (const mode of modes) expect(plan(id, mode).argv.join(' '), id).not.toMatch(/npx|\{|KEY|TOKEN/);
    }
  });
});

describe('a plan', () => {
  it('puts the flags that choose tools where the agent wants them, after a person’s own program', () => {
    expect(plan('omp', 'analyze').argv).toEqual(['omp', '--tools', 'read,grep,glob', '--no-lsp', 'acp']);
    const argv = ['/opt/bun', '/opt/omp/cli.js'];
    expect(plan('omp', 'think', { argv }).argv).toEqual([...argv, '--no-tools', '--no-lsp', 'acp']);
    expect(plan('opencode', 'think').argv).toEqual(['opencode', 'acp', '--pure', '--cwd', '/p']);
    const gemini = plan('gemini', 'work', {}, { ...place, model: 'flash' });
    expect(gemini).toMatchObject({ argv: ['gemini', '--acp', '--model=flash'], modelByArgs: true });
    expect(launchPlan(entry('custom'), 'think', place)).toBe(null);
    expect(plan('custom', 'think', { id: 'penny', argv: ['/x'] }).title).toBe('penny');
    expect(plan('claude', 'think', { id: 'mine' }).title).toBe('Claude Code');
  });

  it('takes tools away by session settings for Claude and by the jail for Codex and Gemini', () => {
    const optionsOf = ({ sessionMeta }: LaunchPlan) =>
      (sessionMeta as { claudeCode: { options: object } }).claudeCode.options;
    expect(optionsOf(plan('claude', 'think'))).toMatchObject({ tools: [], settingSources: [] });
    expect(optionsOf(plan('claude', 'analyze'))).toMatchObject({ tools: ['Read', 'Grep', 'Glob'] });
    for (const base of ['codex', 'gemini', 'custom']) {
      expect([plan(base, 'think', { argv: ['/x'] }).heldBy, plan(base, 'analyze', { argv: ['/x'] }).heldBy]).toEqual([
        'jail',
        'jail',
      ]);
    }
    expect(plan('codex', 'work').env).toMatchObject({
      INITIAL_AGENT_MODE: 'agent-full-access',
      CODEX_HOME: '/h/.codex',
    });
    expect(plan('omp', 'think')).toMatchObject({
      env: { OMP_MCP_TIMEOUT_MS: '0' },
      files: { '.omp/agent/config.yml': expect.stringContaining('xdev: false') },
    });
  });

  it('keeps opencode to the tools of the mode, whatever a person’s configuration allows', () => {
    const config = {
      provider: { mine: {} },
      permission: { bash: 'allow' },
      tools: { edit: true },
      agent: { build: {} },
    };
    const env = { OPENCODE_CONFIG_CONTENT: JSON.stringify(config), OPENCODE_PERMISSION: '{"*":"allow"}' };
    for (const made of [plan('opencode', 'think', { env }), plan('opencode', 'think', passing(env), hosted(env))]) {
      expect(JSON.parse(made.env.OPENCODE_CONFIG_CONTENT ?? '')).toEqual({ provider: { mine: {} } });
      const rules = permissions(made);
      // Later rules win: the worker's tools come last, and every tool is named.
      expect(Object.keys(rules).at(0)).toBe('*');
      expect(Object.keys(rules).at(-1)).toBe('tandem_*');
      expect(Object.entries(rules).filter(([, rule]) => rule !== 'deny')).toEqual([['tandem_*', 'allow']]);
      expect(rules).toMatchObject({ bash: 'deny', edit: 'deny', webfetch: 'deny', task: 'deny' });
    }
    const analyze = permissions(plan('opencode', 'analyze'));
    const allowed = Object.keys(analyze).filter((tool) => analyze[tool] === 'allow');
    expect(allowed).toEqual(['read', 'grep', 'glob', 'list', 'tandem_*']);
    expect(permissions(plan('opencode', 'work'))).toMatchObject({
      edit: 'ask',
      bash: 'ask',
      webfetch: 'deny',
      task: 'deny',
    });
    const broken = plan('opencode', 'think', { env: { OPENCODE_CONFIG_CONTENT: '{ // "x"' } });
    expect(broken.env.OPENCODE_CONFIG_CONTENT).toBe('{}');
  });

  it('passes from the daemon’s environment the named names only, and a person’s values untouched', () => {
    const hostEnv = { KEY: 'secret {home}', OTHER: 'no' };
    const made = plan(
      'custom',
      'think',
      { argv: ['/x'], passEnv: ['KEY', 'ABSENT'], env: { A: '{cwd}' } },
      { ...place, hostEnv },
    );
    expect(made.env).toEqual({ KEY: 'secret {home}', A: '{cwd}' });
    const files = plan('codex', 'think', { files: { '.codex/config.toml': 'own = "{cwd}"' } }).files;
    expect(files).toEqual({ '.codex/config.toml': 'own = "/p"' });
    expect(Object.keys(baseEnv('/h', '/bin')).sort()).toEqual([
      'HOME',
      'LANG',
      'PATH',
      'TERM',
      'TMPDIR',
      'XDG_CACHE_HOME',
      'XDG_CONFIG_HOME',
      'XDG_DATA_HOME',
      'XDG_STATE_HOME',
    ]);
  });
});

const passing = (env: Record<string, string>) => ({ passEnv: Object.keys(env) });
const hosted = (env: Record<string, string>) => ({ ...place, hostEnv: env });
