// Notices that a proxy stands in front of the gateway and is not trusted, so that all visitors have one address.
import type { Log } from '@tradeium/service-kit';
import type { RequestHandler } from 'express';

/**
 * Warns once when a request says that it came through a proxy but no proxy is trusted. Anybody can send that header, so it is a
 * hint and changes nothing else.
 */
export const noticeProxies = (trusted: number, log: Pick<Log, 'warn'>): RequestHandler => {
  let isNoticed = trusted > 0;
  return (request, _response, next) => {
    if (!isNoticed && request.headers['x-forwarded-for'] !== undefined) {
      isNoticed = true;
      log.warn(
        { TRUST_PROXY: trusted },
        'a request carries X-Forwarded-For, which is not trusted: behind a proxy all visitors share one address and its limits; set TRUST_PROXY to the number of proxies',
      );
    }
    next();
  };
};
