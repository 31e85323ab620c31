/** Sidekicks at the desk: a source offers a version, a person activates it. */
import { isAbsolute } from 'node:path';
import * as commands from '../../core/playbook/sidekick-commands.ts';
import { refuseFields } from '../../core/workspace/task-commands.ts';
import { done } from '../../kit/result.ts';
import { act, stateOf, type UseCase } from '../parts.ts';
import { parsePlaybook } from '../sources/playbook.ts';
import { readPlaybookFolder } from '../sources/playbook-folder.ts';
import { draftFromSkill } from '../sources/skill-folder.ts';

export const readSidekicks: UseCase<'read_sidekicks'> = async (parts) => {
  const all = [...stateOf(parts).tables.sidekick.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return done({ sidekicks: all });
};

export const changeSidekick: UseCase<'change_sidekick'> = (parts, call, { sidekickId, ...change }) =>
  act(parts, call.author, (state) => commands.changeSidekick(state, sidekickId, change));

export const offerSidekick: UseCase<'offer_sidekick'> = async (parts, call, { sidekickId, yaml, skill }) => {
  const parsed = parsePlaybook({ folder: sidekickId, yaml, skill });
  if (!parsed.ok) return done({ offered: null, problems: parsed.problems });
  const source = { playbook: parsed.playbook, yaml, skill, hash: parsed.hash };
  const result = await parts.kernel.execute(call.author, (state, context) =>
    commands.offerSidekick(state, source, 'added', context),
  );
  return result.ok ? done({ offered: result.value.value.offered, problems: [] }) : result;
};

export const bringInSkill: UseCase<'bring_in_skill'> = async (_parts, _call, { folder }) => {
  if (!isAbsolute(folder)) {
    const problem = { code: 'not_absolute', path: '/folder', message: 'The path is not absolute.' };
    return refuseFields([{ ...problem, fix: 'Give the whole path of the folder.' }]);
  }
  const source = await readPlaybookFolder(folder);
  if (source.kind === 'playbook') {
    const { folder: sidekickId, yaml, skill } = source.texts;
    return done({ sidekickId, yaml, skill, notes: [], problems: [] });
  }
  const draft =
    source.kind === 'skill' ? draftFromSkill(source.folder, source.skill) : { ok: false as const, ...source };
  if (!draft.ok) return done({ sidekickId: null, yaml: '', skill: '', notes: [], problems: draft.problems });
  const { id: sidekickId, yaml, skill, notes } = draft;
  return done({ sidekickId, yaml, skill, notes, problems: [] });
};

export const activateSidekick: UseCase<'activate_sidekick'> = (parts, call, { sidekickId, hash }) =>
  act(parts, call.author, (state) => commands.activateSidekick(state, sidekickId, hash));

export const dropOffer: UseCase<'drop_offer'> = (parts, call, { sidekickId }) =>
  act(parts, call.author, (state) => commands.dropOffer(state, sidekickId));
