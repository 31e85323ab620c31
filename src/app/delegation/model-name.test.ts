/** A model's name may become an argument of an agent's program. */
import { expect, test } from 'vitest';
import { whyNotModel } from './model-name.ts';

test.each([null, 'flash', 'opencode/big-pickle', 'a--b'])('%s may be a model', (name) => {
  expect(whyNotModel(name)).toBeNull();
});

test.each(['', ' ', '--yolo', '-y', ' --approval-mode=yolo', 'a\u0000b', 'a\nb', 'm'.repeat(201)])(
  '%s may not',
  (name) => {
    expect(whyNotModel(name)).toMatchObject({
      code: 'invalid_input',
      next: expect.stringMatching(/\S/),
      problems: [{ code: 'invalid_model', path: '/execution/model' }],
    });
  },
);
