// The starting capital, slippage and drift band of a run: their defaults, and how settings store them. No schemas, because pages load this.
import { type DriftBandEnd, STARTING_CAPITAL_USDT } from './constants.ts';

type Money = { readonly starting_capital?: number | undefined; readonly slippage?: number | undefined };

/** The capital that a run begins with, and how much worse than the open it trades: as they were chosen, or as usual. */
export const moneyOf = ({ starting_capital = STARTING_CAPITAL_USDT, slippage = 0 }: Money) => ({
  starting_capital,
  slippage,
});

/** The same, as settings keep it: what is usual is left out. */
export const keptMoney = (chosen: Money): { starting_capital?: number; slippage?: number } => {
  const { starting_capital, slippage } = moneyOf(chosen);
  return {
    ...(starting_capital === STARTING_CAPITAL_USDT ? {} : { starting_capital }),
    ...(slippage === 0 ? {} : { slippage }),
  };
};

type Band = {
  readonly drift_band_percent?: number | undefined;
  readonly drift_band_to?: DriftBandEnd | undefined;
};

/** The drift band of settings; nothing where every drift is traded, as in all early runs. */
export const keptBand = ({ drift_band_percent = 0, drift_band_to = 'target' }: Band) =>
  drift_band_percent === 0 ? {} : { drift_band_percent, drift_band_to };

/** The drift band of settings as the engine and the order planner take it; null where every drift is traded. */
export const bandOf = (settings: Band): { width: number; to: DriftBandEnd } | null => {
  const { drift_band_percent: percent, drift_band_to: to } = keptBand(settings);
  return percent === undefined || to === undefined ? null : { width: percent / 100, to };
};
