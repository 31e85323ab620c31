/** What each operation answers. The schemas leave the large views open; their types are written down in protocol/views. */
import type { Sidekick } from '../core/playbook/playbook.ts';
import type { ImportedTask, ImportLoss, ImportRecord } from '../core/workspace/import.ts';
import type { InputOf, OutputOf } from '../protocol/operation.ts';
import type { OperationName, table } from '../protocol/table.ts';
import type { AccessView, ActivityEntry, ProposalView, WorkspaceView } from '../protocol/views.ts';

interface Views {
  readonly read_workspace: WorkspaceView;
  readonly read_proposal: ProposalView;
  readonly read_access: AccessView;
  readonly read_activity: { readonly entries: readonly ActivityEntry[]; readonly nextBeforeSeq: number | null };
  readonly read_sidekicks: { readonly sidekicks: readonly Sidekick[] };
  readonly read_imports: {
    readonly imports: readonly ImportRecord[];
    readonly total: number;
    readonly nextCursor: string | null;
  };
  readonly read_import: {
    readonly import: ImportRecord;
    readonly tasks: readonly ImportedTask[];
    readonly losses: readonly ImportLoss[];
    /** Other imports of the same folder. */
    readonly twins: { readonly accepted: number; readonly waiting: number };
    readonly nextCursor: string | null;
  };
}

export type AnswerOf<Name extends OperationName> = Name extends keyof Views
  ? Views[Name]
  : OutputOf<(typeof table)[Name]>;

export type QuestionOf<Name extends OperationName> = InputOf<(typeof table)[Name]>;
