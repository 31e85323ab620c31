/** What coverage counts: obligations, and criteria without any. */
import type { Contract, Environment } from '../contract/contract.ts';

export interface Unit {
  readonly criterion_id: string;
  readonly obligation_id: string | null;
  readonly text: string;
  readonly environment: Environment;
}

export function unitsOf({ acceptance_set }: Contract): readonly Unit[] {
  return (acceptance_set?.items ?? []).flatMap(({ id, text, obligations }): readonly Unit[] => {
    if (obligations.length === 0) return [{ criterion_id: id, obligation_id: null, text, environment: {} }];
    return obligations.map((one) => ({
      criterion_id: id,
      obligation_id: one.id,
      text: one.text,
      environment: one.environment,
    }));
  });
}
