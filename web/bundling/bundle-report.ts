// Prints what a visitor downloads, compressed, and fails the build when the first load outgrows its budget.
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const INITIAL_JS_BYTES_MAX = 250 * 1024;

type Bundle = Rolldown.OutputBundle;

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

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1).padStart(7)} KB gzip`;

/** Reports the first load, and per lazy part what it adds to that; throws above the budget. */
export const bundleReport = (): Plugin => ({
  name: 'bundle-report',
  apply: 'build',
  writeBundle(_options, bundle) {
    const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
    if (!entry) return;
    const initial = closureOf(bundle, entry.fileName);
    const initialBytes = gzipBytes(bundle, initial);
    const lazy = Object.values(bundle)
      .filter((file) => file.type === 'chunk' && file.isDynamicEntry)
      .map((chunk) => {
        const added = [...closureOf(bundle, chunk.fileName)].filter((file) => !initial.has(file));
        return { name: chunk.name ?? chunk.fileName, bytes: gzipBytes(bundle, added) };
      })
      .sort((a, b) => b.bytes - a.bytes);
    const lines = lazy.map(({ name, bytes }) => `  + ${kilobytes(bytes)}  ${name}`);
    this.info(
      ['JavaScript by first load and lazy parts', `  = ${kilobytes(initialBytes)}  initial`, ...lines].join(
        '\n',
      ),
    );
    if (initialBytes > INITIAL_JS_BYTES_MAX)
      this.error(`initial JavaScript is ${initialBytes} bytes gzip, more than ${INITIAL_JS_BYTES_MAX}`);
  },
});
