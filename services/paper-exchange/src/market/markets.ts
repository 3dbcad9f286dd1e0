// The nineteen spot markets: their trading rules, how exact their files are, and which spans no real candle covers.
import { HOUR_MS } from './intervals.ts';

/** Candles with `fromMs <= open time < toMs` are made up; a null end means up to now. */
export type SyntheticRange = readonly [fromMs: number, toMs: number | null];

export interface Market {
  readonly symbol: string;
  readonly coin: string;
  /** Decimals of the smallest price step today; older candles may be finer. */
  readonly priceDecimals: number;
  /** Decimals of the smallest amount that can be traded. */
  readonly amountDecimals: number;
  /** Largest amount of one limit order, in coins. */
  readonly amountMax: number;
  /** Most decimals that prices and volumes of the candle file have. */
  readonly fileDecimals: { readonly price: number; readonly volume: number };
  readonly syntheticRanges: readonly SyntheticRange[];
}

export const QUOTE = 'USDT';

const LAST_REAL_HOUR_MS = Date.UTC(2025, 11, 31, 23);
const AFTER_ALL: readonly SyntheticRange[] = [[LAST_REAL_HOUR_MS + HOUR_MS, null]];
const AFTER_JUNE_2025: SyntheticRange = [Date.UTC(2025, 5, 18, 7), null];
const IN_2024_VET: SyntheticRange = [Date.UTC(2023, 11, 30, 20), Date.UTC(2025, 0, 1)];
const IN_2024_FIL: SyntheticRange = [Date.UTC(2024, 3, 29, 7), Date.UTC(2025, 0, 1)];

type Decimals = readonly [price: number, amount: number, filePrice: number, fileVolume: number];

const market = (
  coin: string,
  [price, amount, filePrice, fileVolume]: Decimals,
  amountMax: number,
  syntheticRanges = AFTER_ALL,
): Market => ({
  symbol: `${coin}${QUOTE}`,
  coin,
  priceDecimals: price,
  amountDecimals: amount,
  amountMax,
  fileDecimals: { price: filePrice, volume: fileVolume },
  syntheticRanges,
});

export const MARKETS: readonly Market[] = [
  market('BTC', [2, 5, 2, 6], 9_000),
  market('ETH', [2, 4, 2, 5], 9_000),
  market('BNB', [2, 3, 4, 4], 900_000),
  market('ADA', [4, 1, 5, 2], 92_141_578),
  market('SOL', [2, 3, 4, 3], 90_000),
  market('DOT', [3, 2, 4, 3], 90_000),
  market('AVAX', [2, 2, 4, 3], 90_000),
  market('LINK', [2, 2, 4, 3], 90_000),
  market('UNI', [3, 2, 4, 3], 90_000),
  market('ATOM', [3, 2, 3, 3], 90_000),
  market('LTC', [2, 3, 2, 5], 90_000),
  market('BCH', [1, 3, 2, 5], 90_000),
  market('XLM', [4, 0, 5, 2], 92_141_578),
  market('VET', [5, 1, 6, 1], 92_141_578, [IN_2024_VET, AFTER_JUNE_2025]),
  market('FIL', [3, 2, 4, 4], 90_000, [IN_2024_FIL, AFTER_JUNE_2025]),
  market('TRX', [4, 1, 5, 1], 92_141_578),
  market('ETC', [2, 2, 4, 3], 90_000),
  market('XRP', [4, 1, 5, 2], 92_141_578),
  market('DOGE', [5, 0, 7, 1], 92_141_578),
];

const BY_SYMBOL = new Map(MARKETS.map((one) => [one.symbol, one]));

export const marketOf = (symbol: string): Market | undefined => BY_SYMBOL.get(symbol);
