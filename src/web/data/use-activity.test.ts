import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../protocol/views.ts';
import type { Api } from './api.ts';
import { readUpTo } from './use-activity.ts';

/** 1,000 events, and three evaluations with each. */
const call = async (_: string, { limit, beforeSeq = 1001 }: { limit: number; beforeSeq?: number }) => {
  const seqs = Array.from({ length: limit }, (_, at) => beforeSeq - 1 - at).filter((seq) => seq > 0);
  const entries = seqs.flatMap((seq) => [seq, null, null, null].map((one) => ({ seq: one }) as ActivityEntry));
  const last = seqs.at(-1) ?? 1;
  return { ok: true, value: { entries, nextBeforeSeq: last > 1 ? last : null } };
};
const api = { call } as unknown as Pick<Api, 'call'>;

test.each([50, 200, 250, 950])('%s events are as many, however much was evaluated between them', async (wanted) => {
  const read = await readUpTo(api, wanted, {}, new AbortController().signal);
  const events = read.ok ? read.value.entries.filter(({ seq }) => seq !== null) : [];
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: wanted }, (_, at) => 1000 - at));
  expect(read).toMatchObject({ value: { more: true } });
});
