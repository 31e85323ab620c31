/** `POST /api/<operation>` for every row of the table that a caller of this origin may use. */
import type { Call } from '../../app/app.ts';
import { done } from '../../kit/result.ts';
import type { Caller, Operation } from '../../protocol/operation.ts';
import { operations } from '../../protocol/table.ts';
import type { Identity } from '../auth/authenticate.ts';
import type { OriginName } from '../home/ports.ts';
import { refused } from '../refusals.ts';
import { answerRefusal, answerResult } from './answers.ts';
import { ARTIFACT_LIMIT, IMPORT_LIMIT } from './body.ts';
import type { Edge, Exchange, Route } from './edge.ts';
import { parseJson } from './json.ts';
import { linkedSignal } from './signals.ts';

/** The kinds of credential that count on each origin. */
const callersOf: Readonly<Record<OriginName, readonly Caller[]>> = {
  workspace: ['agent', 'visitor', 'terminal', 'workspace'],
  desk: ['desk'],
};

export function operationRoutes(origin: OriginName): readonly Route[] {
  const routes: Route[] = [];
  for (const row of operations) {
    const callers = row.who.filter((caller) => callersOf[origin].includes(caller));
    if (callers.length > 0) routes.push(routeOf(row, callers));
  }
  return routes;
}

function routeOf(row: Operation, callers: readonly Caller[]): Route {
  const isBulk = callers.every((caller) => caller === 'terminal');
  return {
    method: 'POST',
    path: `/api/${row.name}`,
    callers,
    ...(isBulk && { bodyLimit: IMPORT_LIMIT }),
    ...(row.name === 'tandem_publish_artifact' && { bodyLimit: ARTIFACT_LIMIT }),
    handle: (exchange) => run(row, exchange),
  };
}

async function run(row: Operation, { c, edge, identity, body, signal }: Exchange): Promise<Response> {
  if (identity === null) throw new Error(`${row.name} was reached without a credential`);
  const mismatch = refusalOfVersion(c.env.incoming.headers['x-sidekicks-version'], edge.version);
  if (mismatch) return answerRefusal(mismatch.refusal);
  const input = body.length === 0 ? done({}) : parseJson(body);
  if (!input.ok) return answerRefusal(input.refusal);
  return answerResult(await runAs(edge, identity, row, input.value, signal));
}

/** Runs an operation for whoever was identified; a waiting one ends with the connection, the daemon and the credential. */
export async function runAs(
  edge: Edge,
  identity: Identity,
  row: Operation,
  input: unknown,
  connection: AbortSignal,
): ReturnType<Edge['app']['run']> {
  if (!row.waits) return edge.app.run(row.name, { ...identity, signal: connection }, input);
  const revoked = new AbortController();
  const link = linkedSignal(connection, edge.closing);
  const either = linkedSignal(link.signal, revoked.signal);
  const watch = setInterval(() => {
    if (!edge.auth.isStillGood(identity)) revoked.abort();
  }, WATCH_MS);
  try {
    const call: Call = { ...identity, signal: either.signal };
    const result = await edge.app.run(row.name, call, input);
    return edge.auth.isStillGood(identity) ? result : refused('unauthenticated');
  } finally {
    clearInterval(watch);
    either.release();
    link.release();
  }
}

/** How late a waiting call learns that its credential is gone; asking is one look into a map. */
const WATCH_MS = 250;

/** Our own programs say their version; a bridge of another installation must not drive this daemon. */
function refusalOfVersion(given: string | string[] | undefined, version: string) {
  if (given === undefined || given === version) return null;
  return refused('version_mismatch', {
    message: `The caller is version ${String(given).slice(0, 40)}, the daemon ${version}.`,
  });
}
