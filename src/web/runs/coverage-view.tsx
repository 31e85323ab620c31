import type { Coverage, CoveredUnit } from '../../core/coverage/answer.ts';
import { demandsNothing } from '../../core/coverage/demands.ts';
import { counted } from '../../kit/text.ts';
import type { RunView } from '../../protocol/delegation-views.ts';
import { CheckIcon, DashedIcon, DotIcon, RingIcon } from '../parts/icons.tsx';
import { Mark } from '../parts/marks.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { Section } from '../parts/shell.tsx';
import { EnvironmentWords } from './contract.tsx';
import { type GapWords, gapWords } from './gap-words.ts';
import { CheckMark } from './marks.tsx';
import { type Cell, type CellRun, type Column, matrixOf, type Row } from './matrix.ts';
import { Wide } from './wide.tsx';
import { capital } from './words.ts';

/** Criteria and obligations against checks. It counts what is declared and shown; a person judges whether that is enough. */
export function CoverageView({ view }: { readonly view: RunView }) {
  const { contract, coverage, checks } = view;
  if (!coverage || !contract) return null;
  return (
    <Section title="Coverage">
      <Totals coverage={coverage} />
      {demandsNothing(contract) !== null && (
        <p>Current evidence is demanded, and there is no unit to demand it for: any success was taken.</p>
      )}
      {coverage.assessment === 'assessed' && <Matrix {...matrixOf(contract, coverage, checks)} />}
      <Unresolved coverage={coverage} />
    </Section>
  );
}

function Totals({ coverage: { assessment, totals } }: { readonly coverage: Coverage }) {
  if (assessment === 'not_declared') {
    return <p className="quiet">The contract declares no set of criteria, so there is nothing to count.</p>;
  }
  if (assessment === 'not_assessable') {
    return <p className="quiet">The declared set is empty, so nothing can be assessed.</p>;
  }
  return (
    <p>
      <strong>
        {totals.eligible} of {counted(totals.units, 'unit')}
      </strong>{' '}
      {totals.units === 1 ? 'has' : 'have'} current passing evidence; {totals.selected}{' '}
      {totals.selected === 1 ? 'is' : 'are'} meant to be shown at this stage.{' '}
      <span className="quiet">Whether that is sufficient, and whether the work is accepted, is not assessed here.</span>
    </p>
  );
}

function Matrix({ columns, rows }: { readonly columns: readonly Column[]; readonly rows: readonly Row[] }) {
  return (
    <Wide label="Coverage matrix">
      <table className="plain-table matrix">
        <caption className="visually-hidden">Criteria and obligations down, checks across</caption>
        <thead>
          <tr>
            <th scope="col">Criterion or obligation</th>
            {columns.map((column) => (
              <th scope="col" key={column.checkId}>
                <span className="matrix-check" title={column.command ?? 'It names no command.'}>
                  <PlainText>{column.criterion}</PlainText>
                </span>
                <span className="quiet small matrix-phase">
                  {capital(column.phase)}
                  {!column.selected && ', not selected'}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <UnitRow key={row.key} row={row} />
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function UnitRow({ row: { unit, criterion, cells } }: { readonly row: Row }) {
  return (
    <tr>
      <th scope="row">
        <div className="matrix-unit">
          {criterion !== null && (
            <span className="quiet small">
              <PlainText>{criterion}</PlainText>
            </span>
          )}
          <span className="stored">
            <PlainText>{unit.text}</PlainText>
            <EnvironmentWords of={unit.environment} />
          </span>
          <Standing unit={unit} />
          <Gaps unit={unit} />
        </div>
      </th>
      {cells.map((cell) => (
        <td key={cell.checkId}>
          <CellView cell={cell} />
        </td>
      ))}
    </tr>
  );
}

function Standing({ unit }: { readonly unit: CoveredUnit }) {
  if (unit.eligible) {
    const onlyReported = unit.evidence.observed.length === 0;
    return (
      <Mark icon={<CheckIcon />} tone={onlyReported ? 'plain' : 'good'}>
        {onlyReported ? 'Evidence, only reported' : 'Evidence, observed'}
      </Mark>
    );
  }
  return (
    <Mark icon={<DashedIcon />} tone="warn">
      No evidence
    </Mark>
  );
}

/** Gaps of a unit that are read at once; a narrow window shows two of them in full. */
const GAPS = 2;

/** Each gap in words, with what to do. What keeps the unit from evidence comes before what is only told. */
function Gaps({ unit }: { readonly unit: CoveredUnit }) {
  const gaps = unit.gaps.map(gapWords).sort((one, other) => Number(other.stands) - Number(one.stands));
  const [first, rest] = gaps.length <= GAPS + 1 ? [gaps, []] : [gaps.slice(0, GAPS), gaps.slice(GAPS)];
  return (
    <>
      <GapList gaps={first} />
      {rest.length > 0 && (
        <details>
          <summary>{counted(rest.length, 'more gap')}</summary>
          <GapList gaps={rest} />
        </details>
      )}
    </>
  );
}

function GapList({ gaps }: { readonly gaps: readonly GapWords[] }) {
  if (gaps.length === 0) return null;
  return (
    <ul className="gaps">
      {gaps.map(({ code, title, means, next, stands }) => (
        <li key={code}>
          <Mark icon={stands ? <DotIcon /> : <RingIcon />} tone={stands ? 'warn' : 'quiet'}>
            <span title={code}>{title}</span>
          </Mark>
          <span className="quiet small">
            {means}
            {/* What is only told asks for nothing. */}
            {stands && ` ${next}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function CellView({ cell: { mapping, observed, reported } }: { readonly cell: Cell }) {
  if (mapping === 'none') {
    return (
      <span className="quiet" title="Not mapped">
        <span aria-hidden="true">·</span>
        <span className="visually-hidden">Not mapped</span>
      </span>
    );
  }
  if (mapping === 'parent') return <span className="quiet small">Only the criterion is named</span>;
  return (
    <span className="matrix-cell">
      <Source name="Observed" run={observed} />
      <Source name="Reported" run={reported} />
    </span>
  );
}

function Source({ name, run }: { readonly name: string; readonly run: CellRun | null }) {
  return (
    <span className="matrix-source">
      <span className="quiet small">{name}</span>
      {run ? (
        <>
          <CheckMark run={run.record} />
          <span className="quiet small">{run.counts ? 'Counts' : 'Does not count'}</span>
        </>
      ) : (
        <span className="quiet small">none</span>
      )}
    </span>
  );
}

/** References that lead nowhere. */
function Unresolved({ coverage: { unresolved } }: { readonly coverage: Coverage }) {
  if (unresolved.length === 0) return null;
  return (
    <details>
      <summary>{counted(unresolved.length, 'reference leads', 'references lead')} nowhere</summary>
      <ul className="bullets">
        {unresolved.map(({ from, id, ref, codes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reference has no other name
          <li key={index}>
            {from === 'check' ? 'The check' : 'A claim of'}{' '}
            <code>
              <PlainText>{from === 'check' ? id : `run ${id.slice(-6)}`}</PlainText>
            </code>{' '}
            names{' '}
            <code>
              <PlainText>{[ref.set_id, ref.criterion_id, ref.obligation_id].filter(Boolean).join('/')}</PlainText>
            </code>
            :{' '}
            {codes
              .map(gapWords)
              .map(({ title, next }) => `${title.toLowerCase()}. ${next}`)
              .join(' ')}
          </li>
        ))}
      </ul>
    </details>
  );
}
