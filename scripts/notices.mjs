/**
 * The licences of what a bundle holds, written beside it: most of them ask that their text goes with every copy. A plugin
 * for Rolldown and Vite, without a dependency: the bundle itself says which files went into it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const noticesFile = 'THIRD-PARTY-NOTICES';

/** @returns {import('rolldown').Plugin} */
export function notices() {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      this.emitFile({ type: 'asset', fileName: noticesFile, source: noticesOf(files) });
    },
  };
}

/** @param {readonly string[]} files of the bundle, of ours and of others */
export function noticesOf(files) {
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
  const parts = [...folders].map(noticeOf).sort((a, b) => (a.title < b.title ? -1 : 1));
  const head = `This folder holds code of ${parts.length} packages. Their licences:\n`;
  return [head, ...new Set(parts.map(({ title, text }) => `${'-'.repeat(80)}\n${title}\n\n${text.trim()}\n`))].join(
    '\n',
  );
}

/** Virtual modules are named `\0name`, and queries come behind a question mark. @param {string} file */
function packageFolder(file) {
  const mark = `${sep}node_modules${sep}`;
  const at = file.lastIndexOf(mark);
  if (at < 0) return null;
  const [scope = '', name = ''] = (file.slice(at + mark.length).split('?')[0] ?? '').split(sep);
  return join(file.slice(0, at).replace(/^\0/, ''), 'node_modules', scope, scope.startsWith('@') ? name : '');
}

/** @param {string} folder */
function noticeOf(folder) {
  const { name, version, license, author, homepage, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  if (typeof license !== 'string') throw new Error(`${folder} does not say its licence`);
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const place = homepage ?? repository?.url ?? repository ?? '';
  const holder = typeof author === 'string' ? author : (author?.name ?? 'its authors');
  const text =
    texts.length > 0 ? texts.join('\n\n') : `Copyright: ${holder}. The package brings no text of its licence.`;
  return { title: `${name} ${version}\nLicence: ${license}${place ? `\n${place}` : ''}`, text };
}
