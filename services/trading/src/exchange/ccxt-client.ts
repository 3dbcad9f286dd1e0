// One ccxt client of an exchange for all accounts: loaded when first used, with markets, clock and rate budget in common.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Exchange as CcxtExchange } from 'ccxt';
import { dialectOf } from './dialects.ts';
import type { ExchangeDialect } from './exchange-dialect.ts';
import { ORDER_RECEIVED_WITHIN_MS, ORDER_SENT_WITHIN_MS } from './order-timing.ts';
import { openRateBudget, type RateBudget } from './rate-budget.ts';
import { currentTrace } from './request-trace.ts';
import { type OutgoingRequest, sendOnce } from './send-once.ts';

const REQUEST_TIMEOUT_MS = 10_000;
const MINUTE_MS = 60_000;
/** ccxt's cost of 1 for an exchange that names none. */
const REQUEST_PACE_MS = 1_000;
/** The rest of the exchange's limit is for candles. */
const SHARE_OF_LIMIT = 0.75;
const LIMITED_PAUSE_SECONDS = 30;

type ErrorClass = abstract new (...args: never[]) => Error;
/** ccxt's error classes, loaded with the exchange. */
export type CcxtErrors = Readonly<
  Record<
    | 'AuthenticationError'
    | 'BadSymbol'
    | 'BaseError'
    | 'DDoSProtection'
    | 'InvalidNonce'
    | 'OperationFailed'
    | 'OrderNotFound',
    ErrorClass
  >
>;

export type CcxtClient = {
  readonly exchange: CcxtExchange;
  readonly errors: CcxtErrors;
  readonly dialect: ExchangeDialect;
};

export type ClientOptions = {
  /** As ccxt calls it. */
  readonly exchange: string;
  /** Another address of the same protocol; empty for the exchange's own. */
  readonly url: string;
  readonly isTestnet: boolean;
  /** How many processes share the exchange's limit with this one, itself included. */
  readonly processes?: (() => number) | undefined;
};

/** One exchange costs a third of the memory of ccxt as a whole, whose entry point loads all of them. */
const importFromCcxt = async (path: string): Promise<Record<string, unknown>> => {
  const folder = dirname(createRequire(import.meta.url).resolve('ccxt'));
  return import(pathToFileURL(join(folder, '..', 'js', 'src', path)).href);
};

export const loadClient = async (options: ClientOptions): Promise<CcxtClient> => {
  const dialect = dialectOf(options.exchange);
  const [module, errors] = await Promise.all([
    importFromCcxt(`${options.exchange}.js`),
    importFromCcxt(join('base', 'errors.js')),
  ]);
  const Exchange = module.default as new (options: object) => CcxtExchange;
  const exchange = new Exchange({
    enableRateLimit: true,
    timeout: REQUEST_TIMEOUT_MS,
    options: { ...dialect.clientOptions(ORDER_RECEIVED_WITHIN_MS), maxRetriesOnFailure: 0 },
  });
  // Amounts stay the strings that the exchange wrote.
  exchange.number = String as unknown as typeof exchange.number;
  // Orders come with legal amounts; ccxt's own rounding does not know that a step of 0 is no rule.
  const asItIs = (_symbol: string, amount: unknown): string => String(amount);
  Object.assign(exchange, { amountToPrecision: asItIs, priceToPrecision: asItIs });
  if (options.isTestnet && !options.url) exchange.setSandboxMode(true);
  if (options.url) redirect(exchange, dialect.addressesAt(options.url));
  ownKeys(exchange);
  dialect.adjust(exchange);
  ownTransport(exchange, dialect, options);
  return { exchange, errors: errors as unknown as CcxtErrors, dialect };
};

const redirect = (exchange: CcxtExchange, addresses: Readonly<Record<string, string>>): void => {
  const urls = exchange.urls as { api: Record<string, string> };
  urls.api = { ...urls.api, ...addresses };
};

/** A client takes 13 ms and half a megabyte: accounts share one, and each call brings its own keys. */
const ownKeys = (exchange: CcxtExchange): void => {
  Object.defineProperty(exchange, 'apiKey', {
    get: () => currentTrace()?.keys?.apiKey,
    set: () => undefined,
  });
  Object.defineProperty(exchange, 'secret', {
    get: () => currentTrace()?.keys?.apiSecret,
    set: () => undefined,
  });
};

const ownTransport = (
  exchange: CcxtExchange,
  dialect: ExchangeDialect,
  { exchange: name, processes = () => 1 }: ClientOptions,
): void => {
  const perMinute = MINUTE_MS / (exchange.rateLimit ?? REQUEST_PACE_MS);
  const budget = openRateBudget({ name, perMinute, share: SHARE_OF_LIMIT, processes });
  // Costs are numbers to ccxt too, and therefore strings here.
  exchange.throttle = (cost?: number) => {
    const { keys, isOrder = false } = currentTrace() ?? {};
    // A request that needs no keys is made once for all, such as for prices.
    return budget.take(Number(cost ?? 1), { account: keys?.apiKey ?? '', isOrder });
  };
  exchange.fetchImplementation = async (url: string, request: OutgoingRequest): Promise<Response> => {
    const response = await transmit(url, request);
    watchLimits(response, dialect, budget);
    return response;
  };
};

const transmit = async (url: string, request: OutgoingRequest): Promise<Response> => {
  const trace = currentTrace();
  if (!trace?.isOrder) {
    const response = await fetch(url, { ...request, body: request.body ?? null, redirect: 'error' });
    if (trace) trace.status = response.status;
    return response;
  }
  trace.sends += 1;
  if (trace.sends > 1) throw new Error('an order is sent once');
  if (performance.now() - trace.startedMs > ORDER_SENT_WITHIN_MS)
    throw new Error('the order had to wait for too long, and was not sent');
  const response = await sendOnce(url, request, () => {
    trace.wasSent = true;
  });
  trace.status = response.status;
  trace.body = await response.clone().text();
  return response;
};

const watchLimits = ({ status, headers }: Response, dialect: ExchangeDialect, budget: RateBudget): void => {
  const shareUsed = dialect.shareOfLimitUsed(headers);
  if (shareUsed > 0) budget.observe(shareUsed);
  if (status !== 429 && status !== 418) return;
  budget.pause((Number(headers.get('retry-after')) || LIMITED_PAUSE_SECONDS) * 1_000);
};
