/** Forms of both pages. One world; each chapter goes on from the last. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agent } from './forms/agent.ts';
import { away } from './forms/away.ts';
import { fields } from './forms/fields.ts';
import { sight } from './forms/sight.ts';
import { type Forms, openForms } from './forms/stage.ts';
import { keepPictures } from './pictures.ts';

let forms: Forms;

keepPictures(() => forms?.world.browser);

beforeAll(async () => {
  forms = await openForms();
});

afterAll(() => forms?.world.close());

const here = () => forms;

describe('in sight', () => sight(here));
describe('an agent', () => agent(here));
describe('away', () => away(here));
describe('fields', () => fields(here));

test('no page threw, and nothing was blocked', () => {
  expect(forms.world.faults).toEqual([]);
});
