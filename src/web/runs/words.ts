/** The words that the pages use for what runs are, did and cost. One place, so that a value reads the same everywhere. */

import type { Artifact } from '../../core/run/artifact.ts';
import type { Held, Mode, Outcome, Requested, Run, RunResult, RunStatus } from '../../core/run/run.ts';
import { counted } from '../../kit/text.ts';
import type { RunCard } from '../../protocol/delegation-views.ts';

export const statusWords: { readonly [S in RunStatus]: string } = {
  waiting_grant: 'Waits for a grant',
  starting: 'Starting',
  running: 'Running',
  waiting_input: 'Waits for an answer',
  cancelling: 'Cancelling',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted',
};

/** What the worker says came out. It is a claim wherever it stands. */
export const claimWords: { readonly [O in Outcome]: string } = {
  success: 'Claims success',
  partial: 'Claims a part',
  blocked: 'Says it is blocked',
};

export const modeWords: { readonly [M in Mode]: { readonly word: string; readonly means: string } } = {
  think: { word: 'Think', means: 'sees no project and changes nothing' },
  analyze: { word: 'Analyze', means: 'reads the project and cannot change it' },
  work: { word: 'Work', means: 'changes files in a git worktree of its own' },
};

/** In which of its modes an agent can run commands, where somebody knows. */
export function commandWords(of: readonly Mode[], shell: Readonly<Record<Mode, boolean | null>>): string {
  const within = (can: boolean | null) => of.filter((mode) => shell[mode] === can).map(lowMode);
  const [can, cannot, unknown] = [within(true), within(false), within(null)];
  if (unknown.length === of.length) return 'Whether it can run commands is not known.';
  const parts = [
    can.length > 0 ? `Runs commands in ${listed(can)}` : 'Runs no commands',
    cannot.length > 0 && can.length > 0 && `none in ${listed(cannot)}`,
    unknown.length > 0 && `not known for ${listed(unknown)}`,
  ].filter((words): words is string => typeof words === 'string');
  return `${parts.join('; ')}.`;
}

function lowMode(mode: Mode): string {
  return modeWords[mode].word.toLowerCase();
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Why a run ended. Every other end comes with its reason. */
export function endOf({ code, reason }: Pick<Run, 'code' | 'reason'>): string | null {
  if (reason) return capital(reason);
  return code === 'finished' ? 'It handed in its report.' : null;
}

const projectWords: { readonly [P in Held['project']]: string } = {
  hidden: 'it saw no project',
  read_only: 'the project was read-only',
  worktree: 'it had a worktree of its own',
  unprotected: 'nothing kept the project from it',
};

/** The walls that held, one sentence each; `weak` ones are no wall. */
export function heldWords({ jail, network, project }: Held): readonly { text: string; weak: boolean }[] {
  return [
    jail === 'bubblewrap'
      ? { text: 'Jail: bubblewrap held around every process.', weak: false }
      : { text: 'Jail: none. It ran unsandboxed, as a program of this computer.', weak: true },
    network === 'relay'
      ? { text: 'Network: only the hosts of its model, through a relay.', weak: false }
      : { text: 'Network: open. It could reach any host.', weak: true },
    { text: `Project: ${projectWords[project]}.`, weak: project === 'unprotected' },
  ];
}

/** A sentence that somebody else began small. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What it waits for, where its status does not say that already. */
export function waitWords({ status, waitsFor }: Pick<RunCard, 'status' | 'waitsFor'>): string | null {
  if (waitsFor === null || status === 'waiting_input') return null;
  return status === 'waiting_grant' ? capital(waitsFor.replace(/^a grant: /, '')) : `Waits for ${waitsFor}`;
}

/** "4,500 files": of all that it changed, also those whose names a row does not keep. */
export function filesWords({ files, filesTotal }: Pick<RunResult, 'files' | 'filesTotal'>): string {
  return counted(filesTotal ?? files.length, 'file');
}

const number = new Intl.NumberFormat('en-GB');

/** 12,345. */
export function grouped(count: number): string {
  return number.format(count);
}

/** What nobody measured is unknown, never zero. */
export function tokenWords(count: number | null): string {
  return count === null ? 'unknown' : grouped(count);
}

export function costWords(usd: number | null): string {
  if (usd === null) return 'unknown';
  return usd > 0 && usd < 0.01 ? 'under 0.01 US dollars' : `${usd.toFixed(2)} US dollars`;
}

/** A span: "850 ms", "4 s", "2 min 5 s", "1 h 3 min". */
export function spanWords(ms: number | null): string {
  if (ms === null) return 'unknown';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** A caller names an agent, or agent/model: only the latter names a model. */
export function settingWords({ model, thinking, profile, timeoutSeconds }: Requested, agentId: string) {
  return {
    Model: model === null || model === agentId ? 'the agent’s own' : model,
    Thinking: thinking ?? 'not named',
    Profile: profile ?? 'not named',
    Time: timeoutSeconds === null ? 'not named' : spanWords(timeoutSeconds * 1000),
  } as const;
}

export const mediaWords: { readonly [M in Artifact['mediaType']]: string } = {
  'text/plain': 'text',
  'text/markdown': 'Markdown',
  'application/json': 'JSON',
  'text/x-diff': 'a diff',
};

/**
 * "Evidence for 2 of 3, 1 observed": how much the daemon saw itself; the rest is a worker's word. Null without declared
 * criteria, and while a run is on and has nothing to show.
 */
export function evidenceWords({ evidence, endedAt }: Pick<RunCard, 'evidence' | 'endedAt'>): string | null {
  if (!evidence) return null;
  const { units, eligible, observed } = evidence;
  const words = `Evidence for ${eligible} of ${units}`;
  if (eligible === 0) return endedAt === null ? null : words;
  if (observed === eligible) return `${words}, observed`;
  return observed === 0 ? `${words}, only reported` : `${words}, ${observed} observed`;
}
