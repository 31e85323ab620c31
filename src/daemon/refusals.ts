/** Refusals by code, with the words of the one list in protocol/codes.ts. */
import { type Problem, placed, type Refusal } from '../kit/result.ts';
import { type RefusalCode, refusalCodes } from '../protocol/codes.ts';

interface Extra {
  readonly message?: string;
  readonly next?: string;
  readonly problems?: readonly Problem[];
  readonly data?: unknown;
}

/** Without problems of its own it is one about the whole input. */
export function refusalOf(code: RefusalCode, extra: Extra = {}): Refusal {
  const { raised, next } = refusalCodes[code];
  return placed({ code, message: raised, next, ...extra });
}

/** As `kit/refuse`, by code. */
export function refused(code: RefusalCode, extra: Extra = {}): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: refusalOf(code, extra) };
}

/** The HTTP status of a code; a code that is not in the list is a fault of ours. */
export function statusOf(code: string): number {
  return code in refusalCodes ? refusalCodes[code as RefusalCode].status : 500;
}
