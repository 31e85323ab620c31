/** From an entry and a mode to what is started: pure, so that the desk can show it and tests can read it. */
import type { AgentEntry } from '../../core/run/agent.ts';
import type { Mode } from '../../core/run/run.ts';
import type { AgentBase, ModeSetup, UsageMeaning } from './base.ts';
import { baseOf } from './catalogue.ts';

export interface LaunchPlan {
  readonly base: AgentBase;
  /** In words about it: a person's own program is known by the name that they gave it. */
  readonly title: string;
  /** The first is a path, or a name to look up in PATH. */
  readonly argv: readonly string[];
  /** Values beyond the ones every agent gets. May hold secrets that passed by name: never shown, never stored. */
  readonly env: Readonly<Record<string, string>>;
  /** By path relative to the home. */
  readonly files: Readonly<Record<string, string>>;
  readonly sessionMeta: Readonly<Record<string, unknown>> | null;
  readonly modelHosts: readonly string[];
  /** Folders that the jail shows read-only. */
  readonly readOnly: readonly string[];
  readonly heldBy: ModeSetup['heldBy'];
  readonly note: string;
  /** The model was chosen by the arguments. */
  readonly modelByArgs: boolean;
  readonly usage: UsageMeaning;
}

export interface LaunchPlace {
  readonly home: string;
  readonly cwd: string;
  readonly model: string | null;
  /** The daemon's environment, of which only the entry's `passEnv` names are taken. */
  readonly hostEnv: Readonly<Record<string, string | undefined>>;
}

/**
 * Null = the entry's base is unknown, or names no program. A person's `argv` replaces the program (with its own first
 * arguments, as in `node agent.js`); the catalogue's arguments follow it.
 */
export function launchPlan(entry: AgentEntry, mode: Mode, place: LaunchPlace): LaunchPlan | null {
  const base = baseOf(entry.base);
  if (base === null) return null;
  const program = entry.argv.length > 0 ? entry.argv : base.program === null ? null : [base.program];
  if (program === null) return null;
  const setup = base.modes[mode];
  const fill = filler(place);
  const modelByArgs = base.modelArgs !== null && place.model !== null;
  const modelArgs = modelByArgs ? (base.modelArgs ?? []) : [];
  const given = { ...passed(entry.passEnv, place.hostEnv), ...entry.env };
  const own = base.joinEnv === null ? given : base.joinEnv(given);
  return {
    base,
    title: base.id === 'custom' ? entry.id : base.title,
    argv: [...program, ...[...setup.before, ...base.args, ...modelArgs, ...setup.after].map(fill)],
    // What a person gave is taken as it is: a secret may well hold `{home}`.
    env: { ...filled(base.env, fill), ...own, ...filled(setup.env, fill) },
    files: { ...filled(base.files, fill), ...filled(entry.files, fill), ...filled(setup.files, fill) },
    sessionMeta: setup.sessionMeta,
    modelHosts: modelHostsOf(base, entry),
    readOnly: entry.readOnly,
    heldBy: setup.heldBy,
    note: setup.note,
    modelByArgs,
    usage: base.usage,
  };
}

export function modelHostsOf(base: AgentBase, entry: Pick<AgentEntry, 'modelHosts'>): readonly string[] {
  return [...new Set([...base.modelHosts, ...entry.modelHosts])];
}

function passed(names: readonly string[], host: LaunchPlace['hostEnv']): Record<string, string> {
  const found = names.map((name) => [name, host[name]] as const);
  return Object.fromEntries(found.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
}

function filler(place: LaunchPlace): (text: string) => string {
  const values: Readonly<Record<string, string>> = { home: place.home, cwd: place.cwd, model: place.model ?? '' };
  return (text) => text.replace(/\{(home|cwd|model)\}/g, (_, name: string) => values[name] ?? '');
}

function filled(record: Readonly<Record<string, string>>, fill: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, fill(value)]));
}

/** What every agent gets: its own home and folders, and nothing that says who runs it. */
export function baseEnv(home: string, path: string): Record<string, string> {
  return {
    PATH: path,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    HOME: home,
    TMPDIR: `${home}/tmp`,
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_DATA_HOME: `${home}/.local/share`,
    XDG_STATE_HOME: `${home}/.local/state`,
    XDG_CACHE_HOME: `${home}/.cache`,
  };
}
