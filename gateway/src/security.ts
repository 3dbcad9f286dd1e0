// What protects browsers: strict security headers, and no writing request from a foreign site.
import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';

const YEAR_SECONDS = 31_536_000;

/** Scripts and connections to ourselves only; inline styles are needed by the charts and the editor. */
const POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  manifestSrc: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  objectSrc: ["'none'"],
};

/** The security headers of every answer; HSTS only where the product is reached over https. */
export const securityHeaders = (publicUrl: string): RequestHandler =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    strictTransportSecurity: new URL(publicUrl).protocol === 'https:' && {
      maxAge: YEAR_SECONDS,
      includeSubDomains: true,
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  });

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
