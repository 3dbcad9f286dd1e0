// The exchange as a source of candles, through ccxt: throttled, with time-outs.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { QUOTE_CURRENCY, TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import { openPatience, type PatienceOptions } from '@tradeium/exchange-patience';
import type { MarketRules } from '@tradeium/portfolio';
import type { CallResults, Log } from '@tradeium/service-kit';
import type { binance, Exchange as CcxtExchange, MarketInterface } from 'ccxt';
import type { CandleRow, SyntheticSpan } from './series.ts';

const CCXT_TIMEFRAMES: Readonly<Record<Timeframe, string>> = {
  '1h': '1h',
  '4h': '4h',
  '6h': '6h',
  '8h': '8h',
  '12h': '12h',
  '24h': '1d',
  weekly: '1w',
};
const PAGE_CANDLES = 1_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How old the answer may be whether a market is open. */
const MARKETS_AGE_MS_MAX = 30_000;

export type CandleSource = {
  /** The exchange, with its host unless it is the official one: prices of the two are never mixed. */
  readonly name: string;
  /** The maximum number of candles per request. */
  readonly pageCandles: number;
  /**
   * The first candles, at most a page, that open from `fromMs` to `toMs` (both included), oldest first, as the
   * exchange sends them; none of a coin that it does not list.
   */
  page(coin: string, timeframe: Timeframe, fromMs: number, toMs: number): Promise<CandleRow[]>;
  /** False where the exchange no longer lists the coin's market, or has halted it. */
  isTraded(coin: string): Promise<boolean>;
  /** The exchange's clock when it answered, ms since the epoch. */
  time(): Promise<number>;
  /** The exchange's rules on each coin's market; throws for a coin that it does not list. */
  rules(coins: readonly string[]): Promise<MarketRules[]>;
  /** Spans of synthetic prices that the exchange itself declares; empty for real exchanges. */
  syntheticSpans(coin: string): Promise<readonly SyntheticSpan[]>;
};

export type ExchangeOptions = {
  /** As ccxt calls it. */
  readonly id: string;
  /** The address of its API; empty for the exchange's own. */
  readonly url: string;
  /** The shortest pause between requests; 0 keeps ccxt's setting. */
  readonly pauseMs: number;
};

const load = createRequire(import.meta.url);
/** One exchange costs 50 MB less than ccxt as a whole, whose entry point loads all of them. */
const CCXT_DIRECTORY = join(dirname(load.resolve('ccxt')), '..', 'js', 'src');

const classOf = (id: string): (new (config: object) => CcxtExchange) => {
  const file = join(CCXT_DIRECTORY, `${id}.js`);
  if (!/^[a-z0-9]+$/.test(id) || !existsSync(file)) throw new Error(`ccxt knows no exchange '${id}'`);
  return (load(file) as { default: typeof binance }).default;
};

const connect = ({ id, url, pauseMs }: ExchangeOptions): CcxtExchange => {
  const Exchange = classOf(id);
  const exchange = new Exchange({
    enableRateLimit: true,
    timeout: REQUEST_TIMEOUT_MS,
    ...(pauseMs > 0 ? { rateLimit: pauseMs } : {}),
    options: {
      defaultType: 'spot',
      fetchMarkets: { types: ['spot'] },
      fetchMargins: false,
      fetchCurrencies: false,
    },
  });
  if (url) redirect(exchange, url);
  return exchange;
};

/** Points the exchange's public REST API at another address with the same protocol. */
const redirect = (exchange: CcxtExchange, url: string): void => {
  const urls = exchange.urls as { api: Record<string, string> };
  urls.api = { ...urls.api, public: `${url}/api/v3`, private: `${url}/api/v3` };
};

const rulesOf = (coin: string, market: MarketInterface | undefined): MarketRules => {
  if (!market) throw new Error(`the exchange does not list ${coin}`);
  const { precision, limits } = market;
  return {
    coin,
    tickSize: String(precision.price ?? 1e-8),
    lotSize: String(precision.amount ?? 1e-8),
    amountMin: String(limits.amount?.min ?? 0),
    amountMax: String(limits.amount?.max ?? Number.MAX_VALUE),
    notionalMin: String(limits.cost?.min ?? 0),
  };
};

/** Opens the exchange; markets are loaded with the first candles. */
export const openCandleSource = ({
  log,
  results,
  ...options
}: ExchangeOptions & { log: Log; results?: CallResults }): CandleSource => {
  const exchange = connect(options);
  const name = options.url ? `${options.id}@${new URL(options.url).hostname}` : options.id;
  const headers = () => exchange.last_response_headers as Readonly<Record<string, string>> | undefined;
  const errors = load(join(CCXT_DIRECTORY, 'base', 'errors.js')) as PatienceOptions['errors'] & {
    readonly BadSymbol: abstract new (...args: never[]) => Error;
  };
  const retryAfter = () => headers()?.['Retry-After'];
  const patiently = openPatience({ name, log, errors, retryAfter, results });
  let marketsReadMs = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  /** By itself ccxt never forgets a failure, and never reads markets again. */
  const loadMarkets = (ageMsMax = Number.POSITIVE_INFINITY) =>
    patiently(async () => {
      const isOld = exchange.markets === undefined || performance.now() - marketsReadMs > ageMsMax;
      try {
        const markets = await exchange.loadMarkets(isOld || hasFailed);
        if (isOld || hasFailed) marketsReadMs = performance.now();
        hasFailed = false;
        return markets;
      } catch (cause) {
        hasFailed = true;
        throw cause;
      }
    });
  const symbolOf = (coin: string) => `${coin}/${QUOTE_CURRENCY}`;

  return {
    name,
    pageCandles: PAGE_CANDLES,
    page: async (coin, timeframe, fromMs, toMs) => {
      await loadMarkets();
      const wanted = Math.floor((toMs - fromMs) / TIMEFRAME_MS[timeframe]) + 1;
      const limit = Math.min(wanted, PAGE_CANDLES);
      const rows = await patiently(() =>
        exchange.fetchOHLCV(symbolOf(coin), CCXT_TIMEFRAMES[timeframe], fromMs, limit),
      ).catch((cause: unknown) => {
        if (cause instanceof errors.BadSymbol) return [];
        throw cause;
      });
      return rows.filter(([ms = 0]) => ms >= fromMs && ms <= toMs) as unknown as CandleRow[];
    },
    isTraded: async (coin) => {
      const markets = await loadMarkets(MARKETS_AGE_MS_MAX);
      const market = markets[symbolOf(coin)];
      return market !== undefined && market.active !== false;
    },
    time: () =>
      patiently(async () => {
        const ms = await exchange.fetchTime();
        if (!Number.isFinite(ms)) throw new Error(`${name} does not tell its time`);
        return ms as number;
      }),
    rules: async (coins) => {
      const markets = await loadMarkets();
      return coins.map((coin) => rulesOf(coin, markets[symbolOf(coin)]));
    },
    syntheticSpans: async (coin) => {
      const markets = await loadMarkets();
      const info = markets[symbolOf(coin)]?.info as { syntheticRanges?: SyntheticSpan[] } | undefined;
      return info?.syntheticRanges ?? [];
    },
  };
};
