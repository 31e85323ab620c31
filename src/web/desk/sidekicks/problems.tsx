import type { SourceProblem } from '../../../core/playbook/playbook.ts';
import { counted } from '../../../kit/text.ts';
import { Button } from '../../parts/button.tsx';
import { PlainText } from '../../parts/plain-text.tsx';

interface ProblemsProps {
  readonly problems: readonly SourceProblem[];
  /** Leads to the line, where there is something to lead to. */
  readonly go?: (problem: SourceProblem) => void;
}

/** What is wrong with a source, by file and line. */
export function Problems({ problems, go }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <div className="refused" role="alert">
      <p>
        <strong>{counted(problems.length, 'problem')}.</strong> Nothing was offered; what is active stays.
      </p>
      <ul className="problems">
        {problems.map((problem) => (
          <li key={`${problem.file} ${problem.line} ${problem.message}`}>
            {go ? (
              <Button small kind="quiet" onAct={() => go(problem)}>
                {problem.file}, line {problem.line}
              </Button>
            ) : (
              <code>
                {problem.file}:{problem.line}
              </code>
            )}{' '}
            <span className="stored">
              <PlainText>{problem.message}</PlainText>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
