// Answers only for the product's own address, so that no other name that leads to this server can act for it.
import { refuse } from '@tradeium/contracts';
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
 * Whether a request is for the public address. This machine's own names are fine, too: no site can have them. Behind
 * trusted proxies the name that the browser asked for counts.
 */
export const isOwnHost = ({ host }: Pick<Request, 'host'>, publicUrl: string): boolean => {
  const name = nameIn(host ?? '');
  return name !== undefined && (LOOPBACK.test(name) || name === new URL(publicUrl).hostname);
};

/** Refuses requests for other addresses, and those that name none. */
export const checkHost =
  (publicUrl: string): RequestHandler =>
  (request, response, next) => {
    if (isOwnHost(request, publicUrl)) return next();
    const isMissing = !request.headers.host;
    const problem = 'the Host header is missing';
    sendRefusal(response, isMissing ? refuse('INVALID_REQUEST', { problem }) : refuse('WRONG_HOST'));
  };
