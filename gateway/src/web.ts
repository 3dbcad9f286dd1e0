// Serves the built web app: hashed assets for ever, the page itself always fresh.
import { resolve } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { compress } from './compress.ts';

const NOT_BUILT = `The web app is not built yet: WEB_DIRECTORY has no index.html.
Start Tradeium with "npm start", which builds it first.
`;

/** The app's own addresses; they show the page whatever a client says that it takes. */
const PAGES = /^\/(?:$|(?:auth|verify-email|trading|credits|admin)\/?$|app(?:\/|$))/;
/** Vite puts the content's hash in the name of everything in this folder. */
const HASHED = /^\/assets\//;

/** Whether a request that is no API route shows the app, which then finds its own way. */
const wantsPage = (path: string, accept: string | undefined): boolean =>
  PAGES.test(path) || (accept?.includes('text/html') ?? false);

const sendPage =
  (directory: string): RequestHandler =>
  (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !wantsPage(request.path, request.headers.accept)) return next();
    response.setHeader('cache-control', 'no-cache');
    response.sendFile('index.html', { root: directory, cacheControl: false }, (cause?: Error) => {
      if (!cause || response.headersSent) return;
      response.status(503).setHeader('cache-control', 'no-store');
      response.type('text/plain').send(NOT_BUILT);
    });
  };

/** The router of pages and assets in `webDirectory`; what it has not got goes on to the next handler. */
export const webRouter = (webDirectory: string): Router => {
  const directory = resolve(webDirectory);
  const router = Router();
  router.use(compress());
  router.use(
    express.static(directory, {
      index: false,
      redirect: false,
      setHeaders: (response, path) => {
        const isHashed = HASHED.test(path.slice(directory.length).replaceAll('\\', '/'));
        response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
    sendPage(directory),
  );
  return router;
};
