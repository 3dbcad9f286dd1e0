// Answers only for the product's own address, so that no other name that leads to this server can act for it.
import { refuse } from '@tradeium/contracts';
import { headerValues } from '@tradeium/service-kit/this-machine';
import type { Request, RequestHandler } from 'express';
import { sendRefusal } from './refusals.ts';

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** The name in a `Host` header, without its port; undefined where it is not a host name. */
const nameIn = (host: string): string | undefined => {
  if (/[/\\@?#\s]/.test(host)) return undefined;
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
};

/**
 * True if a request is for the public address. This machine's own names are fine, too: no site can have them. Behind
 * trusted proxies the name that the browser asked for counts.
 */
export const isOwnHost = ({ host }: Pick<Request, 'host'>, publicUrl: string): boolean => {
  const name = nameIn(host ?? '');
  return name !== undefined && (LOOPBACK.test(name) || name === new URL(publicUrl).hostname);
};

/** Why it is unclear to whom a request is addressed; null where it is clear. Others on its way may read it another way. */
export const hostProblem = ({ rawHeaders, url }: Pick<Request, 'rawHeaders' | 'url'>): string | null => {
  const hosts = headerValues(rawHeaders, 'host');
  if (!hosts[0]) return 'the Host header is missing';
  if (hosts.length > 1) return 'there is more than one Host header';
  // A whole address in place of the path, as proxies get it.
  if (url.startsWith('/') || url === '*') return null;
  const isSame = URL.canParse(url) && new URL(url).host === URL.parse(`http://${hosts[0]}`)?.host;
  return isSame ? null : 'its address and its Host header differ';
};

/** Refuses requests for other addresses, and those that do not name exactly one. */
export const checkHost =
  (publicUrl: string): RequestHandler =>
  (request, response, next) => {
    const problem = hostProblem(request);
    if (problem !== null) return sendRefusal(response, refuse('INVALID_REQUEST', { problem }));
    if (isOwnHost(request, publicUrl)) next();
    else sendRefusal(response, refuse('WRONG_HOST'));
  };
