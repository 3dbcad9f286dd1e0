// Answers a request: counts its weight, proves its signature, lets faults happen, and calls its endpoint.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonOf, readBody } from '@tradeium/service-kit/request-body';
import { ZodError, z } from 'zod';
import type { Permissions } from './accounts/account.ts';
import { authenticate } from './accounts/authenticate.ts';
import type { SignedEndpoint } from './accounts/signed-endpoint.ts';
import { SIGNED_ENDPOINTS } from './accounts/signed-endpoints.ts';
import { CONTROLS, type ControlParts } from './control/control.ts';
import type { FaultOrder } from './control/faults.ts';
import {
  afterAccept,
  beforeAccept,
  type Ending,
  twistsOf,
  withDuplicates,
  withoutQuotes,
} from './control/request-faults.ts';
import { PUBLIC_ENDPOINTS, SYSTEM_STATUS_PATH } from './public/public-endpoints.ts';
import { ApiError, refuse } from './requests/api-error.ts';
import type { Exchange } from './requests/endpoint.ts';
import { createOrderCount } from './requests/order-count.ts';
import { readParameters } from './requests/parameters.ts';
import { WEIGHT_PER_MINUTE_MAX } from './requests/request-weight.ts';

const BODY_BYTES_MAX = 64 * 1024;

export interface HandlerParts extends ControlParts {
  readonly exchange: Exchange;
}

/** A request as it was sent. */
interface Sent {
  readonly route: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly apiKey: string | undefined;
  /** Query and body, of which the signature is made. */
  readonly text: string;
  readonly all: URLSearchParams;
}

type Answer = { readonly status: number; readonly body: unknown } | { readonly ending: Ending };

const readSent = async (request: IncomingMessage): Promise<Sent> => {
  const { url = '', method = '', headers } = request;
  const { pathname: path = url, search = '' } = URL.parse(url, 'http://localhost') ?? {};
  const body = (await readBody(request, BODY_BYTES_MAX)) ?? '';
  const queryText = search.slice(1);
  const key = headers['x-mbx-apikey'];
  return {
    route: `${method} ${path}`,
    path,
    query: new URLSearchParams(queryText),
    body,
    apiKey: typeof key === 'string' ? key : undefined,
    text: queryText + body,
    all: new URLSearchParams([...new URLSearchParams(queryText), ...new URLSearchParams(body)]),
  };
};

/** Counts what a request weighs, and refuses one beyond the limit. */
const countWeight = ({ exchange, weight }: HandlerParts, sent: Sent, response: ServerResponse): void => {
  const endpoint = SIGNED_ENDPOINTS.get(sent.route) ?? publicEndpointOf(sent);
  if (!endpoint) throw refuse.path(sent.path, sent.route.split(' ', 1)[0] ?? '');
  const nowMs = exchange.now();
  const used = weight.add(endpoint.weight(sent.all), nowMs);
  response.setHeader('x-mbx-used-weight', used);
  response.setHeader('x-mbx-used-weight-1m', used);
  if (used <= WEIGHT_PER_MINUTE_MAX) return;
  response.setHeader('Retry-After', weight.retryAfterSeconds(nowMs));
  throw refuse.rateLimited(WEIGHT_PER_MINUTE_MAX);
};

/** The rights of a key, as faults change them. */
const permissionsOf = (faults: HandlerParts['faults'], apiKey: string, own: Permissions): Permissions => ({
  ...own,
  read: own.read && !faults.state('no-read-right', { apiKey }),
  trade: own.trade && !faults.state('no-trade-right', { apiKey }),
  withdraw: own.withdraw || faults.state('withdraw-right', { apiKey }) !== undefined,
});

export const createHandler = (parts: HandlerParts) => {
  const { exchange, faults } = parts;
  const orderCount = createOrderCount();

  const answerSigned = async (
    endpoint: SignedEndpoint,
    sent: Sent,
    response: ServerResponse,
    hit: readonly FaultOrder[],
  ): Promise<unknown> => {
    const parameters = readParameters(sent.all);
    const account = authenticate(
      { apiKey: sent.apiKey, sent: sent.text, parameters },
      {
        accounts: parts.store.accounts,
        isRevoked: (apiKey) => faults.state('revoked-keys', { apiKey }) !== undefined,
        nowMs: exchange.now(),
        speed: parts.clock.speed(),
      },
    );
    const permissions = permissionsOf(faults, account.apiKey, account.permissions);
    if (endpoint.right && !permissions[endpoint.right]) throw refuse.key();
    if (endpoint.isNewOrder)
      for (const [name, value] of Object.entries(orderCount.add(account.apiKey, exchange.now())))
        response.setHeader(name, value);
    const { desk } = parts;
    const twists = twistsOf(hit);
    const hidesUid = faults.state('no-uid', { apiKey: account.apiKey }) !== undefined;
    return endpoint.answer({ parameters, exchange, account, permissions, desk, twists, hidesUid });
  };

  const answerExchange = async (sent: Sent, response: ServerResponse): Promise<Answer> => {
    const signed = SIGNED_ENDPOINTS.get(sent.route);
    const clientOrderId = sent.all.get('newClientOrderId');
    if (signed?.isNewOrder && sent.apiKey && clientOrderId) parts.requests.count(sent.apiKey, clientOrderId);
    countWeight(parts, sent, response);
    if (exchange.isInMaintenance() && sent.path !== SYSTEM_STATUS_PATH) throw refuse.maintenance();
    const hit = faults.take({
      route: sent.route,
      apiKey: sent.apiKey,
      symbol: sent.all.get('symbol') ?? undefined,
    });
    if (namedSymbols(sent).some((symbol) => faults.state('unlisted', { symbol }))) throw refuse.symbol();
    const early = await beforeAccept(hit, response, exchange.now());
    if (early) return { ending: early };
    const body = signed
      ? await answerSigned(signed, sent, response, hit)
      : await publicEndpointOf(sent)?.answer(readParameters(sent.query), exchange);
    const ending = afterAccept(hit);
    if (ending) return { ending };
    const hidesQuotes = sent.apiKey !== undefined && faults.state('negative-quote', { apiKey: sent.apiKey });
    return { status: 200, body: withDuplicates(hit, hidesQuotes ? withoutQuotes(body) : body) };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<Answer> => {
    const sent = await readSent(request);
    const control = CONTROLS.get(sent.route);
    if (control) return control(parts, { query: sent.query, body: jsonOf(sent.body) });
    return answerExchange(sent, response);
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response)
      .catch(refusalOf)
      .then((reply) =>
        'ending' in reply ? endBy(response, reply.ending) : send(response, reply.status, reply.body),
      );
  };
};

const namedSymbols = ({ all }: Sent): string[] =>
  [...all.getAll('symbol'), ...all.getAll('symbols')].flatMap((text) => text.match(/[A-Z0-9]+/g) ?? []);

const publicEndpointOf = ({ route, path }: Sent) =>
  route === `GET ${path}` ? PUBLIC_ENDPOINTS.get(path) : undefined;

const refusalOf = (error: unknown): Answer => {
  if (error instanceof ZodError) return { status: 400, body: { error: z.prettifyError(error) } };
  const refusal = error instanceof ApiError ? error : refuse.unknown();
  if (refusal !== error) console.error(error);
  return { status: refusal.status, body: { code: refusal.code, msg: refusal.message } };
};

const endBy = (response: ServerResponse, ending: Ending): void => {
  if (ending === 'cut') response.socket?.destroy();
  if (ending === 'page')
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<html><body>One moment, please</body></html>');
};

const send = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json;charset=UTF-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-cache, no-store, must-revalidate',
  });
  response.end(text);
};
