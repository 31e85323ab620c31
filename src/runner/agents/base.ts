/**
 * What a catalogue entry is: an agent as data. Nothing here starts anything; `plan.ts` turns an entry into a launch.
 *
 * Strings may hold `{home}` (the conversation's private home), `{cwd}` and `{model}`.
 */
import type { Mode } from '../../core/run/run.ts';

export interface AgentBase {
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** Looked up in PATH when the person's entry names no program. Null = only a person can name it. */
  readonly program: string | null;
  /** Where the real program lies when `program` is only a wrapper, relative to the wrapper's package folder. */
  readonly realProgram: string | null;
  /** Always given, between the mode's `before` and `after`. */
  readonly args: readonly string[];
  /** How the program tells its version when its package does not. Null = never asked. */
  readonly versionArgs: readonly string[] | null;
  readonly env: Readonly<Record<string, string>>;
  /** Names of keys that a person usually passes: told when the agent says it is not signed in. */
  readonly credentials: readonly string[];
  /** Files of the private home, by path relative to it. A person's own file of that path wins. */
  readonly files: Readonly<Record<string, string>>;
  /** `host:port` of its makers' models. */
  readonly modelHosts: readonly string[];
  readonly modes: Readonly<Record<Mode, ModeSetup>>;
  /** Arguments that choose the model at launch. Null = by the session's options, when the agent offers them. */
  readonly modelArgs: readonly string[] | null;
  readonly honours: { readonly model: boolean; readonly thinking: boolean; readonly proxy: boolean };
  readonly usage: UsageMeaning;
  /** Milliseconds that replace the driver's defaults, and a pause between its look at the tools and the first prompt. */
  readonly deadlines: { readonly initMs?: number; readonly sessionMs?: number; readonly afterListMs?: number };
  /** Makes what a person gave in `env` fit to be joined with what the mode needs. Null = the mode's value simply wins. */
  readonly joinEnv: ((env: Readonly<Record<string, string>>) => Readonly<Record<string, string>>) | null;
}

export interface ModeSetup {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  /** `_meta` of session/new and session/resume. */
  readonly sessionMeta: Readonly<Record<string, unknown>> | null;
  /** `tools`: the agent itself loses its tools. `jail`: only the jail holds this mode, so without one it is refused. */
  readonly heldBy: 'tools' | 'jail';
  /** Whether the peer can run commands in this mode. Null = nobody knows. */
  readonly shell: boolean | null;
  /** How, in a sentence for people. */
  readonly note: string;
}

/** What an agent's figures cover. */
export interface UsageMeaning {
  /** Of the prompt's answer: the whole turn, only its last model call (so the turn is unknown), or nothing. */
  readonly tokens: 'turn' | 'last_call' | 'none';
  /** Of usage updates: the session's cost so far, that of this process (a new one begins at nothing), or nothing. */
  readonly cost: 'cumulative' | 'of_process' | 'none';
}

/** A mode without settings of its own. */
export function byJail(note: string, setup: Partial<ModeSetup> = {}): ModeSetup {
  return { before: [], after: [], env: {}, files: {}, sessionMeta: null, heldBy: 'jail', shell: null, note, ...setup };
}

export function byTools(note: string, setup: Partial<ModeSetup>): ModeSetup {
  return { ...byJail(note, { shell: false, ...setup }), heldBy: 'tools' };
}
