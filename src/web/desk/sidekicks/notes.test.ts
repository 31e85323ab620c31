import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ConfirmItems } from './bring-in.tsx';

const yaml = `checklist:
  # Proposed from line 8 of SKILL.md: confirm, reword or delete.
  - id: tidy.sweep
    text: Sweep
    required: false
`;

test('what was left out of a skill is said where its items are confirmed', () => {
  const notes = ['5 more checkboxes were left out: a checklist has at most 20 items.'];
  const draft = { sidekickId: 'tidy', yaml, skill: '', known: true, notes };
  const nothing = () => undefined;
  const page = renderToStaticMarkup(createElement(ConfirmItems, { draft, close: nothing, drafted: nothing }));
  expect(page).toContain('5 more checkboxes were left out');
});
