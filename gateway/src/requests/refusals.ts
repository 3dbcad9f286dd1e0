// Turns refusals and unexpected errors into HTTP answers in the catalogue's words.
import { type Refusal, refusalResponse, refuse } from '@tradeium/contracts';
import { isOutage, type Log } from '@tradeium/service-kit';
import type { ErrorRequestHandler, Response } from 'express';
import { scopeOf } from './request-scope.ts';

/** When to ask again after a refusal that says nothing of time: a place is free when something of the user's ends. */
const RETRY_AFTER_SECONDS = 5;

/** Answers a request with a refusal of the catalogue. Every 429 says in `Retry-After` when to ask again. */
export const sendRefusal = (response: Response, refusal: Refusal): void => {
  const { status, body } = refusalResponse(refusal);
  scopeOf(response).refused = refusal.refused;
  const { seconds } = refusal.data ?? {};
  if (seconds !== undefined) response.setHeader('retry-after', String(seconds));
  else if (status === 429 && !response.hasHeader('retry-after'))
    response.setHeader('retry-after', String(RETRY_AFTER_SECONDS));
  response.status(status).json(body);
};

const sizeText = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${Math.round(bytes / 1024)} KB`;

/** The refusal for an error of the HTTP layer (body parser, router); an outage, such as of the store of files, is one; any other error is INTERNAL. */
export const refusalOfError = (cause: unknown): Refusal => {
  const { type, limit, status } = (cause ?? {}) as { type?: unknown; limit?: unknown; status?: unknown };
  if (type === 'entity.parse.failed') return refuse('MALFORMED_JSON');
  if (type === 'entity.too.large') return refuse('BODY_TOO_LARGE', { limit: sizeText(Number(limit)) });
  if (status === 415) return refuse('UNSUPPORTED_MEDIA_TYPE');
  if (typeof type === 'string' && status === 400)
    return refuse('INVALID_REQUEST', { problem: 'the body broke off' });
  if (cause instanceof URIError) return refuse('INVALID_REQUEST', { problem: 'the address is not valid' });
  return refuse(isOutage(cause) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL');
};

/** The last handler. For an unexpected error the client sees only the request id. */
export const answerErrors =
  (log: Log): ErrorRequestHandler =>
  (cause: unknown, _request, response, _next) => {
    const refusal = refusalOfError(cause);
    if (refusal.refused === 'INTERNAL' || refusal.refused === 'SERVICE_UNAVAILABLE') {
      const { requestId, route } = scopeOf(response);
      log.error(
        { err: cause, requestId, route },
        refusal.refused === 'INTERNAL'
          ? 'a request failed unexpectedly'
          : 'a request failed because a server is down',
      );
    }
    // The head is already sent: a broken connection shows the client that the answer is incomplete.
    if (response.headersSent) response.destroy();
    else sendRefusal(response, refusal);
  };
