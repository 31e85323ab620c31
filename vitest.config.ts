import { defineConfig } from 'vitest/config';

const minute = 60_000;

/** A project for each folder of test/ that drives whole processes: slow, and patient. */
const whole = (name: string, { serial }: { serial: boolean }) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout: 2 * minute,
    hookTimeout: 3 * minute,
    // Crash, race and browser tests own the machine's time: two at once make each other flaky.
    fileParallelism: !serial,
  },
});

export default defineConfig({
  test: {
    globalSetup: ['test/generate.ts'],
    // A process for each of three hundred files took a tenth of the time; whoever changes the process puts it back.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'test/architecture/**/*.test.ts', 'test/app/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: { name: 'laws', include: ['src/**/*.laws.ts', 'test/laws/**/*.laws.ts'], testTimeout: 2 * minute },
      },
      whole('surfaces', { serial: false }),
      whole('delegation', { serial: false }),
      whole('gate', { serial: false }),
      whole('e2e', { serial: true }),
      whole('crash', { serial: true }),
      whole('race', { serial: true }),
    ],
  },
});
