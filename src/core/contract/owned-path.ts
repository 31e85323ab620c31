/**
 * Owned files are named, not matched, and a name must mean one file under `cwd` on POSIX and on Windows alike: what one
 * dialect reads as a separator, a drive, a stream or a device is refused on the other too.
 */
import { caseless } from '../../kit/text.ts';

interface PathFault {
  readonly message: string;
  readonly fix: string;
}

/** Far beyond the paths of projects; each folder of one is looked at, and each run keeps them. */
const LONGEST = 1000;

const rules: readonly { readonly finds: (path: string) => boolean; readonly fault: PathFault }[] = [
  {
    finds: (path) => path === '',
    fault: { message: 'The path is empty.', fix: 'Name a file below cwd, or drop the entry.' },
  },
  {
    finds: (path) => path.length > LONGEST,
    fault: { message: `The path has more than ${LONGEST} characters.`, fix: 'Name one file below cwd.' },
  },
  {
    finds: (path) => /\p{Cc}/u.test(path),
    fault: { message: 'The path holds a control character.', fix: 'Write the name without it.' },
  },
  {
    finds: (path) => /^[\\/]|^[A-Za-z]:/.test(path),
    fault: {
      message: 'The path is absolute, on POSIX or on Windows.',
      fix: 'Name the file relative to cwd, like src/app.ts.',
    },
  },
  {
    finds: (path) => path.includes('\\'),
    fault: {
      message: 'The path holds a backslash, which is a separator on Windows and a letter on POSIX.',
      fix: 'Separate folders with /.',
    },
  },
  {
    finds: (path) => /[*?[\]{}]/.test(path),
    fault: { message: 'The path is a pattern; owned files are named one by one.', fix: 'Name each file.' },
  },
  {
    finds: (path) => /[<>:"|]/.test(path),
    fault: { message: 'The path holds one of < > : " |, which no name on Windows may.', fix: 'Own another file.' },
  },
  {
    finds: (path) => path.endsWith('/'),
    fault: { message: 'The path ends with /.', fix: 'Leave the last / out.' },
  },
  {
    finds: (path) => path.split('/').includes(''),
    fault: { message: 'The path holds //.', fix: 'Separate folders with one /.' },
  },
  {
    finds: (path) => path.split('/').some((name) => name === '.' || name === '..'),
    fault: { message: 'The path holds a step . or .. instead of a name.', fix: 'Name the file from cwd downwards.' },
  },
  {
    finds: (path) => path.split('/').some((name) => /[. ]$/.test(name)),
    fault: { message: 'A name ends with a dot or a blank, which Windows drops.', fix: 'Own another file.' },
  },
  {
    finds: (path) =>
      path.split('/').some((name) => /^(con|conin\$|conout\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/iu.test(name)),
    fault: { message: 'A name is a device on Windows (con, nul, aux, com1 and the like).', fix: 'Own another file.' },
  },
];

/** Why no run can own the path; null when it can. */
export function ownedPathFault(path: string): PathFault | null {
  return rules.find(({ finds }) => finds(path))?.fault ?? null;
}

/**
 * True when owning both means owning one file twice: equal but for case or Unicode composition (one file on Windows and
 * macOS), or one lies inside the other.
 */
export function pathsOverlap(one: string, other: string): boolean {
  const [first, second] = [folded(one), folded(other)];
  return first === second || first.startsWith(`${second}/`) || second.startsWith(`${first}/`);
}

function folded(path: string): string {
  // A folder above may be written as Windows writes it.
  return caseless(path.replaceAll('\\', '/').replaceAll(/\/+/g, '/'));
}
