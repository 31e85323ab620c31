/**
 * What a run waits for. A question is the worker's (`tandem_ask`), answered by whoever started the run or by a person;
 * a request is the agent's wish to do something, decided by a person at the desk alone. No tool answers a request.
 */
export interface Question {
  readonly id: string;
  readonly runId: string;
  readonly text: string;
  readonly options: readonly string[];
  readonly askedAt: string;
  readonly deadline: string;
  /** `late`: answered after its deadline; kept and shown, never taken for an answer in time. */
  readonly status: 'open' | 'answered' | 'timed_out' | 'late' | 'closed';
  readonly answer: string | null;
  readonly answeredAt: string | null;
  readonly answeredBy: string | null;
}

export interface PermissionRequest {
  readonly id: string;
  readonly runId: string;
  /** ACP's kind of tool: read, edit, delete, move, search, execute, think, fetch, switch_mode, other. */
  readonly kind: string;
  /** The agent's words. */
  readonly title: string;
  readonly detail: string;
  readonly askedAt: string;
  readonly deadline: string;
  readonly status: 'open' | 'allowed' | 'denied' | 'timed_out' | 'closed';
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
}
