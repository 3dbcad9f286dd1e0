// A request's scope in the gateway: its id, its route and its session.
import { randomUUID } from 'node:crypto';
import type { AccessScope, ErrorCode } from '@tradeium/contracts';
import type { Log, Metrics } from '@tradeium/service-kit';
import type { RequestHandler, Response } from 'express';
import type { Session } from '../sessions/session.ts';

/** The rights of an outside assistant, and the user for whom it acts. */
export type Access = {
  readonly tokenId: string;
  readonly userId: string;
  readonly scopes: readonly AccessScope[];
  /** Aborted with the refusal once the token is revoked or has expired. */
  readonly ended: AbortSignal;
};

export type RequestScope = {
  readonly requestId: string;
  /** The route's name in the table; `page` for a request that is not for the API. */
  route: string;
  session?: Session;
  /** Of an outside assistant. */
  access?: Access;
  refused?: ErrorCode;
};

export const scopeOf = (response: Response): RequestScope => response.locals as RequestScope;

const REQUEST_ID = /^[A-Za-z0-9_-]{1,100}$/;

/** The client's own request id if it is well-formed, else a new one. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();

/**
 * Opens the scope of every request. When the answer is sent, records method, path, status and time in metrics and log:
 * never the query, which may hold the token of a verification link, nor bodies or headers. Caches may store nothing
 * unless an answer says otherwise.
 */
export const openScope =
  ({ log, metrics }: { log: Log; metrics: Metrics }): RequestHandler =>
  (request, response, next) => {
    const started = performance.now();
    const requestId = requestIdOf(request.headers['x-request-id']);
    const scope: RequestScope = Object.assign(response.locals, { requestId, route: 'page' });
    response.setHeader('x-request-id', requestId);
    response.setHeader('cache-control', 'no-store');
    response.once('close', () => {
      const ms = performance.now() - started;
      const outcome = scope.refused ?? (response.writableFinished ? 'ok' : 'ABORTED');
      metrics.observeRequest(`http.${scope.route}`, outcome, ms / 1_000);
      const path = request.originalUrl.split('?', 1)[0];
      const { method } = request;
      log.debug({ requestId, method, path, status: response.statusCode, outcome, ms }, 'request');
    });
    next();
  };
