// Leaves out the styles of the design system that nothing in the app uses, components, palettes and what the theme sets
// itself: more than half of that stylesheet.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parse } from 'postcss';
import type { Plugin } from 'vite';
import { themeVariableNames } from './theme-style.ts';
import { UNUSED_VARIABLE } from './unused-palettes.ts';

const STYLESHEET = /@mantine\/core\/styles\.css(?:\?transform-only)?$/;
const ENTRY = 'esm/index.mjs';
/** How the design system names the classes of its components. */
export const CLASS = /\bm_[0-9a-f]{6,8}\b/g;
const NAMED_IMPORT = /import\s*\{([^}]+)\}\s*from\s*['"]([^'"]+)['"]/g;
const ANY_IMPORT = /import[^'"]*['"](\.[^'"]+)['"]/g;

/** Whether a selector can match: all component classes in it, also within `:where(…)` and `:is(…)`, have to be among these. */
export const matcherOf =
  (classes: ReadonlySet<string>) =>
  (selector: string): boolean =>
    (selector.match(CLASS) ?? []).every((name) => classes.has(name));

/** Parts of the design system that are packages of their own, and build on its components. */
const PACKAGES = /@mantine\/(?!core|hooks)\w+/g;

const textsOf = (folder: string): string[] =>
  globSync('**/*.{ts,tsx,mjs}', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));

/** What the app's sources, and the packages that they name, import from the design system, by name. */
const importedNames = (sources: string, modules: string): Set<string> => {
  const own = textsOf(sources);
  const packages = new Set(own.flatMap((text) => text.match(PACKAGES) ?? []));
  const texts = [...own, ...[...packages].flatMap((name) => textsOf(join(modules, name, 'esm')))];
  const lists = texts.flatMap((text) =>
    [...text.matchAll(NAMED_IMPORT)]
      .filter(([, , from]) => from === '@mantine/core')
      .map(([, names]) => names ?? ''),
  );
  return new Set(lists.flatMap((names) => names.match(/\b[A-Z]\w+/g) ?? []));
};

/** The class names in a module and in all that it imports from its own package. */
const collectClasses = (path: string, classes: Set<string>, seen: Set<string>): void => {
  if (seen.has(path)) return;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.module.mjs')) for (const name of text.match(CLASS) ?? []) classes.add(name);
  for (const [, relative = ''] of text.matchAll(ANY_IMPORT))
    collectClasses(normalize(join(dirname(path), relative)), classes, seen);
};

const usedClasses = (entry: string, names: ReadonlySet<string>): Set<string> => {
  const classes = new Set<string>();
  const seen = new Set<string>();
  for (const [, exported = '', from = ''] of readFileSync(entry, 'utf8').matchAll(NAMED_IMPORT))
    if (from.startsWith('.') && exported.split(',').some((name) => names.has(name.trim())))
      collectClasses(normalize(join(dirname(entry), from)), classes, seen);
  return classes;
};

/** Drops rules that can match nothing; a component that is imported tomorrow brings its rules back by itself. */
export const unusedStyles = (): Plugin => {
  let sources = '';
  return {
    name: 'unused-styles',
    apply: 'build',
    enforce: 'pre',
    configResolved: ({ root }) => {
      sources = join(root, 'src');
    },
    transform: (css, id) => {
      if (!STYLESHEET.test(id)) return undefined;
      const core = dirname(id);
      const names = importedNames(sources, normalize(join(core, '..', '..')));
      const canMatch = matcherOf(usedClasses(normalize(join(core, ENTRY)), names));
      const stylesheet = parse(css);
      stylesheet.walkRules((rule) => {
        if (!rule.selectors.some(canMatch)) rule.remove();
      });
      stylesheet.walkDecls(UNUSED_VARIABLE, (declaration) => void declaration.remove());
      const known = themeVariableNames();
      stylesheet.walkRules(/^:root/, (root) => {
        root.walkDecls(/^--/, (declaration) => {
          if (known.has(declaration.prop)) declaration.remove();
        });
        if (root.nodes.length === 0) root.remove();
      });
      return { code: stylesheet.toString(), map: null };
    },
  };
};
