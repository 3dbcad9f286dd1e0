// Mounts every route of the contracts' table: the same checks in the same order, then the service's answer.
import { randomUUID } from 'node:crypto';
import {
  type FileReference,
  isRefusal,
  messageOf,
  type Refusal,
  ROUTES,
  type Route,
  type RouteName,
  refuse,
} from '@tradeium/contracts';
import { type RequestHandler, Router } from 'express';
import { deleteAccount, getMe, login, logout, register, updateProfile } from './accounts.ts';
import { askOf, type Call, commandIdOf } from './call.ts';
import { compress } from './compress.ts';
import { executeBacktest } from './execute.ts';
import { exportAccount } from './export-account.ts';
import { sendFile } from './files.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { type Limits, openLimits } from './limits.ts';
import { receivePaymentNotice } from './payment-notices.ts';
import { sendRefusal } from './refusals.ts';
import { expressPath, hasBody, inputOf, readBody } from './request-input.ts';
import { scopeOf } from './request-scope.ts';
import { isCrossSite, isOwnOrigin } from './security.ts';
import { openAccountStreams } from './watch-account.ts';
import { openRunStreams } from './watch-run.ts';

/** Answers a request, or returns the refusal that it is to be answered with. */
type Handler<Name extends RouteName = RouteName> = (
  call: Call<Name>,
  parts: GatewayParts,
) => Promise<Refusal | undefined>;

const answerJson: Handler = async ({ name, ask, input, response }) => {
  const result = await ask(messageOf(name), input);
  if (isRefusal(result)) return result;
  response.json(result.output);
  return undefined;
};

const answerFile: Handler = async ({ name, ask, input, request, response }, { blobs }) => {
  const result = await ask(messageOf(name), input);
  if (isRefusal(result)) return result;
  await sendFile(result.output as FileReference, { request, response, blobs });
  return undefined;
};

/** What answers each route: its service, or one of the gateway's own where there is more to do than to pass on. */
const handlersOf = (parts: GatewayParts) => {
  const own: { readonly [Name in RouteName]?: Handler<Name> } = {
    getMe,
    login,
    register,
    logout,
    updateProfile,
    deleteAccount,
    executeBacktest,
    exportAccount,
    receivePaymentNotice,
    watchRun: openRunStreams(parts),
    watchAccount: openAccountStreams(parts),
  };
  return (name: RouteName): Handler =>
    (own[name] as Handler | undefined) ?? (ROUTES[name].response === 'file' ? answerFile : answerJson);
};

/** A writing request must come from our own pages; one that writes by GET may at least not be another site's. */
const checkOrigin =
  (route: Route, publicOrigin: string): RequestHandler =>
  (request, response, next) => {
    const isRefused = route.method === 'GET' ? isCrossSite(request) : !isOwnOrigin(request, publicOrigin);
    if (isRefused) sendRefusal(response, refuse('FORBIDDEN_ORIGIN'));
    else next();
  };

/** Finds out whose session the request belongs to, if it brings a token. */
const identify =
  ({ cookie, tokenOf, sessions }: GatewayParts): RequestHandler =>
  async (request, response, next) => {
    const scope = scopeOf(response);
    const text = cookie.read(request);
    const token = text === undefined ? undefined : tokenOf(text);
    const session = token && (await sessions.find(token, scope.requestId));
    if (session && isRefusal(session)) return sendRefusal(response, session);
    if (session) scope.session = session;
    next();
  };

/** Nobody is an admin until there is an admin service. */
const demand =
  (auth: Route['auth']): RequestHandler =>
  (_request, response, next) => {
    if (!scopeOf(response).session) sendRefusal(response, refuse('UNAUTHORIZED'));
    else if (auth === 'admin') sendRefusal(response, refuse('FORBIDDEN'));
    else next();
  };

const answerWith =
  (name: RouteName, handle: Handler, parts: GatewayParts): RequestHandler =>
  async (request, response) => {
    const { session } = scopeOf(response);
    const parsed = inputOf(ROUTES[name], request);
    if (isRefusal(parsed)) return sendRefusal(response, parsed);
    const key = request.headers['idempotency-key'];
    const commandId = commandIdOf(key, name, session?.user.id, randomUUID());
    if (isRefusal(commandId)) return sendRefusal(response, commandId);
    const ask = askOf(parts, { name, request, response, commandId });
    const call = { name, input: parsed.input, session, commandId, request, response, ask } as Call;
    const refusal = await handle(call, parts);
    if (refusal && !response.destroyed) sendRefusal(response, refusal);
  };

/** What strangers can ask for that hashes a password. */
const HASHING: readonly RouteName[] = ['login', 'register', 'resetPassword'];

const limitsOf = (name: RouteName, limits: Limits): RequestHandler[] => {
  if (name === 'executeBacktest') return [limits.execute];
  if (name === 'checkStrategy') return [limits.checks];
  if (name === 'exportAccount') return [limits.exports];
  const isAttempt = ROUTES[name].tag === 'auth' && ROUTES[name].kind === 'command' && name !== 'logout';
  if (HASHING.includes(name)) return [limits.account, limits.pace];
  return isAttempt ? [limits.account] : [];
};

/** The steps of a route in the order in which they refuse, so that two faults at once have one answer. */
const stepsOf = (name: RouteName, handle: Handler, limits: Limits, parts: GatewayParts): RequestHandler[] => {
  const route: Route = ROUTES[name];
  const open: RequestHandler = (_request, response, next) => {
    scopeOf(response).route = name;
    next();
  };
  const guarded = [
    open,
    ...(route.method === 'GET' && route.kind === 'query'
      ? []
      : [checkOrigin(route, new URL(parts.config.PUBLIC_URL).origin)]),
    ...(route.auth === 'public' ? [] : [identify(parts)]),
    name === 'receivePaymentNotice' ? limits.webhook : limits.general,
    ...(route.auth === 'public' ? [] : [demand(route.auth)]),
  ];
  if (route.service === 'later') {
    return [...guarded, (_request, response) => sendRefusal(response, refuse('NOT_AVAILABLE_YET'))];
  }
  return [
    ...guarded,
    ...(hasBody(route) ? readBody(route) : []),
    ...limitsOf(name, limits),
    ...(route.service === 'gateway' || route.response === 'events' ? [] : [compress()]),
    answerWith(name, handle, parts),
  ];
};

/** The router of the whole API. */
export const apiRouter = (parts: GatewayParts): Router => {
  const router = Router({ caseSensitive: true });
  const limits = openLimits(parts.config);
  const handlerOf = handlersOf(parts);
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const method = ROUTES[name].method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    router[method](expressPath(ROUTES[name].path), ...stepsOf(name, handlerOf(name), limits, parts));
  }
  return router;
};
