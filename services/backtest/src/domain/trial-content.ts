// Says which trials are the same: a trial is one content, however often it is run, kept or listed.
import { bandOf, calendarOf, moneyOf, type ParameterValues, type RunSettings } from '@tradeium/contracts';

/** All that decides the outcome of a backtest, the candles aside. */
export type Tried = {
  /** Stands for the code: see `codeOfTrial`; of a private strategy its id. */
  readonly code: string;
  readonly settings: RunSettings;
  /** The value of every parameter that the code declares. */
  readonly parameters: ParameterValues;
};

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/**
 * The content of a trial as text: code, parameters, coins, fees, slippage, drift band, range, interval and calendar. The order of
 * coins and parameters makes no difference, nor does the starting capital, which leaves all ratios as they are.
 */
export const canonicalTrial = ({ code, settings, parameters }: Tried): string => {
  const { portfolio, timeframe, fees, start_date, end_date } = settings;
  const calendar = calendarOf(settings);
  return JSON.stringify([
    code,
    Object.entries(parameters).sort(byName),
    [...new Set(portfolio)].sort(),
    fees,
    moneyOf(settings).slippage,
    bandOf(settings),
    start_date,
    end_date,
    timeframe,
    // Contents of before there were calendars stay as they are.
    ...(calendar === 'bar' ? [] : [calendar]),
  ]);
};

/** Code as it is compared: a block of an agent's reply has no blank lines around it, a file may end in one. */
export const comparedCode = (code: string): string => code.replaceAll('\r\n', '\n').trim();
