// Prints what a visitor downloads, compressed, and fails the build when a page outgrows its budget.
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { closureOf, filesOf, LAYOUT_MODULES, WORKSPACE_MODULES } from './chunk-closure.ts';

type Bundle = Rolldown.OutputBundle;

/** A page's initial modules, and the JavaScript budget of its first load. */
const PAGES = {
  landing: { modules: ['features/landing/landing-script.ts'], bytesMax: 2 * 1024 },
  login: { modules: ['app/main.tsx', 'features/auth/auth-page.tsx'], bytesMax: 200 * 1024 },
  workspace: { modules: [...WORKSPACE_MODULES, LAYOUT_MODULES.panes], bytesMax: 200 * 1024 },
  'workspace, simple': { modules: [...WORKSPACE_MODULES, LAYOUT_MODULES.stack], bytesMax: 200 * 1024 },
} as const;

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
    const pages = Object.entries(PAGES).map(([name, { modules, bytesMax }]) => {
      const files = filesOf(bundle, modules);
      return { name, bytes: gzipBytes(bundle, files), filesCount: files.size, bytesMax };
    });
    const initial = filesOf(bundle, ['app/main.tsx']);
    const lazy = Object.values(bundle)
      .filter((file) => file.type === 'chunk' && file.isDynamicEntry)
      .map(({ fileName }) => {
        const added = [...closureOf(bundle, fileName)].filter((file) => !initial.has(file));
        return { fileName, bytes: gzipBytes(bundle, added) };
      })
      .sort((a, b) => b.bytes - a.bytes);
    const report = [
      'JavaScript of the first load of each page, and of each lazy part without that',
      ...pages.map(({ name, bytes, filesCount }) => line('=', bytes, `${name}, ${filesCount} files`)),
      ...lazy.map(({ fileName, bytes }) => line('+', bytes, fileName)),
    ];
    this.info(report.join('\n'));
    for (const { name, bytes, bytesMax } of pages)
      if (bytes > bytesMax) this.error(`${name} loads ${bytes} bytes of JavaScript, more than ${bytesMax}`);
  },
});
