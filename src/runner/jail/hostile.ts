/**
 * What a hostile agent tries. One script, run inside a jail and, as the control, outside: an attempt that fails in both
 * proves nothing. Each attempt is `[name, verb, ...]`; the answer is the list of names that succeeded.
 */
import { join } from 'node:path';
import type { World } from './jail-rig.ts';

export type Attempt = readonly [name: string, verb: string, ...args: (string | number)[]];

export const hostileScript = `
const fs = require('node:fs'), net = require('node:net'), path = require('node:path');
const attempts = JSON.parse(process.argv[1]);
const connect = (where) => new Promise((resolve, reject) => net.connect(where).on('connect', resolve).on('error', reject));
const verbs = {
  read: (file, expected) => { if (!fs.readFileSync(file, 'utf8').includes(expected)) throw new Error('other bytes'); },
  list: (folder, expected) => { if (!fs.readdirSync(folder).includes(expected)) throw new Error('not there'); },
  write: (file) => { fs.mkdirSync(path.dirname(file), { recursive: true }); fs.writeFileSync(file, 'planted'); },
  append: (file) => fs.appendFileSync(file, '\\n# planted'),
  replace: (file) => { fs.renameSync(file, file + '.old'); fs.writeFileSync(file, 'planted'); },
  through: (link, target, expected) => { fs.symlinkSync(target, link); verbs.read(link, expected); },
  connect: (port) => connect({ port, host: '127.0.0.1' }),
  abstract: (name) => connect({ path: name }),
  signal: (pid) => process.kill(pid, 0),
  environ: (pid, expected) => verbs.read('/proc/' + pid + '/environ', expected),
};
(async () => {
  const did = [];
  for (const [name, verb, ...args] of attempts) try { await verbs[verb](...args); did.push(name); } catch {}
  console.log(JSON.stringify(did));
  process.exit(0);
})();
`;

/** What no mode allows. */
export function outsideAttempts({ repo, state, token, daemon, home }: World): readonly Attempt[] {
  return [
    ['read the token', 'read', token, 'the token'],
    ['list the state', 'list', state, 'token'],
    ['read the home', 'read', join(repo.folder, 'diary'), 'dear diary'],
    ['follow a link out', 'through', join(home, 'way-out'), token, 'the token'],
    ['read through the root of another process', 'read', `/proc/${daemon.pid}/root${token}`, 'the token'],
    ['reach the port', 'connect', daemon.port],
    ['reach an abstract socket', 'abstract', daemon.abstract],
    ['signal the daemon', 'signal', daemon.pid],
    ["read the daemon's environment", 'environ', daemon.pid, 'environ'],
    ['write outside', 'write', join(repo.folder, 'planted')],
    ['write the state', 'append', token],
    ['write the checkout', 'append', join(repo.checkout, 'a.txt')],
  ];
}

/** What would make a later git of the user, or of the daemon, run something. Most of these files do not exist. */
export function gitAttempts({ worktree: { gitDir, name, path } }: World): readonly Attempt[] {
  const admin = `worktrees/${name}`;
  const missing = ['hooks/post-commit', 'config.worktree', 'info/attributes', 'commondir', 'info/grafts'];
  return [
    ...missing.map((file): Attempt => [`plant ${file}`, 'write', join(gitDir, file)]),
    ['change the configuration', 'append', join(gitDir, 'config')],
    ['replace the configuration', 'replace', join(gitDir, 'config')],
    ['plant a worktree configuration', 'append', join(gitDir, admin, 'config.worktree')],
    ['move the common folder', 'append', join(gitDir, admin, 'commondir')],
    ['replace the common folder', 'replace', join(gitDir, admin, 'commondir')],
    ["change the worktree's pointer", 'append', join(path, '.git')],
    ["replace the worktree's pointer", 'replace', join(path, '.git')],
  ];
}
