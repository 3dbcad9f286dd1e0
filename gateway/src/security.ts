// What protects browsers: strict security headers, and no writing request from a foreign site.
import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';

const YEAR_SECONDS = 31_536_000;

/** Data and files load nothing by themselves and are shown in no frame. */
const FILE_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/** Scripts and connections to ourselves only; inline styles are needed by the charts and the editor. */
const DOCUMENT_POLICY = {
  ...FILE_POLICY,
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  manifestSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  objectSrc: ["'none'"],
};

/** What only tells how a document is to be shown; a slow line has every answer wait for its headers. */
const OF_DOCUMENTS = {
  crossOriginOpenerPolicy: false,
  frameguard: false,
  originAgentCluster: false,
  dnsPrefetchControl: false,
  ieNoOpen: false,
  permittedCrossDomainPolicies: false,
  xssFilter: false,
};

/** The security headers of every answer; HSTS only where the product is reached over https. */
export const securityHeaders = (publicUrl: string): RequestHandler =>
  helmet({
    ...OF_DOCUMENTS,
    contentSecurityPolicy: { useDefaults: false, directives: FILE_POLICY },
    strictTransportSecurity: new URL(publicUrl).protocol === 'https:' && {
      maxAge: YEAR_SECONDS,
      includeSubDomains: true,
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** How a policy names a script that stands in its document. */
const sourceOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** The further headers of a page that we have written ourselves: it runs our scripts, and those that stand in it. */
export const documentHeaders = (page: string): RequestHandler => {
  const scripts = [...page.matchAll(INLINE_SCRIPT)].map(([, script = '']) => sourceOf(script));
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...DOCUMENT_POLICY, scriptSrc: ["'self'", ...scripts] },
    },
    strictTransportSecurity: false,
    referrerPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: false,
    frameguard: { action: 'deny' },
    noSniff: false,
  });
};

/**
 * Whether a writing request comes from our own pages or from a program. Browsers name the page's origin (and, newer
 * ones, its relation to us) in headers that no script can set; without them only a request that carries no cookie,
 * and so acts for nobody, may write.
 */
export const isOwnOrigin = (
  request: Pick<Request, 'headers' | 'protocol'>,
  publicOrigin: string,
): boolean => {
  const { origin, cookie, host } = request.headers;
  if (request.headers['sec-fetch-site'] === 'same-origin') return true;
  if (origin !== undefined) return origin === publicOrigin || origin === `${request.protocol}://${host}`;
  return cookie === undefined;
};

/** Whether another site has a browser send this reading request; one typed in or followed from ourselves is not. */
export const isCrossSite = (request: Pick<Request, 'headers'>): boolean => {
  const site = request.headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
};
