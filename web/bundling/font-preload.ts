// Preloads the landing page's font; the app's documents have more urgent things to load.
import type { Plugin } from 'vite';

/** The face of all Latin text; the others are only loaded by pages that need them. */
const FACE = 'inter-latin-wght-normal.woff2';

const LANDING = 'index.html';

export const fontPreload = (): Plugin => ({
  name: 'font-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { path, bundle = {} }) => {
      if (!path.endsWith(LANDING)) return [];
      const face = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(FACE));
      if (!face) throw new Error(`${FACE} is not part of the build`);
      const attrs = {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href: `/${face.fileName}`,
        crossorigin: '',
        // Anything that holds up the first paint goes before it.
        fetchpriority: 'low',
      };
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
    },
  },
});
