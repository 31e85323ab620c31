/** A person with a key of the rig's own, paired as a browser is: by a code that only a terminal shows. */
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { AnswerOf, QuestionOf } from '../../src/client/answers.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { makePersonKey, type PersonKey, signerOf } from '../../src/client/credential.ts';
import type { Result } from '../../src/kit/result.ts';
import { type DaemonLine, program, root } from './daemon.ts';

export interface Person {
  readonly key: PersonKey;
  /** The client of the desk; of another daemon process it is the same again. */
  at(daemon: DaemonLine): Client;
}

/** Pairs the first person of a home, with the code of `sidekicks pair`. */
export async function pairPerson(daemon: DaemonLine, name = 'Mara'): Promise<Person> {
  return pairWith(daemon, await codeFromTerminal(daemon.home), name);
}

/** With a code that is known already. */
export async function pairWith(daemon: DaemonLine, code: string, name: string): Promise<Person> {
  const key = await makePersonKey();
  const response = await fetch(`${daemon.deskUrl}/api/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name, label: 'Rig', publicKey: key.publicKey }),
  });
  if (!response.ok) throw new Error(`pairing: ${response.status} ${await response.text()}`);
  const credential = { kind: 'signer', signer: signerOf(key) } as const;
  return { key, at: ({ deskUrl }) => createClient({ baseUrl: deskUrl, credential }) };
}

const CODE = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/;

/** `sidekicks pair` shows the code on a terminal and nowhere else, so it gets one. */
export async function codeFromTerminal(home: string): Promise<string> {
  const child = onTerminal('pair', home);
  try {
    return await untilCode(child);
  } finally {
    child.kill();
  }
}

/** `sidekicks recover` of a home that nobody serves. It ends as a daemon, which is stopped again. */
export async function recoverAtTerminal(home: string): Promise<void> {
  const child = onTerminal('recover', home);
  const ended = new Promise((resolve) => child.once('close', resolve));
  await untilCode(child, { asked: 'Type recover', typed: 'recover\n' });
  await promisify(execFile)(process.execPath, [program, 'stop', '--home', home]);
  await ended;
}

function onTerminal(word: string, home: string): ChildProcessWithoutNullStreams {
  const command = [process.execPath, program, word, '--home', home];
  const args =
    process.platform === 'darwin'
      ? ['-q', '/dev/null', ...command]
      : ['-qfec', command.map(quoted).join(' '), '/dev/null'];
  return spawn('script', args, { cwd: root, stdio: 'pipe' });
}

/** The pairing code that it prints, once what it asks was typed. */
function untilCode(child: ChildProcessWithoutNullStreams, { asked = '', typed = '' } = {}): Promise<string> {
  let text = '';
  let answer = typed;
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`the terminal showed no code: ${text}`)));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (answer !== '' && text.includes(asked)) {
        child.stdin.write(answer);
        answer = '';
      }
      const code = CODE.exec(text)?.[0];
      if (code) resolve(code);
    });
  });
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** The same person's lesser key, as their workspace page would hold it. */
export async function enrolPage({ url }: DaemonLine, person: Client): Promise<Client> {
  const key = await makePersonKey();
  ok(await person.call('enrol_workspace_key', { publicKey: key.publicKey, label: 'Rig' }));
  return createClient({ baseUrl: url, credential: { kind: 'signer', signer: signerOf(key) } });
}

/** One revision, as its stage answered it. */
export interface Staged {
  readonly proposalId: string;
  readonly revision: number;
  readonly digest: string;
}

/** A person's words on a revision. */
export type Words = Partial<Pick<QuestionOf<'approve_proposal'>, 'notes' | 'create'>>;

type Ask = (name: string, input: unknown) => Promise<Result<unknown>>;

/** What the desk sends to approve: the revision, and the hash of what stands beside it as it is shown now. */
export async function decisionOn(
  ask: Ask,
  { proposalId, revision, digest }: Staged,
  words: Words = {},
): Promise<QuestionOf<'approve_proposal'>> {
  const { shown } = ok(await ask('read_proposal', { proposalId })) as AnswerOf<'read_proposal'>;
  return { proposalId, revision, digest, shown, notes: '', create: false, ...words };
}

/** As at the desk: reads the proposal, then approves what was read. */
export async function approve(
  person: Client,
  staged: Staged,
  words: Words = {},
): Promise<Result<AnswerOf<'approve_proposal'>>> {
  return person.call('approve_proposal', await decisionOn(person.callByName, staged, words));
}

export interface AgentToken {
  readonly label: string;
  readonly id: string;
  readonly secret: string;
}

/** A token made at the desk. */
export async function makeAgent(person: Client, label: string, openProposals = 20): Promise<AgentToken> {
  const made = ok(await person.call('make_token', { label, openProposals })) as { id: string; secret: string };
  return { label, id: made.id, secret: made.secret };
}

export function agentClient({ url }: DaemonLine, { secret }: AgentToken): Client {
  return createClient({ baseUrl: url, credential: { kind: 'bearer', token: secret } });
}

export function ok<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal).slice(0, 2000)}`);
  return result.value;
}
