/** Owns the size budgets and the list of what may not stay in the code. Prints the medians and fails when anything is over. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const fileLimit = 300;
const functionLimit = 60;
/** Markup is long without being complicated. */
const componentLimit = 120;

const root = fileURLToPath(new URL('..', import.meta.url));
const src = filesUnder('src').filter((name) => /\.(tsx?|css|html)$/.test(name) && !/\.gen\.ts$/.test(name));
const around = ['test', 'bench', 'scripts'].flatMap(filesUnder).filter((name) => /\.(tsx?|mjs)$/.test(name));

/**
 * Functions that may be longer, with the reason. One that is not met any more is a fault too.
 * @type {Readonly<Record<string, string>>}
 */
const longer = {
  'test/e2e/plans.ts journalsPlan': 'it is one plan of six steps, written out: data to read from top to bottom',
};
const met = new Set();

/** @type {string[]} */
const faults = [];
/** @type {number[]} */
const fileLengths = [];
/** @type {number[]} */
const functionLengths = [];

for (const name of src) {
  const text = readFileSync(join(root, name), 'utf8');
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (!isTest(name)) fileLengths.push(lines);
  if (lines > fileLimit) faults.push(`${name}: ${lines} lines, at most ${fileLimit}`);
  checkLeftovers(name, text);
  if (/\.tsx?$/.test(name)) checkTree(name, text);
}
for (const name of around) {
  const text = readFileSync(join(root, name), 'utf8');
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (lines > fileLimit) faults.push(`${name}: ${lines} lines, at most ${fileLimit}`);
  checkSkipped(name, text);
  checkTree(name, text);
}
for (const name of Object.keys(longer)) if (!met.has(name)) faults.push(`${name} is no exception any more`);

console.log(
  `${src.length} files, median ${median(fileLengths)} lines (aim 90); ` +
    `${functionLengths.length} functions, median ${median(functionLengths)} lines (aim 10)`,
);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

/** @param {string} name @param {string} text */
function checkTree(name, text) {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  // A list of tests, also where several files hand theirs to one that opens the browser.
  const isList = isTest(name) || (name.startsWith('test/') && /import \{[^}]*\btest\b[^}]*\} from 'vitest'/.test(text));
  visit(tree);

  /** @param {ts.Node} node */
  function visit(node) {
    if (node.kind === ts.SyntaxKind.AnyKeyword) faults.push(`${at(name, tree, node)}: the type 'any'`);
    // A test file's describe() callback is a list, not a function to understand at once.
    if (ts.isFunctionLike(node) && 'body' in node && node.body && !isList) measure(name, tree, node);
    ts.forEachChild(node, visit);
  }
}

/** @param {string} name @param {ts.SourceFile} tree @param {ts.SignatureDeclaration} node */
function measure(name, tree, node) {
  const first = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line;
  const last = tree.getLineAndCharacterOfPosition(node.end).line;
  const lines = last - first + 1;
  // The medians are those of the product.
  if (name.startsWith('src/')) functionLengths.push(lines);
  const label = nameOf(node);
  const limit = name.endsWith('.tsx') && /^[A-Z]/.test(label) ? componentLimit : functionLimit;
  if (lines <= limit) return;
  const key = `${name} ${label}`;
  if (key in longer) met.add(key);
  else faults.push(`${at(name, tree, node)}: ${label || 'a function'} has ${lines} lines, at most ${limit}`);
}

/** The name a reader knows it by, also through `const Card = memo(() => …)`. @param {ts.Node} node */
function nameOf(node) {
  if ('name' in node && node.name) return /** @type {ts.Node} */ (node.name).getText();
  let parent = node.parent;
  while (parent && ts.isCallExpression(parent)) parent = parent.parent;
  return parent && ts.isVariableDeclaration(parent) ? parent.name.getText() : '';
}

/** @param {string} name @param {string} text */
function checkLeftovers(name, text) {
  report(name, text, /\b(?:TODO|FIXME)\b/, 'is work left in the code: open an issue instead');
  checkSkipped(name, text);
}

/** @param {string} name @param {string} text */
function checkSkipped(name, text) {
  report(name, text, /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|only|todo)\b/, 'leaves tests out');
}

/** @param {string} name @param {string} text @param {RegExp} pattern @param {string} why */
function report(name, text, pattern, why) {
  for (const [index, line] of text.split('\n').entries()) {
    const found = pattern.exec(line);
    if (found) faults.push(`${name}:${index + 1}: ${found[0]} ${why}`);
  }
}

/** @param {string} name @param {ts.SourceFile} tree @param {ts.Node} node */
function at(name, tree, node) {
  return `${name}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
}

/** @param {string} name */
function isTest(name) {
  return /\.(test|laws)\.tsx?$/.test(name);
}

/** @param {number[]} numbers */
function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** @param {string} folder @returns {string[]} */
function filesUnder(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
}
