/** The way to a key of this origin: the page makes it, the desk asks the person and enrols it. */
import type { PersonKey } from '../../client/credential.ts';
import type { Hello } from '../../protocol/views.ts';
import { makeKey } from '../data/key-store.ts';
import { visitorOf } from '../data/visitor.ts';

/** The desk's address with what it needs, in the fragment, so that no log holds it. */
function enrolUrl(deskUrl: string, key: PersonKey, visitorId: string, back: string): string {
  const fragment = new URLSearchParams({ key: key.publicKey, visitor: visitorId, back });
  return `${deskUrl}/enrol#${fragment}`;
}

/** Makes the key if there is none, and leaves for the desk. */
export async function goAndEnrol(hello: Hello): Promise<void> {
  const key = await makeKey();
  const visitor = await visitorOf(hello);
  location.assign(enrolUrl(hello.deskUrl, key, visitor.id, hello.workspaceUrl));
}
