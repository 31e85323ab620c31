import type { Commitment } from '../../../core/workspace/commitment.ts';
import type { Task } from '../../../core/workspace/task.ts';
import { durationWords } from '../../../kit/durations.ts';
import { aliasOf } from '../../data/live-state.ts';
import { dateAt } from '../../data/zone.ts';
import { act } from '../../parts/act.ts';
import { Button } from '../../parts/button.tsx';
import { StatusMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { useZone } from '../../parts/time.tsx';
import { clockTime, dayWords } from '../../parts/time-words.ts';
import { useBlocked } from '../boot-context.ts';
import { DueNote } from '../due-mark.tsx';
import { Link, taskTarget } from '../link.tsx';
import type { Block, Day } from './week.ts';

interface DayProps {
  readonly day: Day;
  readonly today: string;
  readonly onEdit: (commitment: Commitment) => void;
  readonly onAdd: () => void;
}

export function DayColumn({ day, today, onEdit, onAdd }: DayProps) {
  const blocked = useBlocked();
  const words = dayWords(day.date);
  return (
    <li className="day" data-today={day.date === today || undefined}>
      <header className="day-head">
        <h2>{words}</h2>
        <Button kind="quiet" small icon blocked={blocked} aria-label={`Add a commitment on ${words}`} onAct={onAdd}>
          +
        </Button>
      </header>
      <p className="small quiet" title={day.working === 0 ? undefined : freeTitle(day)}>
        {day.date === today && 'Today, '}
        {day.working === 0 ? 'no working hours' : freeWords(day)}
      </p>
      <ul className="blocks">
        {day.blocks.map((block) => (
          <li key={block.what.kind === 'task' ? block.what.task.id : block.what.commitment.id}>
            <BlockView block={block} date={day.date} onEdit={onEdit} />
          </li>
        ))}
      </ul>
      {day.due.length > 0 && <DueList tasks={day.due} />}
    </li>
  );
}

function freeWords({ free, working }: Day): string {
  return free === null ? `${durationWords(working)} of work, over` : `${durationWords(free)} free`;
}

function freeTitle({ working }: Day): string {
  return `Free: working time that is left, less commitments and planned tasks. The whole day has ${durationWords(working)}.`;
}

/** What falls due that day, under one heading. */
function DueList({ tasks }: { readonly tasks: readonly Task[] }) {
  return (
    <>
      <h3 className="due-head">Due</h3>
      <ul className="blocks">
        {tasks.map((task) => (
          <li key={task.id} className="block block-due">
            <Link {...taskTarget(aliasOf(task))} className="task-row-title">
              <StatusMark status={task.status} shapeOnly /> <span className="alias">{aliasOf(task)}</span>{' '}
              <PlainText>{task.title}</PlainText>
            </Link>
            <DueNote task={task} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface BlockProps {
  readonly block: Block;
  readonly date: string;
  readonly onEdit: (commitment: Commitment) => void;
}

function BlockView({ block, date, onEdit }: BlockProps) {
  const zone = useZone();
  const blocked = useBlocked();
  const span = spanWords(block, date, zone);
  if (block.what.kind === 'task') {
    const { task } = block.what;
    return (
      <div className="block block-task">
        <span className="block-time">
          {span} <StatusMark status={task.status} shapeOnly />
        </span>
        <Link {...taskTarget(aliasOf(task))} className="task-row-title">
          <span className="alias">{aliasOf(task)}</span> <PlainText>{task.title}</PlainText>
        </Link>
      </div>
    );
  }
  const { commitment } = block.what;
  const text = (
    <>
      <span className="block-time">
        {span}, {commitment.kind}
      </span>
      <PlainText>{commitment.title}</PlainText>
    </>
  );
  if (blocked) return <div className={`block block-${commitment.kind}`}>{text}</div>;
  return (
    <button type="button" className={`block block-${commitment.kind}`} onClick={act(() => onEdit(commitment))}>
      {text}
    </button>
  );
}

/** "09:00 to 10:30"; what goes beyond the day says so by an ellipsis. */
function spanWords({ from, to }: Block, date: string, zone: string): string {
  const start = dateAt(from, zone) < date ? '…' : clockTime(from, zone);
  if (to === null) return `${start}, no estimate`;
  // Midnight belongs to the next day, but the block ends with this one.
  const end = dateAt(to - 1, zone) > date ? '…' : clockTime(to, zone);
  return `${start} to ${end}`;
}
