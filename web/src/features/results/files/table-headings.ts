// The headings of a run's table on the screen.

const HEADINGS: Readonly<Record<string, string>> = {
  timestamp: 'Time (UTC)',
  portfolio_value: 'Value (USDT)',
  return: 'Return',
  drawdown: 'Drawdown',
  turnover: 'Turnover',
  fees: 'Fees (USDT)',
};

/** For the columns without their own unit. */
export const SHARES_NOTE = 'Weights, returns, drawdown and turnover are fractions: 0.25 is 25\u202F%.';

/** A column's readable name, with its unit. */
export const tableHeading = (name: string): string =>
  HEADINGS[name] ?? name.replace(/^target_(.+)$/, '$1 target').replace(/^held_(.+)$/, '$1 held');
