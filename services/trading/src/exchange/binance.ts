// Binance's spot market: its error codes, its weights, and the parameters that only it knows.
// https://developers.binance.com/docs/binance-spot-api-docs
import type { Exchange as CcxtExchange } from 'ccxt';
import { priceRulesInFilters, rulesInFilters } from './binance-filters.ts';
import type { ExchangeDialect, KeyRights, Refusal } from './exchange-dialect.ts';

/** The weight of requests that an address may send in a minute. */
const WEIGHT_PER_MINUTE = 6_000;
const USED_WEIGHT = 'x-mbx-used-weight-1m';
/** Markets that fit in an address; from there on all are requested. */
const PRICES_BY_NAME_MAX = 100;

/** The meaning of a code in a 4xx answer to an order; any other code refuses this order permanently, and no other. */
const MEANINGS: Readonly<Record<number, Refusal['meaning']>> = {
  // The order may still have been accepted: unknown error, disconnected, busy, unexpected response, time-out behind the
  // edge, overload, shutting down.
  [-1000]: 'unknown',
  [-1001]: 'unknown',
  [-1004]: 'unknown',
  [-1006]: 'unknown',
  [-1007]: 'unknown',
  [-1008]: 'unknown',
  [-1016]: 'unknown',
  // Outside of the time in which it may arrive: looked at before anything else of the order.
  [-1021]: 'clock',
  // About keys: not authorised, the signature, their format, their rights or address.
  [-1002]: 'keys-refused',
  [-1022]: 'keys-refused',
  [-2014]: 'keys-refused',
  [-2015]: 'keys-refused',
};
/** -2010 has many reasons, of which these are not about the order alone. */
const MEANINGS_OF_TEXTS: readonly (readonly [RegExp, Refusal['meaning']])[] = [
  // It has an open order of this client id: from a request of ours whose outcome we never saw.
  [/duplicate order/i, 'unknown'],
  [/account may not place|disabled on this account/i, 'account-refused'],
];

const meaningOf = (code: number, message: string): Refusal['meaning'] =>
  MEANINGS_OF_TEXTS.find(([text]) => text.test(message))?.[1] ?? MEANINGS[code] ?? 'no-order';

const refusalIn = (body: string): Refusal | undefined => {
  try {
    const { code, msg } = JSON.parse(body) as { code?: unknown; msg?: unknown };
    if (typeof code !== 'number' || code >= 0) return undefined;
    const message = String(msg ?? '');
    return { reason: `${message} (${code})`, meaning: meaningOf(code, message) };
  } catch {
    return undefined;
  }
};

type Restrictions = {
  readonly ipRestrict?: boolean;
  readonly enableReading?: boolean;
  readonly enableSpotAndMarginTrading?: boolean;
  readonly enableWithdrawals?: boolean;
};
type RawClient = {
  readonly urls: { readonly api: Readonly<Record<string, string>> };
  sapiGetAccountApiRestrictions(): Promise<Restrictions>;
  publicGetAvgPrice(market: { readonly symbol: string }): Promise<{ readonly price: string }>;
};

const keyRights = async (exchange: CcxtExchange): Promise<KeyRights | undefined> => {
  const client = exchange as unknown as RawClient;
  // The test network has no such path.
  if (!('sapi' in client.urls.api)) return undefined;
  const rights = await client.sapiGetAccountApiRestrictions();
  return {
    mayRead: rights.enableReading === true,
    mayTrade: rights.enableSpotAndMarginTrading === true,
    mayWithdraw: rights.enableWithdrawals === true,
    isIpRestricted: rights.ipRestrict ?? null,
  };
};

export const binance: ExchangeDialect = {
  clientOptions: (receivedWithinMs) => ({
    defaultType: 'spot',
    fetchMarkets: { types: ['spot'] },
    fetchOpenOrders: { warnWithoutSymbol: false },
    fetchMargins: false,
    fetchCurrencies: false,
    recvWindow: receivedWithinMs,
  }),
  // ccxt takes the refusal of one account's keys for a ban of all once any account was accepted.
  adjust: ({ options }) => {
    Object.defineProperty(options, 'hasAlreadyAuthenticatedSuccessfully', {
      get: () => false,
      set: () => undefined,
    });
  },
  addressesAt: (url) => ({ public: `${url}/api/v3`, private: `${url}/api/v3`, sapi: `${url}/sapi/v1` }),
  shareOfLimitUsed: (headers) => Number(headers.get(USED_WEIGHT)) / WEIGHT_PER_MINUTE,
  refusalIn,
  rulesIn: ({ info }) => rulesInFilters(info),
  priceRulesIn: ({ info }) => priceRulesInFilters(info),
  averagePrice: async (exchange, { id }) => {
    const { price } = await (exchange as unknown as RawClient).publicGetAvgPrice({ symbol: String(id) });
    return price;
  },
  // Open orders of a market weigh 6, those of all markets 80.
  marketsOneByOneMax: 13,
  pricesOf: (ids) => (ids.length <= PRICES_BY_NAME_MAX ? { symbols: JSON.stringify(ids) } : {}),
  orderByClientId: (clientOrderId) => ({ clientOrderId }),
  fillsOfOrder: (orderId) => ({ orderId }),
  fillsAfter: (fillId) => ({ fromId: String(BigInt(fillId) + 1n) }),
  keyRights,
  accountIdIn: (balances) => {
    const { uid } = (balances ?? {}) as { readonly uid?: number | string };
    return uid === undefined ? null : String(uid);
  },
};
