import { priorities, type Task, taskStatuses } from '../../../core/workspace/task.ts';
import { aliasOf, blockersOf } from '../../data/live-state.ts';
import { stateOfSession, useLive, useSession } from '../../data/use-live.ts';
import { BlockedMark, PriorityMark, priorityWord, StatusMark, statusWord } from '../../parts/marks.tsx';
import { Menu } from '../../parts/menu.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Time } from '../../parts/time.tsx';
import { useBlocked } from '../boot-context.ts';
import { Link, proposalTarget, taskTarget } from '../link.tsx';
import { useEditAloud } from '../use-edit.ts';
import { DueProperty } from './due-property.tsx';
import { EstimateProperty } from './estimate-property.tsx';
import { ParentProperty } from './parent-property.tsx';
import { Property } from './property.tsx';
import { StartProperty } from './start-property.tsx';
import { TagsProperty } from './tags-property.tsx';

/** The facts beside the text. Each is changed where it stands. */
export function Properties({ task }: { readonly task: Task }) {
  return (
    <dl className="properties">
      <StatusProperty task={task} />
      <PriorityProperty task={task} />
      <OwnerProperty task={task} />
      <DueProperty task={task} />
      <StartProperty task={task} />
      <EstimateProperty task={task} />
      <TagsProperty task={task} />
      <ParentProperty task={task} />
      <Property name="Came from">
        <OriginWords task={task} />
      </Property>
      <Property name="Changed">
        <Time at={task.updatedAt} />
      </Property>
      <Property name="Made">
        <Time at={task.createdAt} />
      </Property>
      {task.doneAt && (
        <Property name="Done">
          <Time at={task.doneAt} />
        </Property>
      )}
    </dl>
  );
}

function StatusProperty({ task }: { readonly task: Task }) {
  const { live } = useSession();
  const edit = useEditAloud();
  const blocked = useBlocked();
  useLive((state) => state.tasksAt);
  const blockers = blockersOf(stateOfSession(live), task);
  return (
    <Property name="Status">
      <Menu
        label={`Status: ${statusWord(task.status)}`}
        button={{ kind: 'quiet', small: true, blocked }}
        items={taskStatuses.map((status) => ({
          key: status,
          content: <StatusMark status={status} />,
          checked: status === task.status,
          onAct: () => void edit(task, { status }),
        }))}
      >
        <StatusMark status={task.status} />
      </Menu>
      {blockers.map((one) => (
        <Link key={one.id} {...taskTarget(aliasOf(one))} className="blocked-link">
          <BlockedMark by={aliasOf(one)} />
        </Link>
      ))}
    </Property>
  );
}

function PriorityProperty({ task }: { readonly task: Task }) {
  const edit = useEditAloud();
  const blocked = useBlocked();
  return (
    <Property name="Priority">
      <Menu
        label={`Priority: ${priorityWord(task.priority)}`}
        button={{ kind: 'quiet', small: true, blocked }}
        items={priorities.map((priority) => ({
          key: priority,
          content: <PriorityMark priority={priority} />,
          checked: priority === task.priority,
          onAct: () => void edit(task, { priority }),
        }))}
      >
        <PriorityMark priority={task.priority} />
      </Menu>
    </Property>
  );
}

function OwnerProperty({ task }: { readonly task: Task }) {
  const persons = useLive((state) => state.persons);
  const ownerId = useLive((state) => state.workspace.ownerId);
  const edit = useEditAloud();
  const blocked = useBlocked();
  const nameOf = (id: string | null) => persons.find((one) => one.id === id)?.name ?? 'Nobody yet';
  const words = task.ownerId === null ? nameOf(ownerId) : nameOf(task.ownerId);
  const choices = [null, ...persons.map((one) => one.id)];
  return (
    <Property name="Owner">
      <Menu
        label={`Owner: ${words}`}
        button={{ kind: 'quiet', small: true, blocked }}
        items={choices.map((id) => ({
          key: id ?? '',
          content: id === null ? 'The owner of the workspace' : <PlainText>{nameOf(id)}</PlainText>,
          checked: id === task.ownerId,
          onAct: () => void edit(task, { ownerId: id }),
        }))}
      >
        <PlainText>{words}</PlainText>
      </Menu>
    </Property>
  );
}

function OriginWords({ task }: { readonly task: Task }) {
  const { origin } = task;
  if (origin.from === 'person') return 'a person';
  if (origin.from === 'example') return 'the example';
  if (origin.from === 'import') return <>an import ({origin.sourceId})</>;
  return <Link {...proposalTarget(origin.proposalId)}>an approved plan, revision {origin.revision}</Link>;
}
