// Inlines small parts into the documents: requesting them would take longer.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const COLOR_SCHEME = new URL('../src/app/color-scheme.js', import.meta.url);
const COLOR_SCHEME_PLACE = '<!--color-scheme-->';
const ICON = new URL('../public/favicon.svg', import.meta.url);
const ICON_PATH = '"/favicon.svg"';

const COMMENT = /^(?:\/\/.*|<!--.*-->)\n/gm;

const read = (file: URL): string => readFileSync(file, 'utf8').replace(COMMENT, '').replace(/\n\s*/g, '');

/** A document with its icon in it. */
export const withIcon = (html: string): string =>
  html.replaceAll(ICON_PATH, () => `"data:image/svg+xml,${encodeURIComponent(read(ICON))}"`);

/** The script that sets the colour scheme, and the icon. A document's policy names its inline scripts. */
export const documentParts = (): Plugin => ({
  name: 'document-parts',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { path }) => {
      if (!html.includes(COLOR_SCHEME_PLACE)) throw new Error(`${path} has no ${COLOR_SCHEME_PLACE}`);
      return withIcon(html.replace(COLOR_SCHEME_PLACE, () => `<script>${read(COLOR_SCHEME)}</script>`));
    },
  },
});
