// Identifies an assistant outside by the access token in its `Authorization` header.
import { ACCESS_TOKEN_PREFIX, isRefusal, MESSAGES, refuse } from '@tradeium/contracts';
import type { RequestClient } from '@tradeium/service-kit';
import type { Request, RequestHandler } from 'express';
import { sendRefusal } from './refusals.ts';
import { scopeOf } from './request-scope.ts';
import { sessionIdOf } from './session-token.ts';

const BEARER = new RegExp(
  `^Bearer +${ACCESS_TOKEN_PREFIX}([A-Za-z0-9_-]{1,64})\\.([A-Za-z0-9_-]{32,128})$`,
  'i',
);

/** The user that the header names and the id of the token; undefined for what cannot be a token. */
const tokenIn = ({ headers }: Pick<Request, 'headers'>) => {
  const [, userId, secret] = BEARER.exec(headers.authorization ?? '') ?? [];
  return userId && secret ? { userId, tokenId: sessionIdOf(secret) } : undefined;
};

const ASK_TIMEOUT_MS = 5_000;

/**
 * Asks the auth service for each request and caches nothing: a token that was revoked opens nothing from that moment on.
 * The user then counts for limits.
 */
export const identifyByToken =
  (client: RequestClient): RequestHandler =>
  async (request, response, next) => {
    const scope = scopeOf(response);
    const token = tokenIn(request);
    const { requestId } = scope;
    const context = { userId: token?.userId ?? '', commandId: requestId, correlationId: requestId };
    const options = { timeoutMs: ASK_TIMEOUT_MS };
    const found = token
      ? await client.request(MESSAGES.getAccess, { token_id: token.tokenId }, context, options)
      : undefined;
    if (found && isRefusal(found)) return sendRefusal(response, found);
    const access = found?.output.access;
    if (!token || !access) {
      response.setHeader('www-authenticate', 'Bearer');
      return sendRefusal(response, refuse('ACCESS_TOKEN_INVALID'));
    }
    const { user, scopes } = access;
    scope.session = { id: token.tokenId, user, isAdmin: false };
    scope.access = { tokenId: token.tokenId, userId: user.id, scopes };
    next();
  };
