/** What the clients of all processes know of each other's work, so that they get in each other's way on purpose. */
import type { DaemonLine } from '../rigs/daemon.ts';
import type { AgentToken } from '../rigs/people.ts';
import type { Call } from './history.ts';

export interface Plan {
  readonly proposalId: string;
  readonly revision: number;
  readonly digest: string;
  readonly tokenId: string;
}

export type News =
  | { readonly kind: 'parent'; readonly taskId: string }
  | { readonly kind: 'staged' | 'approved' | 'committed'; readonly plan: Plan };

/** From the rig to a process of clients. */
export type Order =
  | {
      readonly kind: 'begin';
      readonly daemon: DaemonLine;
      readonly name: string;
      readonly pairingCode: string;
      readonly agents: readonly AgentToken[];
      readonly parents: readonly string[];
      readonly callsPerClient: number;
      readonly seed: number;
    }
  | { readonly kind: 'go' }
  | { readonly kind: 'news'; readonly news: News };

/** From a process of clients to the rig. */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'news'; readonly news: News }
  | { readonly kind: 'done'; readonly calls: readonly Call[] };

/** Newest last; old plans are forgotten, so that clients meet at the new ones. */
const REMEMBERED = 12;

export interface Board {
  readonly parents: string[];
  readonly plans: Plan[];
  /** Approved and not yet known to be committed: whoever shares the token commits it at once. */
  readonly approved: Plan[];
  take(news: News): void;
}

export function openBoard(parents: readonly string[]): Board {
  const board: Board = {
    parents: [...parents],
    plans: [],
    approved: [],
    take(news) {
      if (news.kind === 'parent') remember(board.parents, news.taskId);
      else if (news.kind === 'staged') remember(board.plans, news.plan);
      else if (news.kind === 'approved') remember(board.approved, news.plan);
      else forget(board.approved, news.plan.proposalId);
    },
  };
  return board;
}

function remember<T>(list: T[], one: T): void {
  list.push(one);
  if (list.length > REMEMBERED) list.shift();
}

function forget(plans: Plan[], proposalId: string): void {
  const at = plans.findIndex((plan) => plan.proposalId === proposalId);
  if (at >= 0) plans.splice(at, 1);
}
