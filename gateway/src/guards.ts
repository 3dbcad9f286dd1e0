// The checks before a route is served: the request's origin, its session, and the route's role.
import { isRefusal, type OperatorRole, type Route, refuse } from '@tradeium/contracts';
import type { RequestHandler } from 'express';
import type { GatewayParts } from './gateway-parts.ts';
import { sendRefusal } from './requests/refusals.ts';
import { scopeOf } from './requests/request-scope.ts';
import { isCrossSite, isOwnOrigin } from './requests/security.ts';
import type { Session } from './sessions/session.ts';

/** A writing request must come from our own pages. A command by GET may come from anywhere but another site. */
export const checkOrigin =
  (route: Route, publicOrigin: string): RequestHandler =>
  (request, response, next) => {
    const isRefused = route.method === 'GET' ? isCrossSite(request) : !isOwnOrigin(request, publicOrigin);
    if (isRefused) sendRefusal(response, refuse('FORBIDDEN_ORIGIN'));
    else next();
  };

/** Looks up the session of the request's token, if it brings one. */
export const identify =
  ({ cookie, tokenOf, sessions, writes }: GatewayParts): RequestHandler =>
  async (request, response, next) => {
    const scope = scopeOf(response);
    const text = cookie.read(request);
    const token = text === undefined ? undefined : tokenOf(text);
    const session =
      token && (await sessions.find(token, scope.requestId, () => writes.of(request, token.sessionId)));
    if (session && isRefusal(session)) return sendRefusal(response, session);
    if (session) scope.session = session;
    next();
  };

/** Which roles may use a route that is not for everybody. */
const ROLES: Readonly<Partial<Record<Route['auth'], readonly OperatorRole[]>>> = {
  support: ['support', 'admin'],
  admin: ['admin'],
};

const isAllowed = (auth: Route['auth'], { role }: Session): boolean => {
  const roles = ROLES[auth];
  return roles === undefined || (role !== null && roles.includes(role));
};

/** Refuses visitors, and users without the role that the route is for. */
export const demand =
  (auth: Route['auth']): RequestHandler =>
  (_request, response, next) => {
    const { session } = scopeOf(response);
    if (!session) sendRefusal(response, refuse('UNAUTHORIZED'));
    else if (!isAllowed(auth, session)) sendRefusal(response, refuse('FORBIDDEN'));
    else next();
  };
