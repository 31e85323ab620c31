/** The tool that makes a contract of a task and starts a run for it. */
import type { Contract, Execution } from '../../core/contract/contract.ts';
import { contractOfTask } from '../../core/run/contract-of-task.ts';
import { whyNotDelegated } from '../../core/run/delegated-task.ts';
import { notGiven } from '../../core/run/not-given.ts';
import type { Mode } from '../../core/run/run.ts';
import { aliasOf, blockersOf, childrenOf, findTask, type State } from '../../core/state/state.ts';
import type { Task } from '../../core/workspace/task.ts';
import { unknownTask } from '../../core/workspace/task-commands.ts';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { counted, cut } from '../../kit/text.ts';
import type { Remark } from '../delegation/preflight-remarks.ts';
import { stateOf, type UseCase } from '../parts.ts';
import { leftOut, start } from './tandem.ts';

export const delegateTask: UseCase<'delegate_task'> = async (parts, call, given) => {
  const state = stateOf(parts);
  const task = findTask(state, given.taskId);
  if (!task) return refuse(unknownTask);
  const folder = folderOf(state, given.cwd);
  const refused = whyNotDelegated(state, task.id) ?? (folder.ok ? null : folder.refusal);
  // Where no folder is given any more, an identical start is found by the one that it had.
  const cwd = folder.ok ? folder.value : lastFolder(state, task.id, call.author.id);
  if (cwd === null) return refused ? refuse(refused) : folder;
  const { contract, leftOut: messages } = contractOfTask(state, task);
  const execution: Execution | null =
    given.agent === undefined
      ? null
      : { model: given.agent, profile: 'balanced', thinking: null, timeout_seconds: null };
  const mode = given.mode ?? 'analyze';
  const asked = await start(parts, call, {
    wanted: {
      cwd,
      mode,
      prompt: null,
      contract,
      execution,
      profile: null,
      timeoutSeconds: null,
      contextId: null,
      conversation: null,
      tokenId: call.author.id,
    },
    input: { prompt: null, contract, handoff: null },
    questionTimeoutSeconds: 300,
    taskId: task.id,
    ignored: [],
    remarks: [
      ...leftOut(messages),
      ...blocked(state, task),
      ...openSubtasks(state, task),
      ...(given.preflight ? lacking(contract, mode) : []),
    ],
    preflight: given.preflight ?? false,
    offset: given.offset ?? 0,
    what: { contract, mode, agent: given.agent ?? null },
    refused,
  });
  return asked.ok ? asked : refuse(inTask(asked.refusal, contract));
};

/** The one that was named, or the only one there is. */
function folderOf(state: State, named: string | undefined): Result<string> {
  const roots = [...state.tables.root.values()].filter((root) => root.removedAt === null);
  const [only] = roots;
  if (named !== undefined) return done(named);
  if (only && roots.length === 1) return done(only.path);
  return refuse({
    code: 'root_needed',
    ...(only
      ? {
          message: 'There are several folders.',
          next: `Name one as cwd: ${roots.map((root) => root.path).join(', ')}.`,
        }
      : {
          message: 'No person gave this workspace a folder yet.',
          next: 'Ask a person to add one at the desk.',
        }),
  });
}

function lastFolder(state: State, taskId: string, startedBy: string): string | null {
  const runs = (state.index.runsOfTask.get(taskId) ?? []).flatMap((id) => state.tables.run.get(id) ?? []);
  const last = runs.findLast((run) => run.startedBy === startedBy);
  return state.tables.conversation.get(last?.conversationId ?? '')?.cwd ?? null;
}

function lacking(contract: Contract, mode: Mode): readonly Remark[] {
  const message = notGiven(contract, mode);
  return message === null ? [] : [{ code: 'not_given', message }];
}

function openSubtasks(state: State, task: Task): readonly Remark[] {
  const open = childrenOf(state, task.id).filter(({ status }) => status !== 'done');
  if (open.length === 0) return [];
  const words = `${counted(open.length, 'subtask')} of it ${open.length === 1 ? 'is' : 'are'} open`;
  return [{ code: 'has_subtasks', message: `${words}: delegate those instead, or the same work may be done twice.` }];
}

/** The caller wrote no contract: what is wrong with this one stands in the task, which a person edits. */
function inTask(refusal: Refusal, { scope }: Contract): Refusal {
  const { problems = [] } = refusal;
  if (!problems.some(({ path }) => path.startsWith('/contract'))) return refusal;
  const named = problems.map((problem) => {
    const at = /^\/contract\/scope\/owned_files\/(\d+)$/.exec(problem.path)?.[1];
    const file = at === undefined ? undefined : scope.owned_files[Number(at)];
    const where = file === undefined ? '' : `File ${Number(at) + 1} of its list, "${cut(file, 200)}": `;
    return { ...problem, path: '/taskId', message: `${where}${problem.message}` };
  });
  const wait = refusal.code === 'owned_file_conflict' ? 'Wait until that run ends (tandem_wait), or ask' : 'Ask';
  const next = `${wait} a person to correct the list in the task's description; or use tandem_start with a contract of your own. Nothing was started.`;
  return { ...refusal, next, problems: named };
}

function blocked(state: State, task: Task): readonly Remark[] {
  const before = blockersOf(state, task).map(aliasOf);
  if (before.length === 0) return [];
  return [{ code: 'blocked', message: `The task depends on ${before.join(', ')}, not done yet.` }];
}
