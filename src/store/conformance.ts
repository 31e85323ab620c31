/** What every store must do, whatever it is made of. One suite; a store's test file runs it over its own places. */
import type { Place } from './conformance/case.ts';
import { eventCases } from './conformance/events.ts';
import { noteCases } from './conformance/notes.ts';
import { searchCases } from './conformance/search.ts';
import { transactCases } from './conformance/transact.ts';

/** Vitest's, or any other runner's. */
export interface TestRunner {
  describe(name: string, body: () => void): void;
  it(title: string, body: () => Promise<void>): void;
}

export function storeConformance(name: string, makePlace: () => Promise<Place>, runner: TestRunner): void {
  runner.describe(`${name} is a store`, () => {
    for (const { title, run } of [...transactCases, ...eventCases, ...searchCases, ...noteCases]) {
      runner.it(title, async () => {
        const place = await makePlace();
        try {
          await run(place);
        } finally {
          await place.dispose();
        }
      });
    }
  });
}
