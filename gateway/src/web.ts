// Serves the built web app: hashed assets are cached forever, pages are always revalidated.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { compress } from './requests/compress.ts';
import { documentHeaders } from './requests/security.ts';

const NOT_BUILT = `The web app is not built yet: WEB_DIRECTORY has no pages.
Start Tradeium with "npm start", which builds them first.
`;

/** The landing page, and the one document for all of the app's pages. */
const LANDING = 'index.html';
const APP = 'app.html';
/** The app's document for signed-in users: it requests the workspace at once. */
const WORKSPACE = 'workspace.html';
/** Placeholders in the landing page: its address, and whether the visitor is signed in. */
const ADDRESS = 'https://public-url.invalid';
const VISITOR = 'data-visitor="guest"';

/** Addresses of the app, which show the page regardless of the Accept header. New pages go below `/app`. */
const PAGES =
  /^\/(?:(?:auth|verify-email|reset-password|privacy|terms|cookies|assistants|trading|credits|admin|shared)\/?$|app(?:\/|$))/;
/** Addresses of the workspace. */
const WORKSPACE_PAGES = /^\/app(?:\/backtest)?\/?$/;
/** Where links to results lead; their tokens are in the part of the address that browsers do not send. */
const SHARED_PAGE = /^\/shared\/?$/;
const NO_ROBOTS = 'noindex, nofollow';
/** Vite puts the content's hash in the name of everything in this folder. */
const HASHED = /^\/assets\//;
const FOR_EVER = 'public, max-age=31536000, immutable';
const NEVER_ASKED_AGAIN = { cacheControl: false, etag: false, lastModified: false, acceptRanges: false };

export type WebParts = {
  /** Where the build is. */
  readonly directory: string;
  /** Where browsers find the product. */
  readonly publicUrl: string;
  /** True if a request brings a session cookie, valid or not. */
  readonly hasSession: (request: Request) => boolean;
};

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

const sayNotBuilt = (response: Response): void => {
  response.status(503).setHeader('cache-control', 'no-store');
  response.type('text/plain').send(NOT_BUILT);
};

/** Sends a document of the build after `fill` has completed it. Browsers revalidate it each time, or keep none. */
const sendDocument = async (
  path: string,
  request: Request,
  response: Response,
  fill = (built: string): string => built,
  caching = 'no-cache',
): Promise<void> => {
  const built = await readFile(path, 'utf8').catch(() => undefined);
  if (built === undefined) return sayNotBuilt(response);
  const page = fill(built);
  response.setHeader('cache-control', caching).vary('Cookie');
  response.setHeader('etag', `W/"${createHash('sha256').update(page).digest('base64url')}"`);
  documentHeaders(page)(request, response, () => void response.type('text/html').send(page));
};

/** Completes the landing page: canonical links get our address, and signed-in users a link to the workspace. */
const sendLanding = ({ directory, publicUrl, hasSession }: WebParts): RequestHandler => {
  const { origin } = new URL(publicUrl);
  return (request, response) =>
    sendDocument(join(directory, LANDING), request, response, (built) =>
      built
        .replaceAll(ADDRESS, origin)
        .replace(VISITOR, hasSession(request) ? 'data-visitor="user"' : VISITOR),
    );
};

/** Sends the app for a link to a result: no search engine lists it, and no cache keeps it. */
const sendShared = (directory: string, request: Request, response: Response): Promise<void> => {
  response.setHeader('x-robots-tag', NO_ROBOTS);
  return sendDocument(
    join(directory, APP),
    request,
    response,
    (built) => built.replace('<title>', `<meta name="robots" content="${NO_ROBOTS}" /><title>`),
    'no-store',
  );
};

/** True if a request outside the API gets the app, which routes by itself. */
const wantsPage = (path: string, accept: string | undefined): boolean =>
  PAGES.test(path) || (accept?.includes('text/html') ?? false);

const sendApp =
  ({ directory, hasSession }: WebParts): RequestHandler =>
  (request, response, next) => {
    if (!isRead(request) || !wantsPage(request.path, request.headers.accept)) return next();
    if (SHARED_PAGE.test(request.path)) return sendShared(directory, request, response);
    const page = WORKSPACE_PAGES.test(request.path) && hasSession(request) ? WORKSPACE : APP;
    return sendDocument(join(directory, page), request, response);
  };

/** Sends the precompressed asset to clients that accept it; ranges are sent uncompressed. */
const sendCompressed =
  (directory: string): RequestHandler =>
  (request, response, next) => {
    if (!isRead(request) || !HASHED.test(request.path) || request.headers.range) return next();
    response.vary('Accept-Encoding');
    if (!request.acceptsEncodings('br')) return next();
    const headers = { 'content-encoding': 'br', 'cache-control': FOR_EVER };
    response.type(extname(request.path));
    response.sendFile(
      `${request.path}.br`,
      { root: directory, headers, ...NEVER_ASKED_AGAIN },
      (cause?: Error) => {
        if (!cause || response.headersSent) return;
        response.removeHeader('content-type');
        next();
      },
    );
  };

/** The router of pages and assets. Other requests go on to the next handler. */
export const webRouter = (parts: WebParts): Router => {
  const directory = resolve(parts.directory);
  const router = Router();
  router.use(compress());
  router.get('/', sendLanding({ ...parts, directory }));
  router.get([`/${LANDING}`, `/${APP}`, `/${WORKSPACE}`], (_request, response) => response.redirect('/'));
  router.use(
    sendCompressed(directory),
    express.static(directory, {
      index: false,
      redirect: false,
      setHeaders: (response, path) => {
        const isHashed = HASHED.test(path.slice(directory.length).replaceAll('\\', '/'));
        response.setHeader('cache-control', isHashed ? FOR_EVER : 'no-cache');
      },
    }),
    sendApp({ ...parts, directory }),
  );
  return router;
};
