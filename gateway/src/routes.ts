// Mounts every route of the contracts' table: the same checks in the same order, then the route's handler.
import { randomUUID } from 'node:crypto';
import { isRefusal, type Route, type RouteName } from '@tradeium/contracts';
import { type RequestHandler, Router } from 'express';
import { askOf, type Call, commandIdOf } from './calls/call.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { checkOrigin, demand, identify } from './guards.ts';
import { type Handler, handlerOf } from './handlers/handlers.ts';
import { type Limits, openLimits } from './limits/limits.ts';
import { inTurns } from './limits/turns.ts';
import { compress } from './requests/compress.ts';
import { sendRefusal } from './requests/refusals.ts';
import { expressPath, hasBody, inputOf, readBody } from './requests/request-input.ts';
import { scopeOf } from './requests/request-scope.ts';

/** A route with its name in the table. */
type Named = { readonly name: string; readonly route: Route };

/** Everything that all routes share. */
type Shared = { readonly parts: GatewayParts; readonly limits: Limits; readonly turns: RequestHandler };

const answerWith =
  ({ name, route }: Named, handle: Handler, parts: GatewayParts): RequestHandler =>
  async (request, response) => {
    const { session } = scopeOf(response);
    const parsed = inputOf(route, request);
    if (isRefusal(parsed)) return sendRefusal(response, parsed);
    const key = request.headers['idempotency-key'];
    const commandId = commandIdOf(key, name, session?.user.id, randomUUID());
    if (isRefusal(commandId)) return sendRefusal(response, commandId);
    const ask = askOf(parts, { route, request, response, commandId });
    const call = {
      name: name as RouteName,
      route,
      input: parsed.input,
      session,
      commandId,
      request,
      response,
      ask,
    };
    const refusal = await handle(call as Call, parts);
    if (refusal && !response.destroyed) sendRefusal(response, refusal);
  };

/** The checks of an arriving request; none reads its body. */
const arrivalSteps = ({ name, route }: Named, { parts, limits }: Shared): RequestHandler[] => {
  const open: RequestHandler = (_request, response, next) => {
    scopeOf(response).route = name;
    next();
  };
  const isRead = route.method === 'GET' && route.kind === 'query';
  const isPublic = route.auth === 'public';
  return [
    open,
    ...(isRead ? [] : [checkOrigin(route, new URL(parts.config.PUBLIC_URL).origin)]),
    ...(isPublic ? [] : [identify(parts)]),
    limits[route.limits[0]],
    ...(isPublic ? [] : [demand(route.auth)]),
    ...(isPublic || route.kind === 'query' ? [] : [parts.growth.guard(route.budgets)]),
  ];
};

/** The steps of a route in order of refusal, so that two faults at once have one answer. */
const stepsOf = (named: Named, handle: Handler, shared: Shared): RequestHandler[] => {
  const { route } = named;
  const arrival = arrivalSteps(named, shared);
  return [
    ...arrival,
    ...(hasBody(route) ? readBody(route) : []),
    ...route.limits.slice(1).map((limit) => shared.limits[limit]),
    ...(route.isPaced ? [shared.turns] : []),
    ...(route.service === 'gateway' || route.response === 'events' ? [] : [compress()]),
    answerWith(named, handle, shared.parts),
  ];
};

/** The router of the whole API. */
export const apiRouter = (parts: GatewayParts): Router => {
  const router = Router({ caseSensitive: true });
  const shared = { parts, limits: openLimits(parts), turns: inTurns(parts.config.ATTEMPT_PACE_MS) };
  for (const [name, route] of Object.entries(parts.routes)) {
    const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    router[method](expressPath(route.path), ...stepsOf({ name, route }, handlerOf(name, route), shared));
  }
  return router;
};
