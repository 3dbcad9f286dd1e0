// Writes the document for signed-in users: it requests the workspace's code and data in parallel.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ROUTES } from '@tradeium/contracts';
import type { Plugin, Rolldown } from 'vite';
import { filesOf, LAYOUT_MODULES, WORKSPACE_MODULES } from './chunk-closure.ts';
import { withIcon } from './document-parts.ts';

type Bundle = Rolldown.OutputBundle;

const APP = 'app.html';
const ROOT = '<div id="root"></div>';
/** Shown while the scripts load; the app replaces it. */
const OUTLINE = new URL('../src/app/workspace/loading/outline.html', import.meta.url);
const WORKSPACE = 'workspace.html';

/** As in `lib/use-basic-mode.ts`: the layout that a window of this width shows. */
const WIDE = '(min-width: 768px)';
const NARROW = '(max-width: 767.98px)';

/** The workspace's queries whatever it shows, as `app/workspace/loading/first-data.ts` does; for the chats, it sends more. */
const FIRST_QUERIES = [ROUTES.listChats.path, ROUTES.getMe.path];
const MORE_QUERIES = [ROUTES.getBalance.path, ROUTES.listActiveRuns.path, ROUTES.listFavorites.path];

const chunksOf = (bundle: Bundle, files: Iterable<string>): Rolldown.OutputChunk[] =>
  [...files].map((file) => bundle[file]).filter((file) => file?.type === 'chunk');

const stylesOf = (bundle: Bundle, files: Iterable<string>): string[] =>
  chunksOf(bundle, files).flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);

/** The names of the stylesheets among the modules of these files. */
const stylesheetsIn = (bundle: Bundle, files: Iterable<string>): string[] =>
  chunksOf(bundle, files)
    .flatMap(({ moduleIds }) => moduleIds.filter((id) => id.endsWith('.css')))
    .map((id) => basename(id));

const preloads = (files: Iterable<string>, media?: string): string[] =>
  [...files].map(
    (file) =>
      `<link rel="modulepreload" crossorigin href="/${file}"${media === undefined ? '' : ` media="${media}"`}>`,
  );

const queries = (paths: readonly string[]): string[] =>
  paths.map((path) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}">`);

/** In the order in which they are needed: without HTTP/2, a browser asks for six at a time. */
const linksOf = (bundle: Bundle): string[] => {
  const data = filesOf(bundle, ['app/workspace/loading/first-data.ts']);
  const main = filesOf(bundle, ['app/main.tsx']);
  const all = filesOf(bundle, WORKSPACE_MODULES);
  const without = (files: Iterable<string>, ...known: ReadonlySet<string>[]) =>
    [...files].filter((file) => known.every((set) => !set.has(file)));
  const only = (module: string) => without(filesOf(bundle, [module]), all);
  const known = new Set(stylesOf(bundle, main));
  // A second stylesheet would delay the first paint.
  const others = stylesheetsIn(bundle, [
    ...without(all, main),
    ...Object.values(LAYOUT_MODULES).flatMap((layout) => only(layout)),
  ]);
  if (others.length > 0)
    throw new Error(`missing in the stylesheet of first-load.ts: ${[...new Set(others)].join(', ')}`);
  return [
    ...preloads(data),
    ...[...known].map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    ...preloads(without(main, data)),
    ...queries(FIRST_QUERIES),
    ...preloads(without(all, main)),
    ...preloads(only(LAYOUT_MODULES.panes), WIDE),
    ...preloads(only(LAYOUT_MODULES.stack), NARROW),
    ...queries(MORE_QUERIES),
  ];
};

/** The gateway serves it in place of the app's document to a browser that has signed in. */
export const workspacePage = (): Plugin => ({
  name: 'workspace-page',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const app = bundle[APP];
      if (app?.type !== 'asset') throw new Error(`the build has no ${APP}`);
      const html = String(app.source);
      if (!html.includes(ROOT) || !html.includes('</title>'))
        throw new Error(`${APP} has no place for the workspace`);
      const source = html
        // Before all that it takes longer to read.
        .replace('</title>', `</title>\n    ${linksOf(bundle).join('\n    ')}`)
        .replace(
          ROOT,
          () => `<div id="root" data-page="workspace">${withIcon(readFileSync(OUTLINE, 'utf8'))}</div>`,
        );
      this.emitFile({ type: 'asset', fileName: WORKSPACE, source });
    },
  },
});
