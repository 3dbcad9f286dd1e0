// How the web app is built and, while developing, served with its API calls passed on to the gateway.
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { ROUTES } from '@tradeium/contracts';
import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import { bundleReport } from './bundling/bundle-report.ts';
import { compileHints } from './bundling/compile-hints.ts';
import { componentStyles } from './bundling/component-styles.ts';
import { documentParts } from './bundling/document-parts.ts';
import { FIRST_LOAD } from './bundling/first-load.ts';
import { fontPreload } from './bundling/font-preload.ts';
import { landingPage } from './bundling/landing-page.ts';
import { precompress } from './bundling/precompress.ts';
import { routeTable } from './bundling/route-table.ts';
import { themeVariables } from './bundling/theme-style.ts';
import { workspacePage } from './bundling/workspace-page.ts';

const gateway = env.GATEWAY_URL ?? `http://localhost:${env.PORT ?? 4000}`;

/** One proxy rule per route: pages and API share a host, so only the API's exact paths may be passed on. */
const apiProxy: Record<string, ProxyOptions> = Object.fromEntries(
  Object.values(ROUTES).map(({ path }) => [
    `^${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`,
    { target: gateway },
  ]),
);

export default defineConfig({
  plugins: [
    react(),
    routeTable(),
    documentParts(),
    themeVariables(),
    landingPage(),
    fontPreload(),
    componentStyles(),
    workspacePage(),
    compileHints(),
    bundleReport(),
    precompress(),
  ],
  // The chart library's older modules know the window by its name in Node.
  define: { global: 'globalThis' },
  // By default pages of every port of this machine may read the source.
  server: { port: 5173, proxy: apiProxy, cors: false },
  build: {
    outDir: fileURLToPath(new URL('../build/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // An inlined asset would be a data: URL, which the policy allows for images only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_200,
    // Every browser of the target knows it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: FIRST_LOAD } },
      input: ['index.html', 'app.html'].map((page) => fileURLToPath(new URL(page, import.meta.url))),
    },
  },
});
