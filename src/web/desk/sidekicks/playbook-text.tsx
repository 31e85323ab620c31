import type { Playbook } from '../../../core/playbook/playbook.ts';
import { CrossIcon, DotIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { matchWords, ruleWords } from './rule-words.ts';

/** A playbook to read. */
export function PlaybookText({ playbook }: { readonly playbook: Playbook }) {
  const { summary, match, questions, constraints, checklist, recommendations } = playbook;
  return (
    <div className="playbook">
      <p>
        <PlainText>{summary}</PlainText>
      </p>
      <h3>It applies to a task with {match.threshold} points</h3>
      <ul className="bullets">
        {match.rules.map((rule) => (
          <li key={JSON.stringify(rule)}>
            {rule.weight} for <PlainText>{matchWords(rule)}</PlainText>
          </li>
        ))}
      </ul>
      <h3>It asks</h3>
      <ul className="bullets">
        {questions.map(({ id, text }) => (
          <li key={id}>
            <PlainText>{text}</PlainText>
          </li>
        ))}
      </ul>
      <h3>It demands</h3>
      {constraints.length === 0 && <p className="quiet">Nothing.</p>}
      <ul className="bullets">
        {constraints.map(({ id, text, onFail, rule }) => (
          <li key={id}>
            <PlainText>{text}</PlainText>{' '}
            <Mark icon={onFail === 'block' ? <CrossIcon /> : <DotIcon />} tone={onFail === 'block' ? 'bad' : 'warn'}>
              {onFail === 'block' ? 'blocks' : 'concern'}
            </Mark>{' '}
            <details className="small">
              <summary>{ruleWords(rule)}</summary>
              <code>{JSON.stringify(rule)}</code>
            </details>
          </li>
        ))}
      </ul>
      <h3>Its checklist</h3>
      {checklist.length === 0 && <p className="quiet">Empty.</p>}
      <ul className="bullets">
        {checklist.map(({ id, text, required }) => (
          <li key={id}>
            <PlainText>{text}</PlainText> <span className="quiet small">{required ? 'required' : 'optional'}</span>
          </li>
        ))}
      </ul>
      <p className="quiet">
        It permits the recommendations <PlainText>{recommendations.join(', ') || 'none'}</PlainText>.
      </p>
    </div>
  );
}
