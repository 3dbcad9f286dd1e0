// Prints what a visitor downloads, compressed, and fails the build when a page outgrows its budget.
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** The chunks of a page, its document's first, and how much JavaScript its first load may be. */
const PAGES = {
  landing: { chunks: ['index'], bytesMax: 2 * 1024 },
  login: { chunks: ['app', 'auth-page'], bytesMax: 200 * 1024 },
  workspace: { chunks: ['app', 'app-frame', 'backtest-page'], bytesMax: 250 * 1024 },
} as const;

/** A chunk and everything that it imports statically. */
const closureOf = (bundle: Bundle, root: string, seen = new Set<string>()): Set<string> => {
  const chunk = bundle[root];
  if (chunk?.type !== 'chunk' || seen.has(root)) return seen;
  seen.add(root);
  for (const imported of chunk.imports) closureOf(bundle, imported, seen);
  return seen;
};

const gzipBytes = (bundle: Bundle, files: Iterable<string>): number =>
  [...files].reduce((sum, file) => {
    const chunk = bundle[file];
    return sum + (chunk?.type === 'chunk' ? gzipSync(chunk.code).length : 0);
  }, 0);

const line = (sign: string, bytes: number, name: string): string =>
  `  ${sign} ${(bytes / 1024).toFixed(1).padStart(6)} KB gzip  ${name}`;

/** Reports the JavaScript of the first load of each page and what each lazy part adds; throws above a budget. */
export const bundleReport = (): Plugin => ({
  name: 'bundle-report',
  apply: 'build',
  writeBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const fileOf = (name: string) => {
      const chunk = chunks.find((one) => one.name === name);
      return chunk?.fileName ?? this.error(`there is no chunk named ${name}`);
    };
    const initial = closureOf(bundle, fileOf('app'));
    const pages = Object.entries(PAGES).map(([name, { chunks: parts, bytesMax }]) => {
      const files = new Set<string>();
      for (const part of parts) closureOf(bundle, fileOf(part), files);
      return { name, bytes: gzipBytes(bundle, files), bytesMax };
    });
    const lazy = chunks
      .filter(({ isDynamicEntry }) => isDynamicEntry)
      .map(({ name, fileName }) => {
        const added = [...closureOf(bundle, fileName)].filter((file) => !initial.has(file));
        return { name, bytes: gzipBytes(bundle, added) };
      })
      .sort((a, b) => b.bytes - a.bytes);
    const report = [
      'JavaScript of the first load of each page, and of each lazy part beside the app',
      ...pages.map(({ name, bytes }) => line('=', bytes, name)),
      ...lazy.map(({ name, bytes }) => line('+', bytes, name)),
    ];
    this.info(report.join('\n'));
    for (const { name, bytes, bytesMax } of pages)
      if (bytes > bytesMax) this.error(`${name} loads ${bytes} bytes of JavaScript, more than ${bytesMax}`);
  },
});
