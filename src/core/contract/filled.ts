/** What was given, with all defaults filled and without what nothing reads. */
import type { Contract, StartInput } from './contract.ts';
import { type Filled, fill } from './fill.ts';
import { contractShape, startShape } from './shape.ts';

/** A given contract that fits the schema, filled. Pointers in `ignored` start at the contract. */
export function fillContract(given: unknown): Filled<Contract> {
  return fill(contractShape, given) as Filled<Contract>;
}

/** A whole input of `tandem_start` that fits the schema, filled, with its contract. Pointers start at the input. */
export function fillStart(given: unknown): Filled<StartInput> {
  return fill(startShape, given) as Filled<StartInput>;
}
