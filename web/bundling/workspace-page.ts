// Writes the document that signed-in users get: it asks for the workspace and its data at once, not one after another.
import { readFileSync } from 'node:fs';
import { ROUTES } from '@tradeium/contracts';
import type { Plugin, Rolldown } from 'vite';
import { filesOf, LAYOUT_MODULES, WORKSPACE_MODULES } from './chunk-closure.ts';

type Bundle = Rolldown.OutputBundle;

const APP = 'app.html';
const ROOT = '<div id="root"></div>';
/** What is seen while the scripts are on their way; the app takes its place. */
const OUTLINE = new URL('../src/app/workspace/outline.html', import.meta.url);
const WORKSPACE = 'workspace.html';

/** As in `lib/use-basic-mode.ts`: the layout that a window of this width shows. */
const WIDE = '(min-width: 768px)';
const NARROW = '(max-width: 767.98px)';

/** What the workspace asks for first, whatever it shows; as in `app/workspace/first-data.ts`. */
const FIRST_QUERIES = [ROUTES.getMe.path, ROUTES.listChats.path, ROUTES.getBalance.path];

const stylesOf = (bundle: Bundle, files: Iterable<string>): string[] =>
  [...files].flatMap((file) => {
    const chunk = bundle[file];
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
  });

const preloads = (files: Iterable<string>, media?: string): string[] =>
  [...files].map(
    (file) =>
      `<link rel="modulepreload" crossorigin href="/${file}"${media === undefined ? '' : ` media="${media}"`}>`,
  );

const linksOf = (bundle: Bundle): string[] => {
  const all = filesOf(bundle, WORKSPACE_MODULES);
  const only = (module: string) => [...filesOf(bundle, [module])].filter((file) => !all.has(file));
  const known = new Set(stylesOf(bundle, filesOf(bundle, ['app/main.tsx'])));
  const styles = stylesOf(bundle, [...all, ...only(LAYOUT_MODULES.panes)]).filter((file) => !known.has(file));
  return [
    ...FIRST_QUERIES.map(
      (path) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}">`,
    ),
    ...preloads(all),
    ...preloads(only(LAYOUT_MODULES.panes), WIDE),
    ...preloads(only(LAYOUT_MODULES.stack), NARROW),
    ...[...new Set(styles)].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
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
      const source = String(app.source)
        .replace('</head>', `  ${linksOf(bundle).join('\n    ')}\n  </head>`)
        .replace(ROOT, () => `<div id="root" data-page="workspace">${readFileSync(OUTLINE, 'utf8')}</div>`);
      this.emitFile({ type: 'asset', fileName: WORKSPACE, source });
    },
  },
});
