// Identifies an outside assistant by the access token in its `Authorization` header.
import { ACCESS_TOKEN_PREFIX, isRefusal, MESSAGES, refuse } from '@tradeium/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { GatewayParts } from '../gateway-parts.ts';
import { sendRefusal } from '../requests/refusals.ts';
import { scopeOf } from '../requests/request-scope.ts';
import { sessionIdOf } from '../sessions/session-token.ts';

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

type Token = { readonly userId: string; readonly tokenId: string };
type Parts = Pick<GatewayParts, 'client' | 'sessions' | 'config'>;

/** The access that a token gives now; null for one that opens nothing. */
const accessOf = async ({ client }: Parts, { userId, tokenId }: Token, requestId: string) => {
  const context = { userId, commandId: requestId, correlationId: requestId };
  const options = { timeoutMs: ASK_TIMEOUT_MS };
  const found = await client.request(MESSAGES.getAccess, { token_id: tokenId }, context, options);
  return isRefusal(found) ? found : found.output.access;
};

/**
 * A signal of the end of a token while its request is answered. It is also checked now and then: it may expire, and the
 * event of its end may be missed.
 */
const watchEnd = (parts: Parts, token: Token, response: Response): AbortSignal => {
  const ended = new AbortController();
  const end = () => ended.abort(refuse('ACCESS_TOKEN_INVALID'));
  const stopListening = parts.sessions.onEnd(token.tokenId, end);
  const looks = setInterval(() => {
    const asked = accessOf(parts, token, scopeOf(response).requestId);
    void asked.then((access) => access === null && end()).catch(() => undefined);
  }, parts.config.STREAM_HEARTBEAT_MS);
  const stop = () => {
    clearInterval(looks);
    stopListening();
  };
  response.once('close', stop);
  // It may be gone by now.
  if (response.destroyed) stop();
  return ended.signal;
};

/**
 * Asks the auth service for each request and caches nothing: a token that was revoked opens nothing from that moment on.
 * The user then counts for limits.
 */
export const identifyByToken =
  (parts: Parts): RequestHandler =>
  async (request, response, next) => {
    const scope = scopeOf(response);
    const token = tokenIn(request);
    // Before the request, so that an end in between is not missed.
    const ended = token && watchEnd(parts, token, response);
    const access = token ? await accessOf(parts, token, scope.requestId) : null;
    if (isRefusal(access)) return sendRefusal(response, access);
    if (!token || !ended || !access) {
      response.setHeader('www-authenticate', 'Bearer');
      return sendRefusal(response, refuse('ACCESS_TOKEN_INVALID'));
    }
    const { user, scopes } = access;
    scope.session = { id: token.tokenId, user, role: null };
    scope.access = { tokenId: token.tokenId, userId: user.id, scopes, ended };
    next();
  };
