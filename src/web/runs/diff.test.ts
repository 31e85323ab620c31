import { expect, test } from 'vitest';
import { parseDiff, withoutNote } from './diff.ts';

const two = `diff --git a/src/a.ts b/src/a.ts
index 1111111..2222222 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,4 @@ export function a() {
 one
-two
+two, changed
+three
 four
@@ -10,2 +11,1 @@
-ten
 eleven
diff --git a/new.md b/new.md
new file mode 100644
index 0000000..3333333
--- /dev/null
+++ b/new.md
@@ -0,0 +1,2 @@
+# New
+-- not a head
\\ No newline at end of file
`;

test('files, hunks and lines with their numbers', () => {
  const [a, fresh] = parseDiff(two);
  expect(a).toMatchObject({ path: 'src/a.ts', change: 'changed', added: 2, removed: 2, binary: false });
  expect(a?.hunks.map((hunk) => hunk.head)).toEqual(['@@ -1,3 +1,4 @@ export function a() {', '@@ -10,2 +11,1 @@']);
  expect(a?.hunks[0]?.lines).toEqual([
    { kind: 'same', text: 'one', old: 1, new: 1 },
    { kind: 'removed', text: 'two', old: 2, new: null },
    { kind: 'added', text: 'two, changed', old: null, new: 2 },
    { kind: 'added', text: 'three', old: null, new: 3 },
    { kind: 'same', text: 'four', old: 3, new: 4 },
  ]);
  expect(fresh).toMatchObject({ path: 'new.md', change: 'added', added: 2, removed: 0 });
  expect(fresh?.hunks[0]?.lines.at(-1)).toEqual({
    kind: 'note',
    text: 'No newline at end of file',
    old: null,
    new: null,
  });
});

test('a line of the content that looks like a head stays a line', () => {
  const [file, ...rest] = parseDiff(`diff --git a/x b/x
--- a/x
+++ b/x
@@ -1,2 +1,2 @@
--- a/y
+++ b/y
 diff --git a/z b/z
`);
  expect(rest).toEqual([]);
  expect(file?.hunks[0]?.lines.map(({ kind, text }) => [kind, text])).toEqual([
    ['removed', '-- a/y'],
    ['added', '++ b/y'],
    ['same', 'diff --git a/z b/z'],
  ]);
});

test('what is removed, renamed, binary or only of another mode', () => {
  const files = parseDiff(`diff --git a/gone b/gone
deleted file mode 100644
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/old name b/new name
similarity index 100%
rename from old name
rename to new name
diff --git a/p.png b/p.png
index 1..2 100644
Binary files a/p.png and b/p.png differ
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
`);
  expect(files.map(({ path, change, binary }) => [path, change, binary])).toEqual([
    ['gone', 'removed', false],
    ['new name', 'renamed', false],
    ['p.png', 'changed', true],
    ['run.sh', 'mode', false],
  ]);
  expect(files[1]?.before).toBe('old name');
  expect(files[3]?.notes).toEqual(['old mode 100644', 'new mode 100755']);
});

test('what is no plain file says so: its lines look like those of one', () => {
  const [link, moved, script] = parseDiff(`diff --git a/link b/link
new file mode 120000
index 0000000..1111111
--- /dev/null
+++ b/link
@@ -0,0 +1 @@
+/etc/passwd
\\ No newline at end of file
diff --git a/moved b/moved
index 1111111..2222222 120000
--- a/moved
+++ b/moved
@@ -1 +1 @@
-here
\\ No newline at end of file
+/elsewhere
\\ No newline at end of file
diff --git a/run.sh b/run.sh
new file mode 100755
index 0000000..e69de29
`);
  expect(link).toMatchObject({ change: 'added', notes: ['A symbolic link: its line is where it leads.'] });
  expect(moved).toMatchObject({ change: 'changed', notes: link?.notes });
  expect(script).toMatchObject({ change: 'added', notes: ['It may be run.'] });
});

test('quoted paths are read as what they name', () => {
  const [file] = parseDiff('diff --git "a/\\303\\244 \\"b\\".txt" "b/\\303\\244 \\"b\\".txt"\nnew file mode 100644\n');
  expect(file?.path).toBe('ä "b".txt');
});

test.each(['', 'no diff at all', '@@ -1,2 +1,2 @@\n x', 'diff --git a/x b/x\n@@ nonsense', two.slice(0, 170)])(
  'never throws: %j',
  (text) => {
    expect(() => parseDiff(text)).not.toThrow();
  },
);

test('a diff that was cut gives what was there', () => {
  const [file] = parseDiff(two.slice(0, two.indexOf('+three')));
  expect(file?.hunks[0]?.lines).toHaveLength(3);
});

test('what the daemon says of a diff that it cut stands apart from the last file', () => {
  const body = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-x\n+# The diff is cut here, at 4 MiB. (9):';
  expect(withoutNote(`${body}\n`)).toEqual({ text: `${body}\n`, unseen: null });
  const note = '# The diff is cut here, at 4 MiB. The commit holds more; files not shown (4500):\n# b.txt\n# c d.txt\n';
  expect(withoutNote(`${body}\n${note}`)).toEqual({
    text: body,
    unseen: { total: 4500, names: ['b.txt', 'c d.txt'] },
  });
  const none = note.replace(/4500[\s\S]*/, '0):\n# \n');
  expect(withoutNote(`${body}\n${none}`).unseen).toEqual({ total: 0, names: [] });
});
