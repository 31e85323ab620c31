/** Finds out what this browser may do at the desk: everything (it holds a person's key), or only pair. */
import type { PersonKey } from '../../client/credential.ts';
import type { Refusal } from '../../kit/result.ts';
import type { Hello } from '../../protocol/views.ts';
import { apiFor, isUnknownKey, readHello } from '../data/connect.ts';
import { forgetKey, readKey } from '../data/key-store.ts';
import { createLive } from '../data/live.ts';
import type { Session } from '../data/use-live.ts';

export type Boot =
  | { readonly state: 'open'; readonly hello: Hello; readonly session: Session; readonly key: PersonKey }
  | { readonly state: 'unpaired'; readonly hello: Hello; readonly shutOut: boolean }
  | { readonly state: 'failed'; readonly refusal: Refusal };

export async function boot(signal: AbortSignal): Promise<Boot> {
  const asked = await readHello();
  if (!asked.ok) return { state: 'failed', refusal: asked.refusal };
  const hello = asked.value;
  const key = await readKey();
  if (!key) return { state: 'unpaired', hello, shutOut: false };
  const api = apiFor({ key });
  const live = createLive(api);
  const first = await live.start(signal);
  if (first.ok) return { state: 'open', hello, session: { api, live }, key };
  if (!isUnknownKey(first.refusal)) return { state: 'failed', refusal: first.refusal };
  // Revoked keys stay dead, so the next pairing needs a new one.
  await forgetKey();
  return { state: 'unpaired', hello, shutOut: hello.hadPerson };
}
