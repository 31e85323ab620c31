/** Did a run change what judges it? Then a pass of its checks satisfies nothing until a person accepts it. */
import type { Root } from './root.ts';

/** Files whose change lets a run judge itself, wherever they lie. */
const MANIFESTS =
  /(^|\/)(package(-lock)?\.json|pnpm-lock\.yaml|yarn\.lock|Cargo\.(toml|lock)|go\.(mod|sum)|pyproject\.toml|requirements[^/]*\.txt|Gemfile(\.lock)?|pom\.xml|build\.gradle(\.kts)?|Makefile|CMakeLists\.txt|tsconfig[^/]*\.json|vitest\.config\.[^/]+|jest\.config\.[^/]+)$/;

/** `files` are relative to the repository's top; the declared test paths are relative to the root. */
export function changedItsJudge(
  files: readonly string[],
  root: Pick<Root, 'path' | 'testPaths'>,
  repository: string | null,
): boolean {
  const prefix = repository === null ? '' : below(repository, root.path);
  const judges = root.testPaths.map((path) => (prefix === '' ? path : `${prefix}/${path}`));
  return files.some((file) => MANIFESTS.test(file) || judges.some((path) => isUnder(file, path)));
}

/** The folder's path within the repository; '' = its top. Both are absolute, links resolved. */
export function below(repository: string, folder: string): string {
  return folder.startsWith(`${repository}/`) ? folder.slice(repository.length + 1) : '';
}

function isUnder(file: string, path: string): boolean {
  const clean = path.replace(/^\.\//, '').replace(/\/+$/, '');
  return file === clean || file.startsWith(`${clean}/`);
}
