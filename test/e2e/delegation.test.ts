/** Delegation as a person sees it: a task handed over, watched, answered, judged. One world; each chapter goes on from the last. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tryingAgain } from './delegation/again.ts';
import { asking } from './delegation/asking.ts';
import { breaking } from './delegation/breaking.ts';
import { deciding } from './delegation/deciding.ts';
import { giving } from './delegation/giving.ts';
import { judging } from './delegation/judging.ts';
import { lying } from './delegation/lying.ts';
import { reading } from './delegation/reading.ts';
import { openStage, type Stage } from './delegation/stage.ts';
import { stopping } from './delegation/stopping.ts';
import { telling } from './delegation/telling.ts';
import { keepPictures } from './pictures.ts';

let stage: Stage;

keepPictures(() => stage?.world.browser);

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage?.close());

const here = () => stage;

describe('what a person gives', () => giving(here));
describe('what a run asks', () => asking(here));
describe('what came of it', () => judging(here));
describe('what stays to be read', () => reading(here));
describe('the gate', () => deciding(here));
describe('notices', () => telling(here));
describe('lies', () => lying(here));
describe('the switch', () => stopping(here));
describe('once more', () => tryingAgain(here));
describe('no answer', () => breaking(here));

test('no page threw, and nothing was blocked', () => {
  expect(stage.world.faults).toEqual([]);
});
