import { type Contract, commandOf, selectedChecks } from '../../core/contract/contract.ts';
import { setRevision } from '../../core/contract/revision.ts';
import type { Snapshot } from '../../core/run/context-commands.ts';
import { commandGrant, coveringGrant, whyNotCovered } from '../../core/run/covering-grant.ts';
import { limitsOf } from '../../core/run/find-run.ts';
import { preparationText } from '../../core/run/preparation.ts';
import type { Root } from '../../core/run/root.ts';
import type { State } from '../../core/state/state.ts';
import { sha256 } from '../../kit/json.ts';
import { type Parts, stateOf } from '../parts.ts';
import { jsonPart } from '../views/run-details.ts';
import { withoutPaths } from '../views/without-paths.ts';
import type { Delegation } from './delegation.ts';
import { blockedByJail, needsOf, type Remark, remarksOf } from './preflight-remarks.ts';
import type { Ready, Wanted } from './prepare-start.ts';

/** Characters of JSON that a contract has at least, if it wants them. */
const CONTRACT = 9000;

/** The report of a preflight: what would be admitted. Starts nothing. */
export async function preflightOf(
  parts: Parts,
  delegation: Delegation,
  wanted: Wanted,
  ready: Ready,
  /** What the caller knows already, and where in a long contract it reads on. */
  { remarks: known, offset }: { readonly remarks: readonly Remark[]; readonly offset: number | null },
): Promise<object> {
  const state = stateOf(parts);
  const nowMs = parts.kernel.now();
  const { root, agentId, cwd } = ready;
  const wish = { runId: null, rootId: root.id, agentId, mode: wanted.mode };
  const grant = coveringGrant(state, wish, nowMs);
  const entry = state.tables.agent.get(agentId);
  const [agent] = entry ? await delegation.runner.agents([entry]) : [];
  const checks = wanted.contract ? selectedChecks(wanted.contract) : [];
  const { jail } = delegation.runner;
  const asked = { state, mode: wanted.mode, contract: wanted.contract, checks, cwd, root, head: ready.head };
  const looked = { ...asked, agentId, entry, agent };
  return {
    cwd,
    root: root.label,
    mode: wanted.mode,
    agent: withoutPaths(state, agent),
    jail: { works: jail.works, reasons: withoutPaths(state, jail.reasons) },
    needs: needsOf(wanted.contract, checks),
    remarks: [...known, ...(await remarksOf(delegation.runner, { ...looked, grant }))],
    blocked_by_jail: blockedByJail(delegation.runner, { ...looked, grant }),
    grant: grant
      ? { covers: true, id: grant.id, until: grant.until }
      : {
          covers: false,
          why: reasons(state, wish, nowMs),
          else_waits: 'The run would wait as waiting_grant until a person grants it.',
        },
    checks: checks.map((check) => {
      const command = commandOf(check);
      return {
        id: check.id,
        command: check.command,
        digest: command === null ? null : sha256(command),
        estimated_seconds: check.estimated_seconds,
        ...mayBeObserved(whyNotObserved(state, root, command, nowMs)),
      };
    }),
    check_seconds: checks.every((check) => check.estimated_seconds !== null)
      ? checks.reduce((sum, check) => sum + (check.estimated_seconds ?? 0), 0)
      : null,
    preparation_seconds: wanted.contract?.verification?.preparation_seconds ?? 0,
    unresolved_in_context: unresolvedInContext(wanted.contract, ready.snapshot),
    context: ready.pin && { context_id: ready.pin.contextId, revision: ready.pin.revision },
    uncommitted_files_absent: ready.head && (await delegation.runner.uncommitted(ready.head.repository)),
    set_revision: wanted.contract?.acceptance_set ? setRevision(wanted.contract.acceptance_set) : null,
    contract: wanted.contract && jsonPart(wanted.contract, pageAt(offset)),
  };
}

function mayBeObserved(why: string | null) {
  return { may_be_observed: why === null, why_not_observed: why };
}

/** As the observer decides it once the run has ended, by the grants of now. */
function whyNotObserved(state: State, root: Root, command: string | null, nowMs: number): string | null {
  const isGranted = (text: string) => commandGrant(state, null, root.id, sha256(text), nowMs) !== null;
  if (command === null) return 'It names no command.';
  const preparation = preparationText(root);
  const lacks = [
    isGranted(command) ? null : 'its command',
    preparation === null || isGranted(preparation) ? null : 'the prepare command and caches of the folder',
  ].filter((what) => what !== null);
  if (lacks.length === 0) return null;
  return `No live grant names the digest of ${lacks.join(', nor of ')}: a person grants it at the desk.`;
}

/** Null: whoever asks sent the contract. */
function pageAt(offset: number | null) {
  const rest =
    offset === null
      ? 'It is what you sent, with its defaults; of a started run tandem_result pages it, section contract.'
      : 'Call again with preflight and offset.';
  return { from: offset ?? 0, least: CONTRACT, rest };
}

/** Ids that the contract names and the context does not hold. */
function unresolvedInContext(contract: Contract | null, snapshot: Ready['snapshot']) {
  const pinned = snapshot === null ? null : (JSON.parse(snapshot) as Snapshot);
  const missing = (ids: readonly string[] = [], held: readonly { readonly id: string }[] = []) =>
    ids.filter((id) => !held.some((one) => one.id === id));
  return {
    advisory_rule_ids: missing(contract?.context_options.advisory_rule_ids, pinned?.rules),
    decision_ids: missing(contract?.context_options.decision_ids, pinned?.decisions),
  };
}

function reasons(state: State, wish: Parameters<typeof whyNotCovered>[2], nowMs: number): readonly string[] {
  if (limitsOf(state).stopped) return ['A person stopped all runs.'];
  const grants = [...state.tables.grant.values()].filter((grant) => grant.revokedAt === null && grant.runId === null);
  if (grants.length === 0) return ['No standing grant exists.'];
  return grants.slice(-5).flatMap((grant) => whyNotCovered(state, grant, wish, nowMs) ?? []);
}
