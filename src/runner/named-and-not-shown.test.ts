import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { namedAndNotShown } from './named-and-not-shown.ts';
import { scripted } from './runner-rig.ts';

// Not under /tmp: the jail has one of its own.
const place = realpathSync(mkdtempSync('/var/tmp/sidekicks-shown-'));
const at = (path: string) => join(place, path);
mkdirSync(at('x/bin'), { recursive: true });
mkdirSync(at('x/data and more'));
writeFileSync(at('x/bin/agent'), '#!/bin/sh\n', { mode: 0o755 });
writeFileSync(at('conf.json'), '{}');
symlinkSync(at('x/bin'), at('link'));
afterAll(() => rmSync(place, { recursive: true }));

const agent = at('x/bin/agent');
const conf = at('conf.json');
const data = at('x/data and more');
const entry = (...argv: string[]) => scripted({ argv });

describe.runIf(process.platform === 'linux')('of an entry', () => {
  test.each<[string, ReturnType<typeof scripted>, readonly string[]]>([
    ['its program, whose folder is shown', entry(agent), []],
    ['its program by a link', entry(at('link/agent')), []],
    ['a file among its arguments', entry('/usr/bin/env', agent), []],
    ['a folder', entry(agent, data), [data]],
    ['a file in an option', entry(agent, `--config=${conf}`), [conf]],
    ['a list', entry(agent, `--path=/usr/bin:${at('link')}`), [at('link')]],
    ['a folder that is named as shown', { ...entry(agent, data), readOnly: [at('x')] }, []],
    ['a setting', { ...entry(agent), env: { CONF: conf } }, [conf]],
    ['what is not here', entry(agent, at('nowhere')), []],
    ['what the jail has of its own', entry(agent, '/tmp', '/dev/null', '/usr/bin', '/'), []],
    ['a URL', entry(agent, `https:/${place}`), []],
  ])('%s', async (_, given, hidden) => expect(await namedAndNotShown(given)).toEqual(hidden));
});

describe.runIf(process.platform === 'linux')('of a command', () => {
  test.each([
    // Told alike whether it is there or not: the command is an agent's, and this no way to look around.
    [`${at('nowhere')} /usr/..${at('nowhere')}`, [at('nowhere'), `/usr/..${at('nowhere')}`]],
    ["awk '/no such folder/ { print }' x", []],
    [`${agent} --fast && cat < ${conf}`, [agent, conf]],
    [`PATH=${at('x/bin')}:$PATH agent 2>/dev/null`, [at('x/bin')]],
    ['/bin/sh test.sh > /tmp/out', []],
    ['cd sub/dir; ./run', []],
    ["sed -n '/nowhere at all/p' /etc/passwd", []],
  ])('%s', async (command, hidden) => {
    expect(await namedAndNotShown({ command, caches: [] })).toEqual(hidden);
    expect(await namedAndNotShown({ command, caches: [place] })).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('what an agent names tells it nothing of what is there', () => {
  const hidden = (path: string, caches: readonly string[] = []) => namedAndNotShown({ command: `cat ${path}`, caches });

  test.each([
    ['as it is', (file: string) => at(file)],
    ['by steps', (file: string) => `/usr/..${at(file)}`],
    ['by a link below what is shown', (file: string) => at(`x/bin/out/${file}`)],
  ])('%s', async (_, named) => {
    symlinkSync(place, at('x/bin/out'));
    const [there, gone] = await Promise.all(['conf.json', 'gone.json'].map((file) => hidden(named(file), [at('x')])));
    rmSync(at('x/bin/out'));
    expect([there, gone]).toEqual([[named('conf.json')], [named('gone.json')]]);
  });

  test('by what every jail has of its own', async () => {
    const ways = ['conf.json', 'gone.json'].map((file) => `/proc/self/root${at(file)}`);
    expect(await Promise.all(ways.map((way) => hidden(way)))).toEqual([[], []]);
  });
});
