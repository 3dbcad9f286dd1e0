// Faults on command: for the next requests, or as a state of the exchange until it is taken back.
import { z } from 'zod';

/** The faults, with the meaning of `number`; those of the first list last for so many requests. */
const REQUEST_FAULTS = {
  'time-out-before-accept': 'the request is not processed and never answered',
  'time-out-after-accept': 'the request is processed and never answered',
  'cut-before-accept': 'the connection is cut, the request not processed',
  'cut-after-accept': 'the request is processed, then the connection cut',
  'error-before-accept': 'the request is not processed; the number is the status (503)',
  'error-after-accept': 'the request is processed; the number is the status (503)',
  'unreadable-answer': 'the request is processed, its answer is a page of HTML',
  'rate-limit': '429; the number is Retry-After in seconds (1)',
  ban: '418; the number is Retry-After in seconds (60)',
  restricted: '451, as for a country that the exchange does not serve',
  refused: 'the request is refused with the words of `message`; the number is their code (-2010)',
  'stale-timestamp': 'refused as outside of `recvWindow` (-1021)',
  slow: 'the request is processed after so many milliseconds (2000)',
  'partial-fill': 'so many percent (50) are filled at once, the rest after `later_ms`',
  unfilled: 'the order gets nothing: it ends without a fill',
  'fill-after-cancel': 'the order is reported as ended without its fills, which come after `later_ms`',
  'duplicate-fill': 'every fill in the answer is there twice',
} as const;

const STATES = {
  maintenance: 'everything but the status of the system is refused with 503',
  delisting: 'the market `symbol` takes no orders',
  unlisted: 'the market `symbol` does not exist any more',
  'no-spot': 'the market `symbol` is not for spot trading',
  'price-move': 'the market `symbol` trades at so many percent (50) of its candles',
  'clock-skew': 'the clock is so many milliseconds ahead (60000)',
  'zero-filters': 'the market `symbol` declares its steps and largest amounts as 0: it has none',
  'percent-price':
    'the market `symbol` takes limit prices within so many percent of its own (`PERCENT_PRICE_BY_SIDE`)',
  'max-price': 'the market `symbol` takes limit prices up to so many USDT (`maxPrice`)',
  'max-orders': 'the market `symbol` lets an account have so many open orders (`MAX_NUM_ORDERS`)',
  'max-position': 'the market `symbol` lets an account have so many whole coins at most (`MAX_POSITION`)',
  'fees-in-bnb': 'fees are taken from BNB that is free, at three quarters',
  'negative-quote': 'orders report `cummulativeQuoteQty` as -1: not available',
  'revoked-keys': 'the keys are unknown',
  'no-read-right': 'the keys may not read',
  'no-trade-right': 'the keys may not trade',
  'withdraw-right': 'the keys may withdraw',
  'no-uid': 'the account does not say whose it is',
} as const;

export const FAULTS = { ...REQUEST_FAULTS, ...STATES } as const;
export type FaultName = keyof typeof FAULTS;
const NAMES = Object.keys(FAULTS) as [FaultName, ...FaultName[]];
const isState = (name: FaultName): boolean => name in STATES;

const NEW_ORDER = 'POST /api/v3/order';

/** The body of `POST /faults`. */
export const faultOrder = z.strictObject({
  fault: z.enum(NAMES),
  number: z.number().optional(),
  /** How many requests it lasts; null is until it is taken back, as states are unless they say otherwise. */
  times: z.int().min(1).nullable().optional(),
  /** Of the requests that it may hit, the share that it does. */
  probability: z.number().gt(0).max(1).default(1),
  /** Makes the choice by probability the same each time. */
  seed: z.int().default(1),
  api_key: z.string().optional(),
  symbol: z.string().optional(),
  /** A method and path, or `*`. */
  on: z.string().default(NEW_ORDER),
  later_ms: z.number().min(0).default(0),
  message: z.string().max(1_000).optional(),
});
export type FaultOrder = z.infer<typeof faultOrder>;

export interface FaultScope {
  readonly apiKey?: string | undefined;
  readonly symbol?: string | undefined;
}

export interface FaultQueue {
  add(order: FaultOrder): void;
  clear(): void;
  list(): readonly FaultOrder[];
  /** The faults of a request, each of which is one request less. */
  take(request: FaultScope & { readonly route: string }): readonly FaultOrder[];
  /** The newest state of that name, if one holds here. */
  state(name: FaultName, scope?: FaultScope): FaultOrder | undefined;
}

type Waiting = { readonly order: FaultOrder; left: number; readonly draw: () => number };

export const openFaults = (): FaultQueue => {
  let waiting: Waiting[] = [];
  const isFor = ({ order }: Waiting, { apiKey, symbol }: FaultScope) =>
    (order.api_key === undefined || order.api_key === apiKey) &&
    (order.symbol === undefined || order.symbol === symbol);
  return {
    add(order) {
      const times = order.times === undefined ? (isState(order.fault) ? null : 1) : order.times;
      waiting.push({ order, left: times ?? Number.POSITIVE_INFINITY, draw: drawer(order.seed) });
    },
    clear: () => {
      waiting = [];
    },
    list: () => waiting.map(({ order }) => order),
    take(request) {
      const hit = waiting.filter(
        (one) =>
          !isState(one.order.fault) &&
          (one.order.on === '*' || one.order.on === request.route) &&
          isFor(one, request) &&
          one.draw() < one.order.probability,
      );
      for (const one of hit) one.left -= 1;
      waiting = waiting.filter(({ left }) => left > 0);
      return hit.map(({ order }) => order);
    },
    state: (name, scope = {}) =>
      waiting.findLast((one) => one.order.fault === name && isFor(one, scope))?.order,
  };
};

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
const drawer = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
};
