/** The way to a key of this origin: the page makes it, the desk asks the person and enrols it. */
import type { Hello } from '../../protocol/views.ts';
import { fingerprintOf, makeKey, requestIdOf } from '../data/key-store.ts';
import { visitorHashOf, visitorOf } from '../data/visitor.ts';

interface Asked {
  readonly publicKey: string;
  readonly visitorHash: string;
}

/** Makes the key and the visitor if there are none. */
async function ask(): Promise<Asked> {
  const { publicKey } = await makeKey();
  return { publicKey, visitorHash: await visitorHashOf(await visitorOf()) };
}

/** What this page and the desk both show, so that a person can see that they mean the same key and visitor. */
export async function fingerprintHere(): Promise<string> {
  return fingerprintOf((await requestIdOf(await ask())) ?? '');
}

/** The desk's address with what it needs, in the fragment, so that no log holds it. */
function enrolUrl(deskUrl: string, { publicKey, visitorHash }: Asked, back: string): string {
  const fragment = new URLSearchParams({ key: publicKey, visitor: visitorHash, back });
  return `${deskUrl}/enrol#${fragment}`;
}

/** Leaves for the desk. */
export async function goAndEnrol(hello: Hello): Promise<void> {
  location.assign(enrolUrl(hello.deskUrl, await ask(), hello.workspaceUrl));
}
