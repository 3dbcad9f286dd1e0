// Lists the project's own source files with what the house rules need to know of each.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export type SourceFile = {
  /** From the repository's root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  /** Specifiers of all static and dynamic imports and re-exports. */
  readonly imports: readonly string[];
};

const SOURCE = /\.(ts|tsx|mjs|py)$/;
const IMPORT = /(?:\bfrom\s+|\bimport\s+|\bimport\()['"]([^'"]+)['"]/g;

/** All tracked or new source files that git does not ignore. */
export const sourceFiles = (): SourceFile[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => SOURCE.test(path))
    .flatMap((path) => {
      const text = readIfThere(path);
      if (text === null) return [];
      const imports = [...text.matchAll(IMPORT)].map((match) => match[1] as string);
      return [{ path, text, lines: text.split('\n').length - 1, imports }];
    });

/** A file may be deleted but still tracked while somebody works. */
const readIfThere = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};
