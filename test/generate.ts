/** Vitest's global setup: `npx vitest` alone must find the generated validators as fresh as `npm test` does. */
import { writeValidators } from '../scripts/validators.ts';

export async function setup(): Promise<void> {
  await writeValidators();
}
