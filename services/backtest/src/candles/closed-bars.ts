// Which bar closed last. Close to a boundary the exchange's own clock decides, because ours may be fast or slow.
import type { Timeframe } from '@tradeium/contracts';
import type { Log } from '@tradeium/service-kit';
import { lastClosedOpen } from './bars.ts';
import type { CandleSource } from './exchange.ts';

/** Our clock may differ from the exchange's by less. */
const CLOCK_ERROR_MS = 10_000;
/** After the close, the exchange still counts the bar's last trades. */
const LAST_TRADES_MS = 2_000;

export type ClosedBars = {
  /** Opening time (ms, UTC) of the newest bar that has closed for certain; the exchange is not asked. */
  certain(timeframe: Timeframe): number;
  /** The same, with a bar that has closed by the exchange's clock only. */
  newest(timeframe: Timeframe): Promise<number>;
};

type Options = { readonly source: Pick<CandleSource, 'time'>; readonly now: () => number; readonly log: Log };

export const openClosedBars = ({ source, now, log }: Options): ClosedBars => {
  /** The exchange's clock has shown this; what closed before it stays closed. */
  let shownMs = 0;
  let asking: Promise<void> | null = null;

  const lastBy = (timeframe: Timeframe, exchangeMs: number): number =>
    lastClosedOpen(timeframe, exchangeMs - LAST_TRADES_MS);
  const certain = (timeframe: Timeframe): number =>
    lastBy(timeframe, Math.max(now() - CLOCK_ERROR_MS, shownMs));

  /** Simultaneous callers share one request. */
  const ask = (): Promise<void> => {
    asking ??= source
      .time()
      .then((ms) => {
        if (ms > now() + CLOCK_ERROR_MS) log.warn({ ms }, 'the clock of the exchange cannot be right');
        else shownMs = Math.max(shownMs, ms);
      })
      .catch((err: unknown) => log.warn({ err }, 'the clock of the exchange could not be read'))
      .finally(() => {
        asking = null;
      });
    return asking;
  };

  return {
    certain,
    newest: async (timeframe) => {
      if (certain(timeframe) < lastBy(timeframe, now() + CLOCK_ERROR_MS)) await ask();
      return certain(timeframe);
    },
  };
};
