/** What each operation answers the pages: the client's types, and the shapes that only pages look into. */
import type { AnswerOf as ClientAnswerOf } from '../../client/answers.ts';
import type {
  DelegationView,
  InboxView,
  RunLogView,
  RunsView,
  RunView,
  UsageView,
} from '../../protocol/delegation-views.ts';
import type { InputOf, JsonSchema } from '../../protocol/operation.ts';
import type { OperationName, table } from '../../protocol/table.ts';

/** One tool, as `read_tools` tells it. */
export interface ToolView {
  readonly name: string;
  readonly title: string;
  readonly kind: 'answer' | 'act';
  readonly impl: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: { readonly [hint: string]: unknown };
  readonly surfaces: readonly string[];
  /** Newest first. */
  readonly lastCallers: readonly { readonly label: string; readonly at: string }[];
}

/** A task that `undo_plan` takes away or leaves. */
export interface UndonePlanTask {
  readonly id: string;
  readonly alias: string;
  readonly title: string;
  readonly reason?: string;
}

/** A check that the daemon may not run, and why. */
export interface RefusedCheck {
  readonly checkId: string;
  readonly code: string;
  readonly message: string;
  readonly next: string;
}

interface Looked {
  /** `warning`: what else mode work would show of the folder's repository. */
  readonly add_root: { readonly id: string; readonly warning: string | null };
  readonly read_runs: RunsView;
  readonly read_run: RunView;
  readonly read_run_log: RunLogView;
  readonly read_inbox: InboxView;
  readonly read_delegation: DelegationView;
  readonly read_usage: UsageView;
  readonly observe_checks: { readonly started: readonly string[]; readonly refused: readonly RefusedCheck[] };
  readonly read_tools: { readonly tools: readonly ToolView[] };
  readonly undo_plan: {
    readonly trash: readonly UndonePlanTask[];
    readonly keep: readonly UndonePlanTask[];
    readonly seq: number;
    readonly version: number;
  };
}

export type AnswerOf<Name extends OperationName> = Name extends keyof Looked ? Looked[Name] : ClientAnswerOf<Name>;
export type QuestionOf<Name extends OperationName> = InputOf<(typeof table)[Name]>;

export type TaskEdit = Omit<QuestionOf<'edit_task'>, 'taskId'>;
