// The files of a build that a module needs; reports and documents share this definition of a first load.
import type { Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** Where the signed-in user arrives; its two layouts are side by side. */
export const WORKSPACE_MODULES = [
  'app/main.tsx',
  'app/app-frame.tsx',
  'app/workspace/backtest-page.tsx',
] as const;
export const LAYOUT_MODULES = {
  panes: 'app/workspace/layout/panes-layout.tsx',
  stack: 'app/workspace/layout/stack-layout.tsx',
} as const;

/** The workspace and both of its layouts. */
export const FIRST_MODULES = [...WORKSPACE_MODULES, ...Object.values(LAYOUT_MODULES)] as const;

/** The chunk that holds a module of `src`; throws when there is none. */
export const chunkOf = (bundle: Bundle, module: string): Rolldown.OutputChunk => {
  const chunk = Object.values(bundle).find(
    (file): file is Rolldown.OutputChunk =>
      file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/src/${module}`)),
  );
  if (!chunk) throw new Error(`no chunk holds ${module}`);
  return chunk;
};

/** A chunk and everything that it imports statically, by file name. */
export const closureOf = (bundle: Bundle, fileName: string, seen = new Set<string>()): Set<string> => {
  const chunk = bundle[fileName];
  if (chunk?.type !== 'chunk' || seen.has(fileName)) return seen;
  seen.add(fileName);
  for (const imported of chunk.imports) closureOf(bundle, imported, seen);
  return seen;
};

/** The files that all these modules need together. */
export const filesOf = (bundle: Bundle, modules: readonly string[]): Set<string> => {
  const files = new Set<string>();
  for (const module of modules) closureOf(bundle, chunkOf(bundle, module).fileName, files);
  return files;
};
