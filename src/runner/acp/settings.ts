/** Model and thinking level by the session's options. What the agent does not offer is said, never pretended. */
import type { SessionConfigOption } from '@agentclientprotocol/sdk';
import type { Settings } from '../../core/run/run.ts';

export interface Wanted {
  readonly model: string | null;
  readonly thinking: string | null;
  /** The model was chosen when the agent was started. */
  readonly modelByArgs: boolean;
}

export type SettingsOutcome = Pick<Settings, 'actual' | 'unsupported'>;

/** Sets one option and answers all of them as they are then. Throws what the agent answers. */
export type SetOption = (configId: string, value: string) => Promise<readonly SessionConfigOption[]>;

export async function settle(
  offered: readonly SessionConfigOption[],
  wanted: Wanted,
  set: SetOption,
): Promise<SettingsOutcome> {
  const unsupported: string[] = [];
  let options = offered;
  const choose = async (category: 'model' | 'thought_level', what: string, value: string, matches: Match) => {
    const chosen = await chooseOne(options, category, value, matches, set);
    if (chosen.options !== null) options = chosen.options;
    if (chosen.why !== null) unsupported.push(`${what} ${value}: ${chosen.why}`);
  };
  if (wanted.model !== null && !wanted.modelByArgs) await choose('model', 'model', wanted.model, sameModel);
  if (wanted.thinking !== null) {
    const level = wanted.thinking;
    const byModel = thinkingModel(options, level);
    if (byModel === null) await choose('thought_level', 'thinking', level, sameLevel);
    else await choose('model', 'thinking', byModel, (offer, value) => offer === value);
  }
  return { actual: actualOf(options), unsupported };
}

type Match = (offer: string, wanted: string) => boolean;
type Select = SessionConfigOption & { readonly type: 'select' };

interface Chosen {
  readonly options: readonly SessionConfigOption[] | null;
  /** Null = it is as wanted. */
  readonly why: string | null;
}

async function chooseOne(
  options: readonly SessionConfigOption[],
  category: string,
  wanted: string,
  matches: Match,
  set: SetOption,
): Promise<Chosen> {
  const option = selectOf(options, category);
  if (option === null) return { options: null, why: 'the agent offers no choice' };
  const values = valuesOf(option);
  const value = values.find((offer) => offer === wanted) ?? values.find((offer) => matches(offer, wanted));
  if (value === undefined) return { options: null, why: `it offers ${values.slice(0, 12).join(', ') || 'nothing'}` };
  if (option.currentValue === value) return { options: null, why: null };
  try {
    const after = await set(option.id, value);
    const now = selectOf(after, category)?.currentValue;
    return { options: after, why: now === value ? null : `the agent stays at ${now ?? 'an unknown one'}` };
  } catch (error) {
    return { options: null, why: `the agent refused it (${error instanceof Error ? error.message : String(error)})` };
  }
}

const sameModel: Match = (offer, wanted) =>
  offer.toLowerCase() === wanted.toLowerCase() || offer.toLowerCase().endsWith(`/${wanted.toLowerCase()}`);

const offWords = new Set(['off', 'none', 'disabled']);
const sameLevel: Match = (offer, wanted) =>
  offer.toLowerCase() === wanted || (wanted === 'off' && offWords.has(offer.toLowerCase()));

/** Codex has the level in the model's name: `gpt-x[high]`. Null = this agent has not. */
function thinkingModel(options: readonly SessionConfigOption[], level: string): string | null {
  if (selectOf(options, 'thought_level') !== null) return null;
  const model = selectOf(options, 'model');
  if (model === null || !/\[\w+\]$/.test(model.currentValue)) return null;
  return model.currentValue.replace(/\[\w+\]$/, `[${level}]`);
}

function actualOf(options: readonly SessionConfigOption[]): Settings['actual'] {
  const model = selectOf(options, 'model')?.currentValue ?? null;
  const byModel = model === null ? null : (/\[(\w+)\]$/.exec(model)?.[1] ?? null);
  return { model, thinking: selectOf(options, 'thought_level')?.currentValue ?? byModel };
}

function selectOf(options: readonly SessionConfigOption[], category: string): Select | null {
  return options.find((option): option is Select => option.type === 'select' && option.category === category) ?? null;
}

function valuesOf({ options }: Select): readonly string[] {
  return options.flatMap((entry) => ('value' in entry ? [entry.value] : entry.options.map(({ value }) => value)));
}
