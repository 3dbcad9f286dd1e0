// What the columns of a run's table are called on the screen.

const HEADINGS: Readonly<Record<string, string>> = {
  timestamp: 'Time (UTC)',
  portfolio_value: 'Value (USDT)',
  return: 'Return (of 1)',
  drawdown: 'Drawdown (of 1)',
  turnover: 'Turnover (of 1)',
  fees: 'Fees (USDT)',
};

/** A column's name in words and its unit: shares are fractions of 1, as the file has them. */
export const tableHeading = (name: string): string =>
  HEADINGS[name] ??
  name.replace(/^target_(.+)$/, '$1 target (of 1)').replace(/^held_(.+)$/, '$1 held (of 1)');
