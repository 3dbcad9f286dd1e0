// Protects browsers: strict security headers, and no writing requests from other sites.
import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';

const YEAR_SECONDS = 31_536_000;

/** Data and files load nothing and cannot be framed. */
const FILE_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/** Scripts and connections of our own origin only. Charts and editor need inline styles. */
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

/** Headers that only documents need: on a slow line every header delays its answer. */
const OF_DOCUMENTS = {
  crossOriginOpenerPolicy: false,
  frameguard: false,
  originAgentCluster: false,
  dnsPrefetchControl: false,
  ieNoOpen: false,
  permittedCrossDomainPolicies: false,
  xssFilter: false,
};

/** The security headers of every answer; HSTS only over https. */
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

/** Features that no page of ours uses, so that no script in it can ask for them. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** The source expression of an inline script. */
const sourceOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** The additional headers of our own pages: they run our script files and the inline scripts of the page. */
export const documentHeaders = (page: string): RequestHandler => {
  const scripts = [...page.matchAll(INLINE_SCRIPT)].map(([, script = '']) => sourceOf(script));
  const protect = helmet({
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
  return (request, response, next) => {
    response.setHeader('permissions-policy', PERMISSIONS_POLICY);
    protect(request, response, next);
  };
};

/**
 * True if a writing request comes from our own pages or from a program. Browsers send the page's origin, and newer ones
 * its relation to us, in headers that scripts cannot set. A request without them may write only if it has no cookie.
 */
export const isOwnOrigin = (
  request: Pick<Request, 'headers' | 'protocol'>,
  publicOrigin: string,
): boolean => {
  const { origin, cookie, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return true;
  if (site === 'cross-site' || site === 'same-site') return false;
  if (origin !== undefined) return origin === publicOrigin || origin === `${request.protocol}://${host}`;
  return cookie === undefined;
};

/** True if another site made a browser send this reading request. */
export const isCrossSite = (request: Pick<Request, 'headers'>): boolean => {
  const site = request.headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
};
