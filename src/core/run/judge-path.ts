/**
 * A path that judges the work is compared and not matched. One that can name no file of the folder would watch nothing,
 * and nobody would be told: such as `test/**`, which people write by habit.
 */
import type { Problem } from '../../kit/result.ts';

const faults: readonly { readonly finds: RegExp; readonly says: string; readonly fix: string }[] = [
  { finds: /^\s*$/, says: 'is empty.', fix: 'Leave the line out.' },
  { finds: /\p{Cc}/u, says: 'holds a control character.', fix: 'Write the name without it.' },
  {
    finds: /^[\\/]|^[A-Za-z]:|^~/,
    says: 'is absolute.',
    fix: 'Name it relative to the folder, like test.',
  },
  { finds: /\\/, says: 'holds a backslash.', fix: 'Separate folders with /.' },
  {
    finds: /[*?]|\{[^}]*,[^}]*\}/,
    says: 'is a pattern, and patterns are not matched.',
    fix: 'Name the folder, like test for all below it, or each file; . is the whole folder.',
  },
  {
    finds: /(?:^|\/)\.\.(?:\/|$)|\/\/|[^/]\/\.(?:\/|$)/,
    says: 'holds a step instead of a name.',
    fix: 'Name it from the folder downwards.',
  },
];

/** Null = it can be compared. */
export function judgePathFault(path: string): { readonly says: string; readonly fix: string } | null {
  return faults.find(({ finds }) => finds.test(path)) ?? null;
}

export function judgePathProblems(field: string, paths: readonly string[]): readonly Problem[] {
  return paths.flatMap((path, at) => {
    const fault = judgePathFault(path);
    if (!fault) return [];
    return [
      {
        code: 'invalid_root',
        path: `/${field}/${at}`,
        message: `The path ${JSON.stringify(path)} ${fault.says}`,
        fix: fault.fix,
      },
    ];
  });
}
