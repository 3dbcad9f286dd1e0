// Checks the candle files for an operator, and fetches flawed candles again from the exchange.
import { TIMEFRAME_MS, TIMEFRAMES, type Timeframe } from '@tradeium/contracts';
import type { CandleStore } from './candle-store.ts';
import { type BarSpan, type CandleSeries, filledSpans, withoutCandles } from './series.ts';
import { disagreementsOf, type Flaw, flawsOf } from './soundness.ts';

/** The contents of one file. */
export type FileReport = {
  readonly coin: string;
  readonly timeframe: Timeframe;
  /** Why the file cannot be read; the rest is empty then. */
  readonly damage: string | null;
  readonly candles: number;
  /** Opens of the first and the last candle, ms UTC. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly filled: number;
  readonly synthetic: number;
  /** Impossible candles. */
  readonly flaws: readonly Flaw[];
  /** Candles that disagree with their hours. */
  readonly disagreements: readonly Flaw[];
};

const count = (flags: Uint8Array): number => flags.reduce((sum, flag) => sum + flag, 0);

/** Checks every file of the store, hours first. */
export const verifyCandles = async (store: CandleStore): Promise<FileReport[]> => {
  const reports: FileReport[] = [];
  for (const timeframe of TIMEFRAMES)
    for (const coin of await store.coinsAt(timeframe)) reports.push(await verifyFile(store, coin, timeframe));
  return reports;
};

const verifyFile = async (store: CandleStore, coin: string, timeframe: Timeframe): Promise<FileReport> => {
  const { series, damage } = await store.read(coin, timeframe);
  const hours = timeframe === '1h' ? null : (await store.read(coin, '1h')).series;
  return {
    coin,
    timeframe,
    damage: damage?.message ?? (series ? null : 'there is no such file'),
    candles: series?.timestamp.length ?? 0,
    firstMs: series?.timestamp[0] ?? Number.NaN,
    lastMs: series?.timestamp.at(-1) ?? Number.NaN,
    filled: series ? count(series.filled) : 0,
    synthetic: series ? count(series.synthetic) : 0,
    flaws: series ? flawsOf(series) : [],
    disagreements: series && hours ? disagreementsOf(hours, series) : [],
  };
};

/** True if a file has no flaws. */
export const isFine = ({ damage, flaws, disagreements }: FileReport): boolean =>
  damage === null && flaws.length === 0 && disagreements.length === 0;

/**
 * Fetches a damaged file again, and in the others all spans that are flawed, filled, or contradicted by
 * another interval. Throws when the exchange does not answer; the file then stays as it was.
 */
export const repairFile = async (
  store: CandleStore,
  report: FileReport,
  all: readonly FileReport[],
): Promise<void> => {
  const { coin, timeframe, damage, flaws } = report;
  if (damage !== null) {
    await store.load(coin, timeframe);
    return;
  }
  const wrong = flaws.map(spanOf);
  const doubted = timeframe === '1h' ? hoursDoubted(report, all) : report.disagreements.map(spanOf);
  await store.change(coin, timeframe, async ({ series }) => {
    if (!series) throw new Error(`the ${timeframe} candles of ${coin} are gone`);
    const spans = [...wrong, ...doubted, ...filledSpans(series)];
    return spans.length === 0 ? series : store.askAgain(withoutWrong(series, wrong), spans);
  });
};

const spanOf = ({ fromMs, toMs }: Flaw): BarSpan => [fromMs, toMs];

const withoutWrong = (series: CandleSeries, wrong: readonly BarSpan[]): CandleSeries =>
  wrong.length === 0 ? series : withoutCandles(series, wrong);

/** The hours within the larger candles that disagree with them. */
const hoursDoubted = ({ coin }: FileReport, all: readonly FileReport[]): BarSpan[] =>
  all
    .filter((other) => other.coin === coin)
    .flatMap(({ timeframe, disagreements }) =>
      disagreements.map(
        ({ fromMs, toMs }): BarSpan => [fromMs, toMs + TIMEFRAME_MS[timeframe] - TIMEFRAME_MS['1h']],
      ),
    );
