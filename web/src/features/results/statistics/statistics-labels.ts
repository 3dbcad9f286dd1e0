// The name and unit of each statistic, in groups and in reading order.
import {
  counted,
  lastDay,
  money,
  percent,
  ratio,
  shortDate,
  signedPercent,
  wholeNumber,
} from '../../../lib/format.ts';

type Write = (value: unknown) => string;
export type Known = readonly [label: string, write: Write];
export type Labels = Readonly<Record<string, Known>>;

const day: Write = (value) => shortDate(String(value ?? ''));
const endDay: Write = (value) => lastDay(String(value ?? ''));
/** A length is reached with the whole period. */
const leastPeriods: Write = (value) => (typeof value === 'number' ? wholeNumber(Math.ceil(value)) : '—');
const days: Write = (value) => (typeof value === 'number' ? counted(value, 'day', 'days') : '—');

/** How the run moves with what it is compared with. */
export const RELATION: Labels = {
  alpha: ['Alpha (annual)', percent],
  beta: ['Beta', ratio],
  correlation: ['Correlation', ratio],
  r_squared: ['R²', ratio],
  information_ratio: ['Information ratio', ratio],
  tracking_error: ['Tracking error', percent],
  treynor_ratio: ['Treynor ratio', ratio],
};

/** The main figures, which the benchmarks have too. */
export const PERFORMANCE: Labels = {
  final_value: ['Final value (USDT)', ratio],
  total_return: ['Total return', signedPercent],
  cagr: ['CAGR', signedPercent],
  volatility: ['Volatility (annual)', percent],
  sharpe_ratio: ['Sharpe ratio', ratio],
  sortino_ratio: ['Sortino ratio', ratio],
  calmar_ratio: ['Calmar ratio', ratio],
  max_drawdown: ['Max drawdown', percent],
};

/**
 * Keys as in the file; those of a group within it follow the group's own key and a dot.
 * `{day}` and `{days}` are weeks where bars are weekly (see `periodWords`).
 */
export const GROUPS: readonly (readonly [title: string, lines: Labels])[] = [
  ['Period', { start: ['Start', day], end: ['End', endDay], bars: ['Bars', wholeNumber] }],
  [
    'Return',
    {
      initial_value: ['Initial value', money],
      final_value: ['Final value', money],
      total_return: ['Total return', signedPercent],
      cagr: ['CAGR', signedPercent],
      expected_daily_return: ['Expected return ({day})', percent],
      expected_monthly_return: ['Expected return (month)', percent],
      expected_yearly_return: ['Expected return (year)', percent],
    },
  ],
  [
    'Risk',
    {
      volatility: ['Volatility (annual)', percent],
      var_95: ['Value at risk 95 ({day})', percent],
      cvar_95: ['Expected shortfall 95 ({day})', percent],
      normal_var_95: ['Value at risk 95 (normal)', percent],
      normal_cvar_95: ['Expected shortfall 95 (normal)', percent],
      tail_ratio: ['Tail ratio', ratio],
      skewness: ['Skewness', ratio],
      kurtosis: ['Kurtosis (excess)', ratio],
    },
  ],
  [
    'Drawdown',
    {
      max_drawdown: ['Max drawdown', percent],
      max_drawdown_duration_days: ['Longest drawdown', days],
      average_drawdown: ['Average drawdown', percent],
      average_drawdown_days: ['Average drawdown duration', days],
      time_in_drawdown: ['Time in drawdown', percent],
      ulcer_index: ['Ulcer index', percent],
      ulcer_performance_index: ['Ulcer performance index', ratio],
      serenity_index: ['Serenity index', ratio],
      recovery_factor: ['Recovery factor', ratio],
    },
  ],
  [
    'Ratios',
    {
      sharpe_ratio: ['Sharpe ratio', ratio],
      probabilistic_sharpe_ratio: ['Probabilistic Sharpe ratio', percent],
      trials: ['Trials in this chat', wholeNumber],
      deflated_sharpe_ratio: ['Deflated Sharpe ratio', percent],
      minimum_track_record_length: ['Least {days} to be sure', leastPeriods],
      sortino_ratio: ['Sortino ratio', ratio],
      calmar_ratio: ['Calmar ratio', ratio],
      omega: ['Omega ratio', ratio],
      periods_per_year: ['Periods a year', wholeNumber],
      risk_free_rate: ['Risk-free rate', percent],
    },
  ],
  [
    'Winning and losing {days}',
    {
      best_day: ['Best {day}', percent],
      worst_day: ['Worst {day}', percent],
      win_rate: ['Win rate ({days})', percent],
      average_winning_day: ['Average winning {day}', percent],
      average_losing_day: ['Average losing {day}', percent],
      max_consecutive_winning_days: ['Max consecutive winning {days}', wholeNumber],
      max_consecutive_losing_days: ['Max consecutive losing {days}', wholeNumber],
      daily_profit_factor: ['Profit factor ({days})', ratio],
      daily_payoff_ratio: ['Payoff ratio ({days})', ratio],
      daily_expectancy: ['Expectancy ({day})', percent],
      daily_kelly_criterion: ['Kelly criterion ({days})', percent],
      daily_gain_to_pain_ratio: ['Gain to pain ({days})', ratio],
      daily_common_sense_ratio: ['Common sense ratio ({days})', ratio],
      daily_cpc_index: ['CPC index ({days})', ratio],
    },
  ],
  [
    'Months and years',
    {
      best_month: ['Best month', percent],
      worst_month: ['Worst month', percent],
      average_up_month: ['Average up month', percent],
      average_down_month: ['Average down month', percent],
      monthly_win_rate: ['Win rate (months)', percent],
      monthly_gain_to_pain_ratio: ['Gain to pain (months)', ratio],
      quarterly_win_rate: ['Win rate (quarters)', percent],
      best_year: ['Best year', percent],
      worst_year: ['Worst year', percent],
      yearly_win_rate: ['Win rate (years)', percent],
    },
  ],
  [
    'Trailing returns',
    {
      'trailing_returns.month_to_date': ['Month to date', signedPercent],
      'trailing_returns.three_months': ['3 months', signedPercent],
      'trailing_returns.six_months': ['6 months', signedPercent],
      'trailing_returns.year_to_date': ['Year to date', signedPercent],
      'trailing_returns.one_year': ['1 year', signedPercent],
      'trailing_returns.three_years_annualized': ['3 years (annual)', signedPercent],
      'trailing_returns.five_years_annualized': ['5 years (annual)', signedPercent],
    },
  ],
  [
    'Trading',
    {
      rebalances: ['Rebalances', wholeNumber],
      fills: ['Trades', wholeNumber],
      turnover: ['Turnover', ratio],
      turnover_per_year: ['Turnover a year', ratio],
      turnover_per_rebalance: ['Turnover a rebalance', ratio],
      fees_paid: ['Fees paid', money],
      fees_to_initial_value: ['Fees to initial value', percent],
      gross_cagr: ['CAGR without fees', signedPercent],
      fee_drag: ['Fee drag (annual)', percent],
      time_in_market: ['Time in market', percent],
      average_exposure: ['Average exposure', percent],
      max_exposure: ['Highest exposure', percent],
      herfindahl_index: ['Concentration (Herfindahl)', ratio],
      effective_number_of_coins: ['Effective number of coins', ratio],
    },
  ],
  [
    'Positions',
    {
      'positions.closed': ['Closed positions', wholeNumber],
      'positions.open': ['Open positions', wholeNumber],
      'positions.win_rate': ['Win rate', percent],
      'positions.best_return': ['Best position', percent],
      'positions.worst_return': ['Worst position', percent],
      'positions.average_win': ['Average win', percent],
      'positions.average_loss': ['Average loss', percent],
      'positions.average_days': ['Average duration', days],
      'positions.profit_factor': ['Profit factor', ratio],
      'positions.payoff_ratio': ['Payoff ratio', ratio],
      'positions.expectancy': ['Expectancy', money],
      'positions.sqn': ['SQN', ratio],
      'positions.sqn_p_value': ['SQN p-value', percent],
      'positions.max_consecutive_wins': ['Max consecutive wins', wholeNumber],
      'positions.max_consecutive_losses': ['Max consecutive losses', wholeNumber],
    },
  ],
];
