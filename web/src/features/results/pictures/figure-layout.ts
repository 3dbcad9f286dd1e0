// Axes of what results show: money, losses and shares.
import { percent, wholePercent } from '../../../lib/format.ts';
import type { Series } from '../curves/run-curves.ts';

export type Scale = 'linear' | 'log';
/** From here on an amount does not fit next to the pane. */
const LARGE = 1_000_000;

/** The values of a trace that an axis needs: those that are drawn. */
export type Drawn = { readonly y: Float64Array | number[] };

/** Of an amount of USDT, in millions where it is large; names every decade and two values within it where it is logarithmic. */
export const moneyAxis = (scale: Scale, drawn: readonly Drawn[]) => ({
  type: scale,
  tickformat: drawn.some(({ y }) => y.some((value) => value >= LARGE)) ? '.4~s' : ',.12~r',
  ...(scale === 'log' && { dtick: 'D2' }),
});

const TICKS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25] as const;
const TICKS_MAX = 4;

/** Of a loss: from its deepest to nothing, in steps that are named without decimals where that is possible. */
export const lossAxis = (lowest: number) => {
  const deepest = Math.min(lowest, -0.001);
  const step = TICKS.find((one) => -deepest / one <= TICKS_MAX) ?? 0.5;
  const tickvals = Array.from({ length: Math.floor(-deepest / step) + 1 }, (_, tick) => 0 - tick * step);
  return {
    range: [deepest * 1.06, 0],
    tickvals,
    ticktext: tickvals.map(step < 0.01 ? percent : wholePercent),
  };
};

/** Of shares of a whole. */
export const SHARE_AXIS = {
  range: [0, 1],
  tickvals: [0, 0.5, 1],
  ticktext: [0, 0.5, 1].map(wholePercent),
};

const LOG_FROM = 10;

/** Logarithmic where the values span more than tenfold, which leaves the lower ones flat on a linear scale. */
export const usualScale = (lines: readonly (Series | null)[]): Scale => {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (const line of lines)
    for (const value of line?.values ?? []) {
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
  return lowest > 0 && highest / lowest > LOG_FROM ? 'log' : 'linear';
};
