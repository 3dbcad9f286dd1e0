// The live twin: the backtest of the live window compared with the account, bar by bar, and the gap between them by cause.
import { bandOf, calendarOf, type DeploymentEvent } from '@tradeium/contracts';
import { type GapParts, splitGap, type TwinRebalance, tradedBars } from '@tradeium/portfolio';
import type { Happened, LiveRebalance, LiveWindow, OutsideChange } from './live-window.ts';
import type { TwinBar } from './twin-market.ts';

export type TwinSettings = Extract<DeploymentEvent, { type: 'DeploymentCreated' }>['data']['settings'];
type Terms = Pick<TwinRebalance, 'feeRate' | 'slippage' | 'band'>;

export type TwinValue = {
  /** The close of a bar, ms UTC; the first is the beginning. */
  readonly at: number;
  /** The value of 1 invested in the twin, deposits and withdrawals taken out. */
  readonly index: number;
};

export type Twin = {
  readonly values: readonly TwinValue[];
  /** At the newest close; null before the first one. */
  readonly gap: { readonly at: number; twin: number; live: number; parts: GapParts } | null;
};

const isRebalance = (happened: Happened): happened is LiveRebalance => 'kind' in happened;

/**
 * A bar at whose opening the backtest trades; `live`: the rebalance that the account did on it. The first one may take
 * over an earlier decision, with which both begin.
 */
const atOpen = (
  bar: TwinBar,
  live: LiveRebalance | undefined,
  isFirst: boolean,
  terms: Terms,
): TwinRebalance => ({
  ...terms,
  at: bar.openMs,
  twinWeights: bar.targets ?? (isFirst ? (live?.weights ?? null) : null),
  liveWeights: live?.weights ?? null,
  twinPrices: bar.opens,
  livePrices: live ? { ...bar.opens, ...live.prices } : null,
  fills: live?.fills ?? [],
});

/** The backtest knows no rebalance by hand; only the first one, with which both begin at the same prices. */
const byHand = (
  live: LiveRebalance,
  isFirst: boolean,
  terms: Terms,
  bars: readonly TwinBar[],
): TwinRebalance => {
  const opens = bars.findLast(({ openMs }) => openMs <= live.at)?.opens;
  const prices = { ...opens, ...live.prices };
  return {
    ...terms,
    at: live.at,
    twinWeights: isFirst ? live.weights : null,
    liveWeights: live.weights,
    twinPrices: prices,
    livePrices: prices,
    fills: live.fills,
  };
};

const outside = ({ at, deposit, fills }: OutsideChange, terms: Terms): TwinRebalance => ({
  ...terms,
  at,
  deposit,
  twinWeights: null,
  liveWeights: null,
  twinPrices: {},
  livePrices: null,
  fills,
});

/** The bars with the targets that the calendar trades at each; the first one is that of the first rebalance, which waits for nothing. */
const onCalendar = (bars: readonly TwinBar[], settings: TwinSettings): TwinBar[] => {
  const opens = bars.map(({ openMs }) => openMs);
  const decides = (bar: number) => bar === 0 || bars[bar]?.targets !== null;
  const traded = tradedBars(opens, decides, calendarOf(settings));
  return bars.map((bar, at) => ({ ...bar, targets: bars[traded[at] ?? -1]?.targets ?? null }));
};

/** Everything that moves the books, in order: what others did at the opening of a bar comes before its rebalance. */
const movesOf = (
  { happened }: LiveWindow,
  bars: readonly TwinBar[],
  terms: Terms,
  untilMs: number,
): TwinRebalance[] => {
  const [first] = happened;
  const scheduled = new Map(
    happened.flatMap((each) => (isRebalance(each) && each.kind === 'scheduled' ? [[each.at, each]] : [])),
  );
  const own = happened.flatMap((each) => {
    if (each.at >= untilMs) return [];
    if (!isRebalance(each)) return [outside(each, terms)];
    return each.kind === 'manual' ? [byHand(each, each === first, terms, bars)] : [];
  });
  const opened = bars
    .filter(({ openMs }) => openMs > first.at || scheduled.has(openMs))
    .map((bar) => {
      const live = scheduled.get(bar.openMs);
      return atOpen(bar, live, live === first, terms);
    });
  return [...own, ...opened].sort((one, other) => one.at - other.at);
};

/** The twin's returns, chained over what was paid in and out between two closes. */
const chained = (
  points: readonly { readonly at: number; readonly twin: number }[],
  moves: readonly TwinRebalance[],
  start: { readonly at: number; readonly value: number },
): TwinValue[] => {
  let [index, before, next] = [1, start.value, 0];
  const values = points.map(({ at, twin }) => {
    let deposited = 0;
    for (; next < moves.length && (moves[next] as TwinRebalance).at < at; next += 1)
      deposited += moves[next]?.deposit ?? 0;
    if (before > 0 && twin - deposited >= 0) index *= (twin - deposited) / before;
    before = twin;
    return { at, index };
  });
  return [{ at: start.at, index: 1 }, ...values];
};

/** `bars`: those that have closed since the beginning of the window. */
export const computeTwin = (window: LiveWindow, bars: readonly TwinBar[], settings: TwinSettings): Twin => {
  const { start, startValue, happened } = window;
  const startedAt = happened[0].at;
  const closed = onCalendar(
    bars.filter(({ closeMs }) => closeMs > startedAt),
    settings,
  );
  const last = closed.at(-1);
  const terms = { feeRate: settings.fees, slippage: settings.slippage ?? 0, band: bandOf(settings) };
  const moves = movesOf(window, closed, terms, last?.closeMs ?? startedAt);
  // The next bar's trades at the same instant come after the close.
  const marks = closed.map(({ closeMs, closes }) => ({ at: closeMs - 1, prices: closes }));
  const points = splitGap(start, moves, marks).map((point) => ({ ...point, at: point.at + 1 }));
  const newest = points.at(-1);
  return {
    values: chained(points, moves, { at: startedAt, value: startValue }),
    gap: newest ? { at: newest.at, twin: newest.twin, live: newest.live, parts: newest.parts } : null,
  };
};
