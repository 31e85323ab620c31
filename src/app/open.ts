/** Opens the workspace of a store: makes it when there is none, offers the shipped playbooks, wires the use cases. */
import { uuidv7 } from 'uuidv7';
import * as access from '../core/access/access-commands.ts';
import { type Author, systemAuthor } from '../core/access/author.ts';
import { done, type Result, refuse } from '../kit/result.ts';
import type { ToolLines } from '../protocol/views.ts';
import { openActivity } from './activity.ts';
import type { App, Credentials } from './app.ts';
import { createWorkspace } from './create-workspace.ts';
import { type OpenDelegation, openDelegation, workerCall } from './delegation/open.ts';
import { followFeed } from './feed.ts';
import { openKernel } from './kernel.ts';
import { pairingCodes } from './pairing-codes.ts';
import type { Parts, Urls } from './parts.ts';
import type { Clock, Ids, Store } from './ports.ts';
import { readPublicKey } from './public-key.ts';
import { runOperation } from './run.ts';
import { offerShipped } from './shipped.ts';
import { finishImports } from './use-cases/imports.ts';

export interface OpenApp {
  readonly store: Store;
  readonly urls: Urls;
  /** Default: as where the program is installed by its name. */
  readonly lines?: ToolLines;
  /** Folder with the shipped playbooks; null = none (tests). */
  readonly playbooks: string | null;
  /** True: a new home starts without the example. */
  readonly empty?: boolean;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** IANA zone of a new workspace; default: the machine's. */
  readonly zone?: string;
  /** Carries runs out; absent = runs are refused. */
  readonly delegation?: OpenDelegation;
}

const installed: ToolLines = {
  start: 'sidekicks',
  bridge: 'sidekicks mcp',
  importTasks: 'sidekicks import backlog-md DIR',
};

export async function openApp(options: OpenApp): Promise<App> {
  const { store, urls } = options;
  const clock = options.clock ?? { now: Date.now };
  const ids = options.ids ?? { next: uuidv7 };
  const [known, ...others] = await store.workspaces();
  // Its rows came with the file and nobody would ever look at them. `verify` names it.
  if (others.length > 0) throw new Error(`the home holds ${others.length + 1} workspaces, not one`);
  const workspaceId = known ?? (await createWorkspace({ ...options, clock, ids }));
  const kernel = await openKernel({ store, workspaceId, clock, ids });
  const activity = await openActivity({ notes: store.notes(workspaceId), clock });
  const base: Parts = {
    workspaceId,
    store,
    kernel,
    clock,
    urls,
    lines: options.lines ?? installed,
    activity,
    pairingCodes: pairingCodes(clock),
    delegation: null,
  };
  const { parts, close: closeDelegation } = await openDelegation(base, options.delegation);
  await finishImports(parts);
  if (options.playbooks !== null && known !== undefined) await offerShipped(parts, options.playbooks);
  return {
    workspaceId,
    store,
    state: () => kernel.state,
    now: () => kernel.now(),
    logEndsAhead: () => kernel.endAhead(),
    run: (operation, call, input) => runOperation(parts, operation, call, input),
    feed: (afterSeq, signal) => followFeed(parts, afterSeq, signal),
    credentials: credentials(parts),
    worker: (conversationId) => workerCall(parts, conversationId),
    async close() {
      await closeDelegation();
      await activity.close();
    },
  };
}

function credentials(parts: Parts): Credentials {
  const { kernel } = parts;
  const value = async <T>(result: Promise<Result<{ readonly value: T }>>): Promise<Result<T>> => {
    const answer = await result;
    return answer.ok ? done(answer.value.value) : answer;
  };
  return {
    async pairFirst({ name, publicKey, label }) {
      const id = readPublicKey(publicKey)?.id;
      if (id === undefined) return refuse(notAKey);
      const author: Author = { kind: 'desk', id: 'pairing', label: name, via: 'desk' };
      return value(
        kernel.execute(author, (state, context) => access.pairFirst(state, { id, publicKey, label, name }, context)),
      );
    },
    async pairMore({ personId, publicKey, label, by }) {
      const id = readPublicKey(publicKey)?.id;
      if (id === undefined) return refuse(notAKey);
      return value(
        kernel.execute(by, (state, context) =>
          access.enrolKey(state, { id, publicKey, label, personId, origin: 'desk' }, context),
        ),
      );
    },
    enrolToken({ kind, label, secretHash, via }) {
      const author: Author = { ...systemAuthor, via };
      return value(
        kernel.execute(author, (state, context) => access.enrolToken(state, { kind, label, secretHash }, context)),
      );
    },
    pairing: {
      ...parts.pairingCodes,
      take(code) {
        const taken = parts.pairingCodes.take(code);
        if (taken?.who !== 'person') return taken;
        return kernel.state.tables.key.get(taken.keyId)?.revokedAt === null ? taken : null;
      },
    },
  };
}

const notAKey = {
  code: 'invalid_input',
  message: 'That is no ECDSA P-256 public key.',
  next: 'Reload the pairing page and try again.',
};
