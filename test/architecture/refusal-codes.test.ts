/** The one list of refusal codes is true: whatever refuses uses one of its codes, and each of them is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { refusalCodes } from '../../src/protocol/codes.ts';

const src = join(import.meta.dirname, '../../src');

interface Use {
  readonly code: string;
  /** File and line. */
  readonly at: string;
}

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|laws|cases|gen)\.tsx?$/.test(name))
  .map((name) => ts.createSourceFile(name, readFileSync(join(src, name), 'utf8'), ts.ScriptTarget.ES2023, true));

/** Codes of refusals: `refused('code')` and the like, and literals with a code and what to do next. */
function refusalsIn(source: ts.SourceFile): Use[] {
  const uses: Use[] = [];
  const note = (node: ts.StringLiteral) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    uses.push({ code: node.text, at: `src/${source.fileName}:${line + 1}` });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(refused|refusalOf|fail)$/.test(node.expression.getText())) {
      const [first] = node.arguments;
      // A sentence is another function's: only the words of a code look like one.
      if (first && ts.isStringLiteral(first) && /^\w+$/.test(first.text)) note(first);
    }
    if (ts.isObjectLiteralExpression(node) && property(node, 'next') && property(node, 'message')) {
      const code = property(node, 'code');
      if (code && ts.isStringLiteral(code)) note(code);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

/** The value of a property; for `{ message }` its name. */
function property(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const member of node.properties) {
    if (member.name?.getText() !== name) continue;
    if (ts.isPropertyAssignment(member)) return member.initializer;
    if (ts.isShorthandPropertyAssignment(member)) return member.name;
  }
  return undefined;
}

function isLiteral(text: string): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && node.text === text) found = true;
    if (!found) ts.forEachChild(node, visit);
  };
  for (const source of sources) if (source.fileName !== join('protocol', 'codes.ts')) visit(source);
  return found;
}

const uses = sources.flatMap(refusalsIn);

test('the scan sees refusals of both spellings', () => {
  const codes = uses.map(({ code }) => code);
  expect(codes).toContain('too_large'); // refused('too_large')
  expect(codes).toContain('already_approved'); // { code: 'already_approved', message, next }
  expect(uses.length).toBeGreaterThan(40);
});

test('every code that is used is in the list', () => {
  expect(uses.filter(({ code }) => !Object.hasOwn(refusalCodes, code))).toEqual([]);
});

test('every code of the list is used', () => {
  expect(Object.keys(refusalCodes).filter((code) => !isLiteral(code))).toEqual([]);
});

test('every code says when it is raised and what to do, and has a status of its kind', () => {
  for (const [code, { status, raised, next }] of Object.entries(refusalCodes)) {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(raised, code).toMatch(/\.$/);
    expect(next, code).toMatch(/\.$/);
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(status, code).toBeLessThan(600);
  }
});
