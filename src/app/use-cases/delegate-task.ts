/** The tool that makes a contract of a task and starts a run for it. */
import type { Execution } from '../../core/contract/contract.ts';
import { contractOfTask } from '../../core/run/contract-of-task.ts';
import { whyNotDelegated } from '../../core/run/delegated-task.ts';
import { aliasOf, blockersOf, findTask, type State } from '../../core/state/state.ts';
import type { Task } from '../../core/workspace/task.ts';
import { unknownTask } from '../../core/workspace/task-commands.ts';
import { refuse } from '../../kit/result.ts';
import type { Remark } from '../delegation/preflight-remarks.ts';
import { stateOf, type UseCase } from '../parts.ts';
import { leftOut, start } from './tandem.ts';

export const delegateTask: UseCase<'delegate_task'> = async (parts, call, given) => {
  const state = stateOf(parts);
  const task = findTask(state, given.taskId);
  if (!task) return refuse(unknownTask);
  const refused = whyNotDelegated(state, task.id);
  if (refused) return refuse(refused);
  const roots = [...state.tables.root.values()].filter((root) => root.removedAt === null);
  const [only] = roots;
  const cwd = given.cwd ?? (roots.length === 1 ? only?.path : undefined);
  if (cwd === undefined) {
    return refuse({
      code: 'root_needed',
      message: roots.length === 0 ? 'No person gave this workspace a folder yet.' : 'There are several folders.',
      next:
        roots.length === 0
          ? 'Ask a person to add one at the desk.'
          : `Name one as cwd: ${roots.map((root) => root.path).join(', ')}.`,
    });
  }
  const { contract, leftOut: messages } = contractOfTask(state, task);
  const execution: Execution | null =
    given.agent === undefined
      ? null
      : { model: given.agent, profile: 'balanced', thinking: null, timeout_seconds: null };
  const mode = given.mode ?? 'analyze';
  return start(parts, call, {
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
    remarks: [...leftOut(messages), ...blocked(state, task)],
    preflight: given.preflight ?? false,
    offset: given.offset ?? 0,
    what: { contract, mode, agent: given.agent ?? null },
  });
};

function blocked(state: State, task: Task): readonly Remark[] {
  const before = blockersOf(state, task).map(aliasOf);
  if (before.length === 0) return [];
  return [{ code: 'blocked', message: `The task depends on ${before.join(', ')}, not done yet.` }];
}
