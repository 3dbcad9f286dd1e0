// Prints what a visitor downloads, compressed, and fails the build when a page outgrows its budget.
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** Chunks that a page needs beside the entry, and how much JavaScript its first load may be. */
const PAGES = {
  landing: { chunks: ['landing-page'], bytesMax: 200 * 1024 },
  login: { chunks: ['auth-page'], bytesMax: 200 * 1024 },
  workspace: { chunks: ['app-frame', 'backtest-page'], bytesMax: 250 * 1024 },
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
    const entry = chunks.find(({ isEntry }) => isEntry);
    if (!entry) return;
    const initial = closureOf(bundle, entry.fileName);
    const fileOf = (name: string) => chunks.find((chunk) => chunk.name === name)?.fileName ?? '';
    const pages = Object.entries(PAGES).map(([name, { chunks: parts, bytesMax }]) => {
      const files = new Set(initial);
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
      'JavaScript of the first load of each page, and of each lazy part beside the entry',
      ...pages.map(({ name, bytes }) => line('=', bytes, name)),
      ...lazy.map(({ name, bytes }) => line('+', bytes, name)),
    ];
    this.info(report.join('\n'));
    for (const { name, bytes, bytesMax } of pages)
      if (bytes > bytesMax) this.error(`${name} loads ${bytes} bytes of JavaScript, more than ${bytesMax}`);
  },
});
