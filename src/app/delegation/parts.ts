/** Delegation, or the refusal where nothing carries runs out (a check of a store, some tests). */
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import type { Parts } from '../parts.ts';
import type { Delegation } from './delegation.ts';

const unavailable: Refusal = {
  code: 'delegation_unavailable',
  message: 'Nothing here carries runs out.',
  next: 'Start the daemon; runs are delegated through it.',
};

export function delegationOf(parts: Parts): Result<Delegation> {
  return parts.delegation ? done(parts.delegation) : refuse(unavailable);
}
