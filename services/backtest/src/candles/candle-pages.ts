// Fetches a span of candles page by page, and retries what a page left out before it counts as an outage.
import { TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import type { Log } from '@tradeium/service-kit';
import type { CandleSource } from './exchange.ts';
import type { BarSpan, CandleRow } from './series.ts';
import { candleFlaw } from './soundness.ts';

/** More holes than this in one page are fetched together. */
const HOLES_ASKED_MAX = 20;

type Wanted = { readonly coin: string; readonly timeframe: Timeframe; readonly log: Log };

/**
 * Pages of candles that open from `fromMs` to `toMs` (both included), oldest first, each without the bars that the
 * exchange lacks even when only they are requested. Impossible candles count as missing.
 */
export async function* pagesOf(
  source: CandleSource,
  wanted: Wanted,
  fromMs: number,
  toMs: number,
): AsyncGenerator<CandleRow[]> {
  const lengthMs = TIMEFRAME_MS[wanted.timeframe];
  let sinceMs = fromMs;
  let hasBegun = false;
  while (sinceMs <= toMs) {
    const rows = await ask(source, wanted, [sinceMs, toMs]);
    const page = await withoutLoss(source, wanted, rows, hasBegun ? [sinceMs, toMs] : null);
    if (page.length > 0) yield page;
    hasBegun ||= page.length > 0;
    // Some exchanges find nothing when a coin's listing is more than a page away.
    sinceMs = (page.at(-1)?.[0] ?? sinceMs + (source.pageCandles - 1) * lengthMs) + lengthMs;
  }
}

const ask = async (source: CandleSource, wanted: Wanted, [fromMs, toMs]: BarSpan): Promise<CandleRow[]> => {
  const { coin, timeframe, log } = wanted;
  const rows = await source.page(coin, timeframe, fromMs, toMs);
  return rows.filter((row) => {
    const flaw = candleFlaw(row);
    if (flaw) log.warn({ coin, timeframe, openMs: row[0] }, `a candle of ${source.name} cannot be: ${flaw}`);
    return flaw === null;
  });
};

/** The page with its holes fetched again; `span`: where it should begin and end, if known. */
const withoutLoss = async (
  source: CandleSource,
  wanted: Wanted,
  page: readonly CandleRow[],
  span: BarSpan | null,
): Promise<CandleRow[]> => {
  if (page.length === 0) return span === null ? [] : ask(source, wanted, span);
  const holes = holesOf(page, span?.[0] ?? (page[0]?.[0] as number), TIMEFRAME_MS[wanted.timeframe]);
  const spans: BarSpan[] =
    holes.length > HOLES_ASKED_MAX ? [[(holes[0] as BarSpan)[0], (holes.at(-1) as BarSpan)[1]]] : holes;
  const rows = new Map(page.map((row) => [row[0], row]));
  for (const hole of spans) for (const row of await ask(source, wanted, hole)) rows.set(row[0], row);
  const found = rows.size - page.length;
  if (found > 0) {
    const { coin, timeframe, log } = wanted;
    log.warn({ coin, timeframe, found }, `${source.name} had left candles out of a page`);
  }
  return [...rows.values()].sort(([a], [b]) => a - b);
};

/** Spans without a candle between `sinceMs` and the page's last one. */
const holesOf = (page: readonly CandleRow[], sinceMs: number, lengthMs: number): BarSpan[] => {
  const holes: BarSpan[] = [];
  let nextMs = sinceMs;
  for (const [openMs] of page) {
    if (openMs > nextMs) holes.push([nextMs, openMs - lengthMs]);
    nextMs = openMs + lengthMs;
  }
  return holes;
};
