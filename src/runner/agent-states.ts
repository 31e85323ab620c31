/** What can be said of the agents without launching them, remembered: a version costs a process of up to 5 s. */
import { stat } from 'node:fs/promises';
import type { JailState } from '../app/runner.ts';
import type { AgentEntry, AgentState } from '../core/run/agent.ts';
import { type Mode, modes } from '../core/run/run.ts';
import type { AgentBase } from './agents/base.ts';
import { baseOf } from './agents/catalogue.ts';
import { findProgram, type Program, versionOf } from './program.ts';
import { withScratch } from './scratch.ts';
import { beyond, onlyJailHolds } from './walls.ts';

export class AgentStates {
  readonly #jail: JailState;
  readonly #versions = new Map<string, Promise<string | null>>();
  /** As told at initialize, by the entry's id and program. */
  readonly #told = new Map<string, string>();

  constructor(jail: JailState) {
    this.#jail = jail;
  }

  all(entries: readonly AgentEntry[]): Promise<readonly AgentState[]> {
    return Promise.all(entries.map((entry) => this.#one(entry)));
  }

  tell(entry: AgentEntry, version: string): void {
    this.#told.set(keyOf(entry), version);
  }

  async #one(entry: AgentEntry): Promise<AgentState> {
    const base = baseOf(entry.base);
    if (base === null) return absent(entry, `There is no agent ${entry.base}.`);
    const argv = entry.argv.length > 0 ? entry.argv : base.program === null ? [] : [base.program];
    const program = await findProgram(base, argv);
    const known = { honours: base.honours, needsOpenNetwork: beyond(base, entry), shell: shellOf(base) };
    if (!program.ok) return { ...absent(entry, program.refusal.message), ...known };
    // Nothing of an agent that no person allows is started, not even to ask its version.
    const asked = entry.allowed ? this.#version(base, program.value) : null;
    const version = this.#told.get(keyOf(entry)) ?? (await asked);
    const held = modes.filter((mode) => this.#canHold(base, mode));
    return { id: entry.id, available: true, version, reason: null, modes: held, ...known };
  }

  #canHold(base: AgentBase, mode: Mode): boolean {
    return this.#jail.works || !onlyJailHolds(mode, base.modes[mode].heldBy);
  }

  async #version(base: AgentBase, program: Program): Promise<string | null> {
    const [file = ''] = program.argv;
    // A program that was replaced is asked again.
    const mark = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    const key = `${program.argv.join('\0')}\0${mark}`;
    const known = this.#versions.get(key) ?? asked(base, program);
    this.#versions.set(key, known);
    return known;
  }
}

function asked(base: AgentBase, program: Program): Promise<string | null> {
  return withScratch((home) => versionOf(base, program, home));
}

function keyOf({ id, base, argv }: AgentEntry): string {
  return [id, base, ...argv].join('\0');
}

function absent({ id }: AgentEntry, reason: string): AgentState {
  const honours = { model: false, thinking: false, proxy: false };
  const shell = { think: null, analyze: null, work: null };
  return { id, available: false, version: null, reason, modes: [], honours, needsOpenNetwork: null, shell };
}

function shellOf({ modes: { think, analyze, work } }: AgentBase): AgentState['shell'] {
  return { think: think.shell, analyze: analyze.shell, work: work.shell };
}
