/** Pairs this browser: makes its key, which never leaves it, and sends the public half with the code. */
import type { Refusal, Result } from '../../../kit/result.ts';
import { makeKey } from '../../data/key-store.ts';

interface PairWords {
  readonly code: string;
  readonly name: string;
  readonly label: string;
}

export async function pair(words: PairWords): Promise<Result<null>> {
  try {
    const { publicKey } = await makeKey();
    const response = await fetch('/api/pair', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...words, publicKey }),
      credentials: 'omit',
    });
    if (response.ok) return { ok: true, value: null };
    const { error } = (await response.json()) as { readonly error: Refusal };
    return { ok: false, refusal: error };
  } catch (error) {
    return {
      ok: false,
      refusal: {
        code: 'unreachable',
        message: `It did not work: ${String(error)}.`,
        next: 'Check that Sidekicks runs.',
      },
    };
  }
}
