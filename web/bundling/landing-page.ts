// Writes the landing page's markup and styles into its document, so that it is read without any script.
import { createServer, type EnvironmentModuleNode, type Plugin, type ViteDevServer } from 'vite';

const FOLDER = '/src/features/landing/';
const MARKUP = `${FOLDER}landing-markup.tsx`;
const STYLES = /\.css$/;

type Markup = typeof import('../src/features/landing/landing-markup.tsx');

/** A build has no development server, so it starts one that listens nowhere, to run the page's modules. */
const startServer = (root: string): Promise<ViteDevServer> =>
  createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });

/** The stylesheets that a module and its imports import, in their order. */
const stylesheetsOf = (
  module: EnvironmentModuleNode | undefined,
  seen = new Set<EnvironmentModuleNode>(),
): string[] => {
  if (!module || seen.has(module)) return [];
  seen.add(module);
  if (STYLES.test(module.url)) return [module.url];
  return [...module.importedModules].flatMap((imported) => stylesheetsOf(imported, seen));
};

/** Fills the document's places for the styles of what is on the page, and the page itself. */
const filled = async (html: string, server: ViteDevServer): Promise<string> => {
  const { landingMarkup } = (await server.ssrLoadModule(MARKUP)) as Markup;
  const modules = server.environments.ssr.moduleGraph;
  const styles: string[] = [];
  for (const url of stylesheetsOf(await modules.getModuleByUrl(MARKUP)))
    styles.push((await server.ssrLoadModule(`${url}?inline`)).default);
  return html
    .replace('<!--landing-styles-->', () => `<style>${styles.join('\n')}</style>`)
    .replace('<!--landing-page-->', () => landingMarkup());
};

/** Makes `index.html` the landing page and leaves all other addresses to `app.html`. */
export const landingPage = (): Plugin => {
  let root = '';
  return {
    name: 'landing-page',
    configResolved: (config) => {
      root = config.root;
    },
    // Vite answers every unknown address with index.html; here they belong to the app.
    configureServer: (server) => {
      // No module in the browser imports it, so Vite does not announce its changes.
      server.watcher.on('change', (file) => {
        if (file.startsWith(`${root}${FOLDER}`))
          server.hot.send({ type: 'full-reload', path: '/index.html' });
      });
      return () =>
        server.middlewares.use((request, _response, next) => {
          const path = request.originalUrl?.split('?')[0];
          if (request.url?.startsWith('/index.html') && path !== '/') request.url = '/app.html';
          next();
        });
    },
    transformIndexHtml: {
      // Before Vite's own part, which then finds the pictures and gives them their final names.
      order: 'pre',
      handler: async (html, { server, path }) => {
        if (path !== '/index.html') return html;
        if (server) return filled(html, server);
        const own = await startServer(root);
        return filled(html, own).finally(() => own.close());
      },
    },
  };
};
