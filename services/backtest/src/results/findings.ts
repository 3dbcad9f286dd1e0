// Judges a result: how far it can be trusted, and what it depends on.
import {
  type Finding,
  found,
  type ParameterValues,
  picksAllOf,
  rangeOfDays,
  TIMEFRAME_MS,
  worstFirst,
} from '@tradeium/contracts';
import { type Panel, syntheticWarmUpCandles } from '../candles/panel.ts';
import { causalityFindings, type Tested } from './causality-findings.ts';
import type { RunResult } from './run-result.ts';

const DAY_MS = 86_400_000;
/** From here on something is worth a warning. */
const RETURNS_LEAST = 90;
/** The usual level of 5 %: Bailey and López de Prado (2014), The Deflated Sharpe Ratio. */
const SHARPE_PROBABILITY_LEAST = 0.95;
const COST_SHARE_MOST = 0.25;
const TURNOVER_PER_YEAR_MOST = 50;
const COIN_SHARE_MOST = 0.8;
/** With fewer coins, one of them naturally brings most. */
const COINS_LEAST = 3;

/** The inputs of the judgement. */
export type Judged = {
  readonly panel: Panel;
  readonly result: RunResult;
  readonly tested: Tested;
  /** The last day of the range (YYYY-MM-DD), included. */
  readonly endDate: string;
  /** The code of the strategy; null where it is private or not at hand. */
  readonly source?: Uint8Array | null;
  readonly parameters?: ParameterValues;
};

/** All findings of a result, most severe first; the same result always has the same findings. */
export const findingsOf = ({
  panel,
  result,
  tested,
  endDate,
  source = null,
  parameters = {},
}: Judged): Finding[] =>
  worstFirst([
    ...causalityFindings(tested),
    ...candleFindings(panel),
    ...endFindings(panel, endDate),
    ...lengthFindings(result),
    ...costFindings(result),
    ...concentrationFindings(result),
    ...choiceFindings(panel, source, parameters),
  ]);

const percent = (share: number): string => (100 * share).toFixed(share < 0.1 ? 2 : 0);
const money = (value: number): string => value.toFixed(2);

const warmUpFigures = (spans: Panel['syntheticWarmUp']): Finding['data'] => ({
  candles: syntheticWarmUpCandles(spans),
  coins: spans.map(({ coin }) => coin).join(', '),
  until: new Date(Math.max(...spans.map(({ until_ms }) => until_ms)) - 1).toISOString().slice(0, 10),
});

const candleFindings = ({
  coins,
  timestamps,
  firstBar,
  syntheticCandles,
  syntheticWarmUp,
  filledCandles,
}: Panel): Finding[] => {
  const all = (timestamps.length - firstBar) * coins.length;
  const counted = (candles: number) => ({ candles, share: percent(candles / all) });
  return [
    ...(syntheticCandles > 0 ? [found('SYNTHETIC_CANDLES', counted(syntheticCandles))] : []),
    ...(syntheticWarmUp.length > 0 ? [found('SYNTHETIC_WARM_UP', warmUpFigures(syntheticWarmUp))] : []),
    ...(filledCandles > 0 ? [found('FILLED_CANDLES', counted(filledCandles))] : []),
    firstBar > 0 ? found('WARM_UP', { bars: firstBar }) : found('NO_WARM_UP'),
  ];
};

/** A week that opens within the range may close after it. */
const endFindings = ({ timestamps, timeframe }: Panel, endDate: string): Finding[] => {
  const closesMs = (timestamps.at(-1) ?? 0) + TIMEFRAME_MS[timeframe];
  const days = (closesMs - rangeOfDays({ start_date: endDate, end_date: endDate }).untilMs) / DAY_MS;
  const lastDay = new Date(closesMs - DAY_MS).toISOString().slice(0, 10);
  return days > 0 ? [found('ENDS_LATER', { lastDay, days })] : [];
};

const lengthFindings = ({ statistics }: RunResult): Finding[] => {
  const { periods: returns, rebalances } = statistics;
  if (rebalances === 0) return [found('NO_TRADES')];
  return [
    ...(returns < RETURNS_LEAST ? [found('TOO_FEW_BARS', { returns, least: RETURNS_LEAST })] : []),
    ...luckFindings(statistics),
  ];
};

/** Of several trials the luck of the best of them is said, which is above that of one. */
const luckFindings = (statistics: RunResult['statistics']): Finding[] => {
  const { trials, probabilistic_sharpe_ratio: alone, deflated_sharpe_ratio: deflated } = statistics;
  const isUncertain = (probability: number | null): probability is number =>
    probability !== null && probability < SHARPE_PROBABILITY_LEAST;
  const said = (probability: number) => (100 * probability).toFixed(1);
  if (trials !== null && trials > 1)
    return isUncertain(deflated) ? [found('LUCK_OF_TRIALS', { trials, probability: said(deflated) })] : [];
  return isUncertain(alone) ? [found('SHARPE_RATIO_UNCERTAIN', { probability: said(alone) })] : [];
};

/** Costs are the difference to the same targets without fees, so what the fees could have earned counts too. */
const costFindings = ({ simulation, grossFinalValue, startingCapital, statistics }: RunResult): Finding[] => {
  const gross = grossFinalValue - startingCapital;
  const net = simulation.totals.finalValue - startingCapital;
  const { turnover_per_year: turnover, rebalances } = statistics;
  // A single purchase in a few bars is not a rate.
  const isHigh = rebalances > 1 && turnover > TURNOVER_PER_YEAR_MOST;
  const costs = (): Finding[] => {
    if (gross <= 0) return [];
    if (net < 0) return [found('COSTS_EXCEED_PROFIT', { grossProfit: money(gross), loss: money(-net) })];
    const share = (gross - net) / gross;
    if (share < COST_SHARE_MOST) return [];
    const figures = { share: percent(share), grossProfit: money(gross), netProfit: money(net) };
    return [found('COSTS_EAT_PROFIT', figures)];
  };
  return [...costs(), ...(isHigh ? [found('HIGH_TURNOVER', { turnover: turnover.toFixed(0) })] : [])];
};

const concentrationFindings = ({ statistics: { coins } }: RunResult): Finding[] => {
  if (!coins || coins.length < COINS_LEAST) return [];
  const gains = coins.reduce((sum, { profit }) => sum + Math.max(profit, 0), 0);
  const best = coins.reduce((a, b) => (b.profit > a.profit ? b : a));
  if (gains <= 0 || best.profit / gains < COIN_SHARE_MOST) return [];
  return [found('ONE_COIN', { coin: best.coin, share: percent(best.profit / gains) })];
};

/** Weights do not say how many coins were to be picked; code that says it in plain numbers does. */
const choiceFindings = (
  { coins }: Panel,
  source: Uint8Array | null,
  parameters: ParameterValues,
): Finding[] => {
  const picks = source && picksAllOf(new TextDecoder().decode(source), coins.length, parameters);
  return picks === null ? [] : [found('NO_CHOICE', { picks, coins: coins.length })];
};
