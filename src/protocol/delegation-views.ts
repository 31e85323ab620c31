/** What the pages read about delegated runs. Types only. */
import type { Contract } from '../core/contract/contract.ts';
import type { Coverage } from '../core/coverage/answer.ts';
import type { AgentEntry, AgentState } from '../core/run/agent.ts';
import type { Artifact } from '../core/run/artifact.ts';
import type { CheckRunRecord } from '../core/run/check-run.ts';
import type { Grant } from '../core/run/grant.ts';
import type { ProjectContext } from '../core/run/project-context.ts';
import type { PermissionRequest, Question } from '../core/run/question.ts';
import type { Root } from '../core/run/root.ts';
import type { Conversation, Run } from '../core/run/run.ts';
import type { DelegationLimits } from '../core/workspace/workspace.ts';
import type { Refusal } from '../kit/result.ts';

/** Coverage of a run in figures. `eligible` of `units` have evidence, `observed` of them by a check that the daemon ran. */
export interface EvidenceSum {
  readonly units: number;
  readonly eligible: number;
  readonly observed: number;
}

/** A run as lists show it. */
export interface RunCard extends Run {
  /** "T-12 Write the press note"; null = no task. */
  readonly task: string | null;
  readonly rootLabel: string;
  /** Place in the queue, from 1; null = not queued. */
  readonly queuePosition: number | null;
  /** Why it waits, for people. */
  readonly waitsFor: string | null;
  /** Null without declared criteria. */
  readonly evidence: EvidenceSum | null;
}

/** `read_runs`. */
export interface RunsView {
  readonly runs: readonly RunCard[];
  readonly total: number;
  readonly active: number;
  readonly stopped: boolean;
  /** A folder was given and an agent allowed: without both no task can be delegated. */
  readonly ready: boolean;
  readonly nextCursor: string | null;
}

/** As the desk shows it: `warning` is what it names and its jail does not show, in words with the path. */
export interface RootView extends Root {
  readonly warning: string | null;
}

export interface AgentView extends AgentEntry, AgentState {
  /** As that of a root. */
  readonly warning: string | null;
}

export interface GrantView extends Grant {
  readonly live: boolean;
  readonly launches: number;
  readonly costUsd: number;
  readonly unknownCosts: number;
}

/** `read_delegation`. */
export interface DelegationView {
  readonly roots: readonly RootView[];
  readonly agents: readonly AgentView[];
  /** Catalogue entries that nobody set up yet. */
  readonly catalogue: readonly string[];
  readonly jail: { readonly works: boolean; readonly version: string | null; readonly reasons: readonly string[] };
  readonly grants: readonly GrantView[];
  readonly limits: DelegationLimits;
  readonly contexts: readonly ProjectContext[];
}

/** A command that a grant may name, with what it would run. */
export interface CommandView {
  readonly checkId: string | null;
  readonly command: string;
  readonly digest: string;
  readonly granted: boolean;
}

/** `read_run`. */
export interface RunView {
  readonly run: RunCard;
  readonly conversation: Conversation;
  readonly turns: readonly { readonly id: string; readonly turn: number; readonly status: Run['status'] }[];
  /** Null when the stored bytes are gone or damaged. */
  readonly contract: Contract | null;
  readonly prompt: string | null;
  /** The worker's whole answer; null = none was given, or its bytes are gone. */
  readonly answer: string | null;
  readonly questions: readonly Question[];
  readonly requests: readonly PermissionRequest[];
  readonly artifacts: readonly Artifact[];
  readonly checks: readonly CheckRunRecord[];
  readonly coverage: Coverage | null;
  /**
   * Why no check of it can be observed (`not_a_git_root`, `no_result`); null = nothing is known against it, or it has not
   * ended. Whether the files are still those of a commit is looked at when a check would run.
   */
  readonly unobservable: Refusal | null;
  /** Commands of the checks, and the root's prepare command with its caches. */
  readonly commands: readonly CommandView[];
  readonly grant: Grant | null;
  /** Checks that run right now. */
  readonly observing: readonly string[];
  readonly steps: number;
}

/** `read_run_log`. */
export interface RunLogView {
  readonly steps: readonly {
    readonly at: string;
    readonly kind: string;
    readonly text: string;
    readonly detail?: unknown;
  }[];
  readonly from: number;
  readonly total: number;
}

/** One thing that waits for a person. */
export type InboxItem =
  | {
      readonly kind: 'grant';
      readonly at: string;
      readonly deadline: null;
      readonly run: RunCard;
      readonly why: string;
    }
  | {
      readonly kind: 'question';
      readonly at: string;
      readonly deadline: string;
      readonly run: RunCard;
      readonly question: Question;
    }
  | {
      readonly kind: 'permission';
      readonly at: string;
      readonly deadline: string;
      readonly run: RunCard;
      readonly request: PermissionRequest;
    }
  | { readonly kind: 'apply'; readonly at: string; readonly deadline: null; readonly run: RunCard }
  | { readonly kind: 'accept'; readonly at: string; readonly deadline: null; readonly run: RunCard };

/** `read_inbox`: a page of at most 100. The oldest deadline first, then waiting runs, then results; the oldest first. */
export interface InboxView {
  readonly items: readonly InboxItem[];
  /** Of all that waits, also on other pages. */
  readonly total: number;
  readonly kinds: Readonly<Record<InboxItem['kind'], number>>;
  /** The newest that came to nothing within a day and that nothing later takes up: nothing waits, but a person would look. */
  readonly broken: readonly RunCard[];
  readonly nextCursor: string | null;
}

/** Sums keep the unknown apart: `known` of `runs` runs told their figure. */
export interface UsageSum {
  readonly runs: number;
  readonly costUsd: number;
  readonly costKnown: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly tokensKnown: number;
  readonly durationMs: number;
  readonly durationKnown: number;
}

/** `read_usage`. */
export interface UsageView {
  readonly total: UsageSum;
  /** Calendar days of the workspace's zone, by when a run was asked for. */
  readonly byDay: readonly { readonly day: string; readonly sum: UsageSum }[];
  readonly byTask: readonly { readonly taskId: string | null; readonly task: string; readonly sum: UsageSum }[];
  readonly byConversation: readonly {
    readonly conversationId: string;
    readonly goal: string;
    readonly sum: UsageSum;
  }[];
  readonly byRun: readonly { readonly runId: string; readonly goal: string; readonly sum: UsageSum }[];
}
