// Finds files that import one another in a circle.
import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

type Importing = Pick<SourceFile, 'path' | 'imports'>;

/** Each circle once, as the files along it, the first one again at the end. */
export const importCircles = (files: readonly Importing[]): string[][] => {
  const targets = new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => posix.join(posix.dirname(path), specifier)),
    ]),
  );
  const circles: string[][] = [];
  const finished = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start !== -1) {
      circles.push([...trail.slice(start), path]);
      return;
    }
    if (finished.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    finished.add(path);
  };
  for (const { path } of files) visit(path, []);
  return circles;
};
