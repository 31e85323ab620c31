import { act } from '../../parts/act.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { goKeys } from './shortcut-keys.ts';

const general = [
  ['?', 'Show these keys'],
  ['/', 'Find on this page'],
  ['c', 'New task'],
  ['Ctrl Z', 'Undo your last change'],
  ['F6', 'Go to the newest notice, and back'],
] as const;

const board = [
  ['← ↑ ↓ →', 'Move between cards'],
  ['Space', 'Take a card; again to put it down'],
  ['← ↑ ↓ →', 'Move a taken card'],
  ['Escape', 'Put a taken card back'],
  ['Enter', 'Open the task'],
] as const;

const list = [
  ['↑ ↓', 'Move between rows'],
  ['→ ←', 'Open or close the subtasks'],
  ['Enter', 'Open the task'],
] as const;

interface HelpProps {
  readonly letters: boolean;
  readonly onLetters: (on: boolean) => void;
  readonly onClose: () => void;
}

export function ShortcutHelp({ letters, onLetters, onClose }: HelpProps) {
  return (
    <Dialog title="Keys" onClose={onClose} wide>
      <div className="keys">
        <Keys title="Everywhere" keys={general} />
        <Keys title="Go to" keys={goKeys.map(({ key, name }) => [`g ${key}`, name] as const)} />
        <Keys title="Board" keys={board} />
        <Keys title="List" keys={list} />
      </div>
      <label className="check">
        <input type="checkbox" checked={letters} readOnly onClick={act(() => onLetters(!letters))} />
        Single letters work as keys
      </label>
    </Dialog>
  );
}

function Keys({ title, keys }: { readonly title: string; readonly keys: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="keys-list">
        {keys.map(([key, what]) => (
          <div key={`${key} ${what}`}>
            <dt>
              {key.split(' ').map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
