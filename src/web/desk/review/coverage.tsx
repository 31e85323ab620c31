import type { CoverageItem } from '../../../core/plan/evaluation.ts';
import { CheckIcon, CrossIcon, DashedIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { nameOf } from './field-value.tsx';
import { LeftOut } from './left-out.tsx';
import { useReview } from './review-context.ts';
import { StepLinks } from './step-link.tsx';

/** The checklists of all voters, and what claims to cover each item. Covered is a claim of the plan, not a finding. */
export function Coverage() {
  const { evaluation, view } = useReview();
  if (!evaluation) return null;
  const { coverage } = evaluation;
  const open = coverage.filter((item) => item.coveredBy.length === 0).length;
  const title =
    coverage.length === 0
      ? 'No checklist applies'
      : `Checklist: ${coverage.length - open} of ${coverage.length} ${evaluation.omitted.coverage > 0 ? 'shown are ' : ''}claimed`;
  return (
    <Section title={title}>
      <ul className="checklist">
        {coverage.map((item) => (
          <li key={item.itemId}>
            <ItemMark item={item} />
            <span>
              <span className="stored">
                <PlainText>{item.text}</PlainText>
              </span>{' '}
              <span className="quiet small">
                <PlainText>{nameOf(view.names, item.sidekickId)}</PlainText>
                {!item.required && ', optional'}
                {item.coveredBy.length > 0 && (
                  <>
                    {': '}
                    <StepLinks ids={item.coveredBy} />
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <LeftOut count={evaluation.omitted.coverage} what="item" />
    </Section>
  );
}

function ItemMark({ item }: { readonly item: CoverageItem }) {
  if (item.coveredBy.length > 0) {
    return (
      <Mark icon={<CheckIcon />} tone="good">
        Claimed
      </Mark>
    );
  }
  return item.required ? (
    <Mark icon={<CrossIcon />} tone="bad">
      Missing
    </Mark>
  ) : (
    <Mark icon={<DashedIcon />} tone="quiet">
      Open
    </Mark>
  );
}
