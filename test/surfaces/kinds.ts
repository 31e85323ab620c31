/** Every surface as a world of its own: a daemon in a fresh home with the example, a paired person, one way in. */
import type { Client } from '../../src/client/client.ts';
import { type DaemonProcess, makeHome, program, startDaemon } from '../rigs/daemon.ts';
import { makeAgent, ok, pairPerson } from '../rigs/people.ts';
import { overApi } from './over-api.ts';
import { overCli } from './over-cli.ts';
import { type Era, overHttp, overStdio, protocolOf } from './over-mcp.ts';
import { overWebMcp } from './over-webmcp.ts';
import { letIn, openPage } from './pages.ts';
import { given, refused, type Surface } from './surface.ts';

export interface World {
  readonly daemon: DaemonProcess;
  /** At the desk. */
  readonly person: Client;
  readonly surface: Surface;
  close(): Promise<void>;
}

export interface Kind {
  readonly name: string;
  open(): Promise<World>;
}

type Connect = (daemon: DaemonProcess) => Promise<{ person: Client; surface: Surface }>;

function kind(name: string, connect: Connect): Kind {
  return {
    name,
    async open() {
      const home = makeHome();
      const daemon = await startDaemon(home.path, { example: true });
      const { person, surface } = await connect(daemon);
      return {
        daemon,
        person,
        surface,
        async close() {
          await surface.close();
          await daemon.stop();
          await home.remove();
        },
      };
    },
  };
}

export const kinds: readonly Kind[] = [
  kind(`MCP over stdio, ${protocolOf.legacy}`, async (daemon) => {
    // Enrolled while the home never had a person: it works at once, and goes on working afterwards.
    const surface = await stdio(daemon, 'legacy');
    await given(surface, 'get_workspace_state', {});
    const person = (await pairPerson(daemon)).at(daemon);
    return { person, surface };
  }),
  kind(`MCP over stdio, ${protocolOf.modern}`, async (daemon) => {
    const person = (await pairPerson(daemon)).at(daemon);
    const surface = await stdio(daemon, 'modern');
    // A label that is new to a home with a person waits until a person has seen it.
    expectCode(await refused(surface, 'get_workspace_state', {}), 'token_waiting');
    const { tokens } = ok(await person.call('read_access', {}));
    const tokenId = tokens.find(({ label, state }) => label === 'test' && state === 'waiting')?.id ?? '';
    ok(await person.call('change_token', { tokenId, allow: true }));
    return { person, surface };
  }),
  ...(['legacy', 'modern'] as const).map((era) =>
    kind(`MCP over HTTP, ${protocolOf[era]}`, async (daemon) => {
      const person = (await pairPerson(daemon)).at(daemon);
      const { secret } = await makeAgent(person, 'test');
      return { person, surface: await overHttp({ era, url: daemon.url, token: secret }) };
    }),
  ),
  kind('the HTTP API', async (daemon) => {
    const person = (await pairPerson(daemon)).at(daemon);
    const { secret } = await makeAgent(person, 'test');
    return { person, surface: overApi(daemon.url, secret) };
  }),
  kind('WebMCP in a paired browser', async (daemon) => {
    const person = (await pairPerson(daemon)).at(daemon);
    const page = await openPage(daemon);
    await letIn(page, daemon, person);
    return { person, surface: await overWebMcp(page) };
  }),
  kind('the command line', async (daemon) => {
    const person = (await pairPerson(daemon)).at(daemon);
    return { person, surface: overCli(programFor(daemon)) };
  }),
];

function stdio(daemon: DaemonProcess, era: Era) {
  const args = [program, 'mcp', '--as', 'test', '--home', daemon.home];
  return overStdio({ era, command: process.execPath, args });
}

export function programFor({ home }: DaemonProcess) {
  return { command: process.execPath, args: [program], env: { ...process.env, SIDEKICKS_HOME: home } };
}

function expectCode({ code }: { readonly code: string }, expected: string): void {
  if (code !== expected) throw new Error(`refused ${code}, not ${expected}`);
}
