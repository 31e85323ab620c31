import { useMemo, useState } from 'react';
import type { ImportedTask } from '../../../core/workspace/import.ts';
import { counted } from '../../../kit/text.ts';
import { Button } from '../../parts/button.tsx';
import { PriorityMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { TaskRow } from '../../parts/task-row.tsx';
import { dayWords } from '../../parts/time-words.ts';
import { treeOf } from './report.ts';

/** Lines drawn at once; thousands would stall the page. */
const STEP = 200;
const DEEPEST = 6;

export function ImportTree({ tasks }: { readonly tasks: readonly ImportedTask[] }) {
  const branches = useMemo(() => treeOf(tasks), [tasks]);
  const [shown, setShown] = useState(STEP);
  const left = branches.length - shown;
  return (
    <>
      <ul>
        {branches.slice(0, shown).map(({ task, depth }) => (
          <li key={task.sourceId} data-depth={Math.min(depth, DEEPEST)} className="import-line">
            <TaskRow status={task.status} alias={task.sourceId} title={task.title}>
              <PriorityMark priority={task.priority} shapeOnly />
              {task.dueDate && <span>due {dayWords(task.dueDate)}</span>}
            </TaskRow>
            <ImportDetails task={task} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <div className="buttons">
          <Button onAct={() => setShown(shown + STEP)}>Show {Math.min(STEP, left)} more</Button>
          <span className="quiet small">{left} not shown yet</span>
        </div>
      )}
    </>
  );
}

function ImportDetails({ task }: { readonly task: ImportedTask }) {
  const { description, checklist, tags, dependsOnSourceIds } = task;
  const parts = [
    description !== '' && 'a description',
    checklist.length > 0 && counted(checklist.length, 'checklist item'),
    tags.length > 0 && counted(tags.length, 'tag'),
    dependsOnSourceIds.length > 0 && counted(dependsOnSourceIds.length, 'dependency', 'dependencies'),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <details className="small quiet">
      <summary>With {parts.join(', ')}</summary>
      {description !== '' && (
        <p className="stored">
          <PlainText>{description}</PlainText>
        </p>
      )}
      {checklist.length > 0 && (
        <ul className="bullets">
          {checklist.map(({ text, done }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may be alike, and they never move
            <li key={index}>
              {done ? 'Done: ' : ''}
              <PlainText>{text}</PlainText>
            </li>
          ))}
        </ul>
      )}
      {tags.length > 0 && (
        <p>
          Tags: <PlainText>{tags.join(', ')}</PlainText>
        </p>
      )}
      {dependsOnSourceIds.length > 0 && (
        <p>
          After: <PlainText>{dependsOnSourceIds.join(', ')}</PlainText>
        </p>
      )}
    </details>
  );
}
