/** The documents are tested like code: links lead somewhere, commands exist, tables agree with the table. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalCodes } from '../../src/protocol/codes.ts';
import { describeTools } from '../../src/protocol/describe.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
  ...readdirSync(join(root, 'docs/guide')).map((name) => `docs/guide/${name}`),
  'docs/glossary.md',
  'contracts/README.md',
];

test.each(documents)('every relative link of %s leads somewhere', (file) => {
  const links = [...read(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1] as string);
  const missing = links.filter((link) => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(file), link)));
  expect(missing).toEqual([]);
});

test('the README lists exactly the tools, with their kinds', () => {
  const rows = [...read('README.md').matchAll(/^\| `([a-z_]+)` \| (answer|act) \|/gm)].map(([, name, kind]) => ({
    name,
    kind,
  }));
  expect(rows).toEqual(describeTools().map(({ name, kind }) => ({ name, kind })));
});

const guide = documents.filter((file) => file.startsWith('docs/guide/'));
const help = read('src/cli/help.ts');

/** In a line of a block, or in a sentence. */
function commandsIn(text: string): string[] {
  const found = text.matchAll(/(?:^|`)(?:sidekicks|node dist\/cli\.js) ([a-z]+)/gm);
  return [...new Set([...found].map((match) => match[1] as string))];
}

const unknownCommands = (text: string) => commandsIn(text).filter((name) => !new RegExp(`\\b${name}\\b`).test(help));

test('every command of README and guide exists in the help, and every npm script in package.json', () => {
  expect(unknownCommands('run `sidekicks frobnicate`\nsidekicks verify')).toEqual(['frobnicate']);
  expect(commandsIn(read('README.md')).length).toBeGreaterThan(8);
  expect(guide.length).toBeGreaterThan(3);
  for (const file of ['README.md', ...guide]) expect(unknownCommands(read(file)), file).toEqual([]);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const used = documents.flatMap((file) =>
    [...read(file).matchAll(/npm run ([a-z]+)/g)].map((match) => match[1] as string),
  );
  expect(used.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('the guide names only tools that exist, and words that stand on a page', () => {
  const pages = execFileSync('git', ['ls-files', '-z', 'src/web'], { cwd: root, encoding: 'utf8' }).split('\0');
  const words = pages.filter((file) => file.endsWith('.tsx') && existsSync(join(root, file))).map(read);
  const tools = describeTools().map(({ name }) => name);
  // A refusal, or what a commit answers.
  const codes = [...Object.keys(refusalCodes), 'stale_plan'];
  for (const file of guide) {
    const text = read(file);
    // Whatever is bold is a button or a place of the desk.
    const labels = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map((match) => match[1] as string);
    expect(labels.filter((label) => !words.some((page) => page.includes(label)))).toEqual([]);
    const named = [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map((match) => match[1] as string);
    expect(named.filter((name) => !tools.includes(name) && !codes.includes(name))).toEqual([]);
  }
});

test('every folder at the root and in src has its row in ARCHITECTURE', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const folders = files.flatMap((file) => /^(?:src\/)?[a-z]\w*(?=\/)/.exec(file)?.[0] ?? []);
  const rows = read('ARCHITECTURE.md').split('\n');
  const absent = [...new Set(folders)].filter((folder) => !rows.some((row) => row.startsWith(`| \`${folder}/`)));
  expect(absent.filter((folder) => folder !== 'src')).toEqual([]);
});

test('decision records are numbered without a gap and have their parts', () => {
  const files = readdirSync(join(root, 'docs/decisions')).sort();
  expect(files.map((name) => name.slice(0, 4))).toEqual(files.map((_, at) => String(at + 1).padStart(4, '0')));
  for (const file of files) {
    for (const part of ['**Context.**', '**Options.**', '**Evidence.**', '**Decision.**', '**Consequences.**']) {
      expect(read(`docs/decisions/${file}`), file).toContain(part);
    }
  }
});

/** A folder of somebody's machine, but for those of examples, or the host of a registry. */
const MADE_AT =
  /(?<![\w.$}-])\/(?:(?:home|Users)\/(?!ann\b|you\b)|(?:work|root)\/)\w|\bregistry\.[a-z0-9-]+\.[a-z]{2,}/;

test('the search for where something was made finds machines, and lets examples be', () => {
  for (const text of ['in /home/mara/code', '"/work/clone/dist"', 'https://registry.example.org/x']) {
    expect(text).toMatch(MADE_AT);
  }
  for (const text of ['/home/ann/clone', '/home/you/skills', 'a/work/b', 'the registry. It']) {
    expect(text).not.toMatch(MADE_AT);
  }
});

test('nothing claims more than is true, and nothing names where it was made', () => {
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => /\.(md|ts|tsx|html|mjs|json|yaml)$/.test(file) && existsSync(join(root, file)));
  const offending = tracked.filter((file) => {
    if (file.endsWith('documents.test.ts')) return false;
    const text = read(file);
    const claims =
      file !== 'SECURITY.md' &&
      file !== 'CONTRIBUTING.md' &&
      /only (a )?(human|person|people) can approve|impossible to bypass/i.test(text);
    return claims || MADE_AT.test(text);
  });
  expect(offending).toEqual([]);
});
