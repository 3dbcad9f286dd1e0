// The exchange as a source of candles, through ccxt: paged, throttled, with time-outs; no other file knows ccxt.
import { QUOTE_CURRENCY, TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import ccxt, { type Exchange as CcxtExchange } from 'ccxt';
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
const ATTEMPTS_MAX = 4;

export type CandleSource = {
  /** The exchange and, where it is another than the official one, its host: prices of the two are never mixed. */
  readonly name: string;
  /**
   * Closed candles that open from `fromMs` to `toMs` (both included), oldest first. `onPage` is told how many
   * candles have come so far.
   */
  fetch(
    coin: string,
    timeframe: Timeframe,
    fromMs: number,
    toMs: number,
    onPage: (candles: number) => void,
  ): Promise<CandleRow[]>;
  /** Spans of made-up prices that the exchange itself declares; empty for real exchanges. */
  syntheticSpans(coin: string): Promise<readonly SyntheticSpan[]>;
};

/** Reading again is harmless, so a failed request is tried again with growing pauses. */
const persistently = async <T>(request: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (cause) {
      if (attempt === ATTEMPTS_MAX || cause instanceof ccxt.BadSymbol) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt));
    }
  }
};

const connect = (options: { id: string; url: string; pauseMs: number }): CcxtExchange => {
  const Exchange = ccxt[options.id as keyof typeof ccxt] as unknown as
    | (new (
        config: object,
      ) => CcxtExchange)
    | undefined;
  if (!ccxt.exchanges.includes(options.id) || !Exchange)
    throw new Error(`ccxt knows no exchange '${options.id}'`);
  const exchange = new Exchange({
    enableRateLimit: true,
    timeout: REQUEST_TIMEOUT_MS,
    ...(options.pauseMs > 0 ? { rateLimit: options.pauseMs } : {}),
    options: {
      defaultType: 'spot',
      fetchMarkets: { types: ['spot'] },
      fetchMargins: false,
      fetchCurrencies: false,
    },
  });
  if (options.url) redirect(exchange, options.url);
  return exchange;
};

/** Points the exchange's public REST API at another address that speaks the same protocol. */
const redirect = (exchange: CcxtExchange, url: string): void => {
  const urls = exchange.urls as { api: Record<string, string> };
  urls.api = { ...urls.api, public: `${url}/api/v3`, private: `${url}/api/v3` };
};

/** Opens the exchange; markets are loaded with the first candles. */
export const openCandleSource = (options: { id: string; url: string; pauseMs: number }): CandleSource => {
  const exchange = connect(options);
  const symbolOf = (coin: string) => `${coin}/${QUOTE_CURRENCY}`;

  return {
    name: options.url ? `${options.id}@${new URL(options.url).hostname}` : options.id,
    fetch: async (coin, timeframe, fromMs, toMs, onPage) => {
      await persistently(() => exchange.loadMarkets());
      const rows: CandleRow[] = [];
      let since = fromMs;
      while (since <= toMs) {
        const page = await persistently(() =>
          exchange.fetchOHLCV(symbolOf(coin), CCXT_TIMEFRAMES[timeframe], since, PAGE_CANDLES),
        );
        const closed = page.filter(
          ([openMs]) => (openMs ?? 0) >= since && (openMs ?? 0) <= toMs,
        ) as unknown as CandleRow[];
        const last = closed.at(-1);
        if (!last) break;
        rows.push(...closed);
        since = last[0] + TIMEFRAME_MS[timeframe];
        onPage(rows.length);
      }
      return rows;
    },
    syntheticSpans: async (coin) => {
      const markets = await persistently(() => exchange.loadMarkets());
      const info = markets[symbolOf(coin)]?.info as { syntheticRanges?: SyntheticSpan[] } | undefined;
      return info?.syntheticRanges ?? [];
    },
  };
};
