/**
 * Finds out what this browser may see: everything (it holds a person's key), the untouched example, or only how to pair.
 */
import type { PersonKey } from '../../client/credential.ts';
import type { Refusal } from '../../kit/result.ts';
import type { Hello } from '../../protocol/views.ts';
import { apiFor, isUnknownKey, readHello } from '../data/connect.ts';
import { FROM_DESK } from '../data/from-desk.ts';
import { forgetKey, readKey } from '../data/key-store.ts';
import { createLive } from '../data/live.ts';
import type { Session } from '../data/use-live.ts';
import { visitorOf } from '../data/visitor.ts';

export type Boot =
  | { readonly state: 'open'; readonly hello: Hello; readonly session: Session; readonly paired: boolean }
  | {
      readonly state: 'unpaired';
      readonly hello: Hello;
      readonly key: PersonKey | null;
      /** The person came here from the desk of this browser, so that only this page is left to let in. */
      readonly fromDesk: boolean;
    }
  | { readonly state: 'failed'; readonly refusal: Refusal };

export async function boot(signal: AbortSignal): Promise<Boot> {
  const fromDesk = cameFromDesk();
  const asked = await readHello();
  if (!asked.ok) return { state: 'failed', refusal: asked.refusal };
  const hello = asked.value;
  const key = await readKey();
  if (key && hello.hadPerson) {
    const session = await open(apiFor({ key }), signal);
    if (session.ok) {
      localStorage.setItem(ACCEPTED, key.keyId);
      return { state: 'open', hello, session: session.value, paired: true };
    }
    // A key that nobody enrolled yet, or that was revoked, is no reason to fail: the page says how to pair.
    if (!isUnknownKey(session.refusal)) return { state: 'failed', refusal: session.refusal };
  }
  if (!hello.openExample) return { state: 'unpaired', hello, key: await stillNew(key), fromDesk };
  const visitor = await visitorOf();
  const session = await open(apiFor({ visitor }), signal);
  if (session.ok) return { state: 'open', hello, session: session.value, paired: false };
  return { state: 'failed', refusal: session.refusal };
}

/**
 * Only a hint for the words on the page: the desk is another origin, so this page cannot see whether it is paired. The
 * mark leaves the address at once and stays for this tab.
 */
function cameFromDesk(): boolean {
  if (location.hash === FROM_DESK) {
    sessionStorage.setItem(HINT, 'yes');
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(HINT) !== null;
}

const HINT = 'sidekicks-from-desk';

/** The key that the daemon let in before: when it is refused now, it was revoked, and only a new one can be enrolled. */
const ACCEPTED = 'sidekicks-accepted-key';

async function stillNew(key: PersonKey | null): Promise<PersonKey | null> {
  if (!key || localStorage.getItem(ACCEPTED) !== key.keyId) return key;
  await forgetKey();
  return null;
}

async function open(api: Session['api'], signal: AbortSignal) {
  const live = createLive(api);
  const first = await live.start(signal);
  return first.ok ? ({ ok: true, value: { api, live } } as const) : first;
}
