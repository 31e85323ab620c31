/** Runs, questions, artifacts, contexts, folders and a task, each text as long and as nasty as anybody can make it. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '../../src/app/app.ts';
import { inputBytes } from '../../src/app/delegation/run-input.ts';
import type { Parts } from '../../src/app/parts.ts';
import { runOperation } from '../../src/app/run.ts';
import type { Author } from '../../src/core/access/author.ts';
import { fillContract } from '../../src/core/contract/filled.ts';
import { setRevision } from '../../src/core/contract/revision.ts';
import { caller, World } from '../../src/core/run/fixture/world.ts';
import type { Question } from '../../src/core/run/question.ts';
import type { Run } from '../../src/core/run/run.ts';
import { created, edited } from '../../src/core/state/apply.ts';
import { type Context, type Decision, decided } from '../../src/core/state/decision.ts';
import type { Change } from '../../src/core/state/event.ts';
import type { State } from '../../src/core/state/state.ts';
import { done, refuse } from '../../src/kit/result.ts';
import { openRunner } from '../../src/runner/runner.ts';
import { openBlobs } from '../../src/store/files/blobs.ts';

/** A control character has six characters of JSON. */
export const nasty = (length: number, mark = '') => `${mark}${'\u0001'.repeat(length - mark.length)}`;
const many = <T>(length: number, make: (at: number) => T) => Array.from({ length }, (_, at) => make(at));

/** As nasty as the schema lets it be, if not as long: tests have little time. References lead nowhere. */
export function nastyContract() {
  const acceptance = many(50, (at) => nasty(2000, `${at} `));
  const items = acceptance.map((text, at) => ({ id: `${at}`.padEnd(100, 'c'), text, obligations: [] }));
  const set = { set_id: nasty(500), schema_version: 1 as const, items };
  const ref = { set_id: nasty(300), revision: 'a'.repeat(64), criterion_id: 'x'.repeat(100) };
  return {
    ...{
      goal: nasty(8000, 'Go '),
      context: nasty(20_000),
      constraints: many(50, () => nasty(2000, 'No ')),
      acceptance,
    },
    acceptance_set: { ...set, revision: setRevision(set) },
    requirements: { boundary_paths: many(20, () => nasty(4000, 'p')) },
    verification: {
      checks: many(50, (at) => ({
        ...{ id: nasty(100, `${at} `), criterion: nasty(2000, 'It '), command: nasty(2000, `run ${at} `) },
        acceptance_refs: many(4, () => ref),
      })),
    },
  };
}

export class NastyWorld {
  readonly world = new World();
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'sidekicks-room-')));
  readonly project = join(this.folder, 'project');
  readonly blobs = openBlobs(join(this.folder, 'blobs'));
  #parts: Parts | null = null;
  #bytes: Promise<{ readonly inputHash: string; readonly answerHash: string }> | null = null;

  constructor() {
    mkdirSync(this.project);
    const context = this.world.context.bind(this.world);
    this.world.context = (author) => ({ ...context(author), nextId: randomUUID });
  }

  write(...changes: readonly Change[]): void {
    const draft = { type: 'run.changed', summary: 's', changes, raisesVersion: false } as const;
    this.world.do(() => decided(null, draft as never));
  }

  async call(name: string, input: object, author: Author = caller) {
    this.#parts ??= await this.#open();
    const call = { author, signal: new AbortController().signal } as unknown as Call;
    return runOperation(this.#parts, name, call, input);
  }

  async #open(): Promise<Parts> {
    const { world, folder } = this;
    const runner = await openRunner({
      ...{ stateDir: folder, runtimeDir: join(folder, 'runs'), log: () => {} },
      serveWorker: () => {
        throw new Error('nothing is launched');
      },
      jail: { works: false, version: null, reasons: many(20, () => nasty(500)) },
    });
    const kernel = {
      state: world.state,
      now: () => world.nowMs,
      onEvents: () => () => undefined,
      async execute<T>(author: Author, decide: (state: State, context: Context) => Decision<T>) {
        const decision = decide(world.state, world.context(author));
        if (!decision.ok) return refuse(decision.refusal);
        return done({ value: world.do(() => decision, author), seq: 0, version: 0 });
      },
    };
    const delegation = { runner, blobs: this.blobs, supervisor: { queue: () => [] } };
    const urls = { workspaceUrl: 'http://localhost:4141', deskUrl: 'http://localhost:4142' };
    return { kernel, delegation, urls, clock: { now: () => world.nowMs } } as unknown as Parts;
  }

  /** A run that has ended, of which everything is as long as it may be. */
  async run(): Promise<Run> {
    const { world } = this;
    this.#bytes ??= this.#written();
    const { inputHash, answerHash } = await this.#bytes;
    const run = world.start({ startDigest: randomUUID() });
    if (typeof run === 'string') throw new Error(run);
    const said = { model: nasty(5000), thinking: nasty(200), profile: 'deep' as const, timeoutSeconds: 7200 };
    const settings = { requested: said, effective: said, actual: said, unsupported: many(20, () => nasty(500)) };
    const set = {
      ...{ kind: 'contract', inputHash, goal: nasty(200), status: 'completed', code: 'finished_then_crashed' },
      ...{ outcome: 'blocked', agentId: 'a'.repeat(60), reason: nasty(4000), settings, endedAt: this.#at(59) },
      held: { jail: 'unsandboxed', network: 'open', project: 'unprotected', notes: many(20, () => nasty(500)) },
      usage: { ...{ inputTokens: 1e9, outputTokens: 1e9, costUsd: 0.1 }, source: nasty(300), semantics: nasty(3000) },
      report: {
        ...{ outcome: 'blocked', summary: nasty(4000, 'S '), answerHash, answerCharacters: 100_000 },
        ...{ blockers: many(50, () => nasty(2000)), changedFiles: many(20, () => nasty(2000)) },
      },
      result: {
        ...{ base: 'b'.repeat(40), commit: 'c'.repeat(40), tree: 'd'.repeat(64), files: many(500, () => nasty(4000)) },
        ...{ filesTotal: 9000, diffArtifactId: randomUUID(), appliedAt: null, appliedBy: null, how: null },
      },
      verdict: { kind: 'sent_back', at: this.#at(59), by: nasty(60), notes: nasty(4000) },
    } as unknown as Partial<Run>;
    this.write(edited('run', run, set));
    return world.run(run.id);
  }

  hangOn(run: Run): void {
    this.write(...many(60, (at) => this.#artifact(run, at)), ...many(60, (at) => this.#check(run, at)));
  }

  async #written() {
    const contract = fillContract(nastyContract()).value;
    return {
      inputHash: await this.blobs.put(inputBytes({ prompt: null, contract, handoff: null })),
      answerHash: await this.blobs.put(Buffer.from(nasty(100_000))),
    };
  }

  #at(second: number): string {
    return `2026-01-01T00:00:${second}.123Z`;
  }

  #artifact(run: Run, at: number): Change {
    return created('artifact', {
      ...{
        id: randomUUID(),
        name: nasty(200, `${at}`),
        version: 1,
        mediaType: 'text/markdown',
        sha256: 'e'.repeat(64),
      },
      ...{ bytes: 4e6, characters: 4e6, runId: run.id, conversationId: run.conversationId, createdBy: run.id },
      ...{ createdAt: run.createdAt, provisional: false },
    });
  }

  #check(run: Run, seq: number): Change {
    return created('check', {
      ...{
        id: randomUUID(),
        runId: run.id,
        seq,
        checkId: nasty(100),
        checkRevision: 'f'.repeat(64),
        source: 'reported',
      },
      ...{ status: 'failed', reason: nasty(2000), exitCode: 1, commandDigest: null, scope: null, environment: null },
      ...{ claims: null, artifactId: null, durationMs: null, answered: false, changedByRun: false },
      ...{ changeAccepted: false, at: run.createdAt },
    });
  }

  question(runId: string, second: number, more: Partial<Question> = {}): Question {
    const question: Question = {
      ...{ id: randomUUID(), runId, text: nasty(8000, `${second} `), options: many(20, () => nasty(500)) },
      ...{ askedAt: this.#at(second), deadline: '2099-01-01T00:00:00Z', status: 'open', answer: null },
      ...{ answeredAt: null, answeredBy: null, ...more },
    };
    this.write(created('question', question));
    return question;
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }
}
