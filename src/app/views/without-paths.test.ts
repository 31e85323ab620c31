import { describe, expect, test } from 'vitest';
import type { Root } from '../../core/run/root.ts';
import { emptyState } from '../../core/state/absorb.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { AT_THE_DESK, withoutPaths } from './without-paths.ts';

const state = emptyState({} as Workspace);
const put = (root: Partial<Root>) =>
  (state.tables.root as Map<string, Root>).set(root.path ?? '', { removedAt: null, ...root } as Root);
put({ path: '/srv/mono/app', repository: '/srv/mono' });
put({ path: 'D:\\code\\app' });
put({ path: '/var/ada', removedAt: '2026-01-01T00:00:00Z' });

const of = (text: string, own?: readonly string[]) => withoutPaths(state, text, own);

describe('a path of this computer is not told', () => {
  test.each([
    ['spawn /var/ada/bin/agent ENOENT', 'spawn @ ENOENT'],
    ['There is no program /var/ada/bin/agent.', 'There is no program @.'],
    ["Cannot find module '/opt/peer/a.mjs'\n  at (/opt/peer/b.mjs:3:7)", "Cannot find module '@'\n  at (@:3:7)"],
    ['at file:///var/ada/peer.mjs:12', 'at @:12'],
    ['PATH=/var/ada/a:/var/ada/b, --in=/tmp/x -I/opt/x', 'PATH=@:@, --in=@ -I@'],
    ['in /var/ada/My Agents/bin/peer now', 'in @ now'],
    ['C:\\Users\\Ada\\peer.exe and \\\\host\\share\\x', '@ and @'],
    ['/srv/mono/app/../../../var/ada', '@'],
    ['/srv/mono/app/a and then b/c, /srv/monorail', '/srv/mono/app/a and then b/c, @'],
    ['/srv/mono/app/a -I/var/ada', '/srv/mono/app/a -I@'],
    ['//var/ada, -/var/ada and <//var/ada>', '@, -@ and <@>'],
    ["/var/ada/it's/x, /var/ada/a:b/c [/var/ada/My, own/d]", '@, @ [@]'],
    ['/srv/mono/app/a see=/var/ada/x...', '/srv/mono/app/a see=@...'],
  ])('%s', (text, told) => expect(of(text)).toBe(told.replaceAll('@', AT_THE_DESK)));
});

describe('and nothing else is taken away', () => {
  test.each([
    ['/srv/mono/app/src/a.ts is no checkout, nor is /srv/mono.'],
    ['D:\\code\\app\\src'],
    ['/usr/bin/node, /bin/sh and /proc/self'],
    ['see https://example.com/a/b or http://localhost:4142/run/1'],
    ['src/a.ts, ./b, ../c, ~/d, and/or, 1 / 2, @scope/name, $HOME/x, 10:30'],
    ['POST /api/v1/users answered 404 </div>, /help and file:///usr/share/x'],
  ])('%s', (text) => expect(of(text)).toBe(text));

  test('of what the reader named itself', () => expect(of('/var/ada/x', ['/var/ada'])).toBe('/var/ada/x'));

  test('and a long text takes no time of anybody', () => {
    const many = `${'/srv/mono/app/a '.repeat(20_000)}/var/ada/${'.'.repeat(100_000)}x`;
    expect(of(many)).toHaveLength(16 * 20_000 + AT_THE_DESK.length);
  });

  test('in any depth, and whatever is no text stays', () => {
    const value = { id: 'peer', reason: null, modes: ['work'], more: [{ at: '/opt/x', count: 2, ok: true }] };
    expect(withoutPaths(state, value)).toEqual({ ...value, more: [{ at: AT_THE_DESK, count: 2, ok: true }] });
  });
});
