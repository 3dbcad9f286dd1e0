// The meaning and formula of each statistic, as libs/portfolio documents them.

/** By the statistic's key in the file. period-words.ts explains r, A and `{day}`. */
export const MEANINGS: Readonly<Record<string, string>> = {
  start: 'Open of the first bar. Warm-up before it is not counted.',
  end: 'The last day that is part of the run.',
  bars: 'Bars of the chosen interval, without warm-up.',

  initial_value: 'Starting capital.',
  final_value: 'Value of all coins and USDT at the last close.',
  total_return: 'Final value / initial value − 1.',
  cagr: 'Compound annual growth rate: (final value / initial value) to the power of 365 / calendar days, − 1.',
  expected_daily_return: 'The {daily} return that would have compounded to the same total return.',
  expected_monthly_return: 'The monthly return that would have compounded to the same total return.',
  expected_yearly_return:
    'The return of each calendar year that would have compounded to the same total return. A year that the run covers in part counts as one; CAGR counts days.',

  volatility: 'Standard deviation of r × √A.',
  var_95: 'The {daily} return that 5 % of all {days} were worse than.',
  cvar_95: 'Average of the {days} at or below value at risk 95.',
  normal_var_95: 'Value at risk 95 if r were normally distributed: mean − 1.645 × standard deviation.',
  normal_cvar_95: 'Expected shortfall 95 if r were normally distributed: mean − 2.063 × standard deviation.',
  tail_ratio: '|95th percentile of r| / |5th percentile of r|. Above 1: the best {days} outweigh the worst.',
  skewness: 'Asymmetry of r. Negative: rare large losses; positive: rare large gains.',
  kurtosis: 'How heavy the tails of r are beyond those of a normal distribution, which has 0.',

  max_drawdown:
    'Deepest fall from an earlier peak, over the closes of all bars; the initial value counts as one.',
  max_drawdown_duration_days: 'Longest time from a peak until it was regained, or until the end.',
  average_drawdown: 'Average depth of all falls below a peak, of {daily} values.',
  average_drawdown_days:
    'Average time from the peaks of these falls until they were regained, or until the end.',
  time_in_drawdown: 'Share of bars that closed below an earlier peak.',
  ulcer_index: '√(sum of squared {daily} drawdowns / (their number − 1)): depth and duration in one figure.',
  ulcer_performance_index: 'Total return / ulcer index.',
  serenity_index:
    'Sum of r / (ulcer index × pitfall). Pitfall: |average of the worst 5 % of {daily} drawdowns| / standard deviation of r.',
  recovery_factor: 'Sum of r / |max drawdown|.',

  sharpe_ratio: 'Mean of r / standard deviation of r × √A, at a risk-free rate of 0.',
  probabilistic_sharpe_ratio:
    'Probability that the true Sharpe ratio is above 0. The usual threshold is 95 %.',
  trials:
    'How many different contents this chat had run or tried, this one included: code, parameters, coins, costs, drift band, range and interval. Deleted and failed ones count; the same again does not.',
  deflated_sharpe_ratio:
    'Probability that the true Sharpe ratio is above what the best of so many trials would have by luck. Below 95 %: it may be luck.',
  minimum_track_record_length:
    'How many {days} like these it takes to be 95 % sure that the true Sharpe ratio is above what the best of so many trials would have by luck (of one trial: above 0). Minimum track record length; no length is enough for a Sharpe ratio that luck reaches.',
  sortino_ratio:
    'Mean of r / downside deviation × √A. Downside deviation: √(sum of squared losses / number of all r).',
  calmar_ratio: 'CAGR / |max drawdown|.',
  omega: 'Sum of gains / |sum of losses|, of r.',
  periods_per_year: 'A, by which ratios are annualised: 365 days, or 52 weeks for weekly bars.',
  risk_free_rate: 'The yearly rate that ratios are measured against.',

  best_day: 'Highest r.',
  worst_day: 'Lowest r.',
  win_rate: '{Days} with a gain / {days} with a gain or a loss; {days} without a change do not count.',
  average_winning_day: 'Average return of {days} with a gain.',
  average_losing_day: 'Average return of {days} with a loss.',
  max_consecutive_winning_days: 'Longest run of {days} with a gain.',
  max_consecutive_losing_days: 'Longest run of {days} with a loss.',
  daily_profit_factor: 'Sum of gains / |sum of losses|, of {days}.',
  daily_payoff_ratio: 'Average {day} with a gain / |average {day} with a loss|.',
  daily_expectancy: 'Share of winning {days} × average gain − share of losing {days} × |average loss|.',
  daily_kelly_criterion: 'Share to stake for the fastest growth: win rate − loss rate / payoff ratio.',
  daily_gain_to_pain_ratio: 'Sum of r / |sum of losses|.',
  daily_common_sense_ratio: 'Profit factor × tail ratio.',
  daily_cpc_index: 'Profit factor × win rate × payoff ratio.',

  best_month: 'Highest return of a calendar month. First and last month count as far as the run covers them.',
  worst_month: 'Lowest return of a calendar month.',
  average_up_month: 'Average return of months with a gain.',
  average_down_month: 'Average return of months with a loss.',
  monthly_win_rate: 'Months with a gain / months with a gain or a loss.',
  monthly_gain_to_pain_ratio: 'Sum of monthly returns / |sum of monthly losses|.',
  quarterly_win_rate: 'Quarters with a gain / quarters with a gain or a loss.',
  best_year: 'Highest return of a calendar year; the first and the last count as far as the run covers them.',
  worst_year: 'Lowest return of a calendar year; the first and the last count as far as the run covers them.',
  yearly_win_rate:
    'Calendar years with a gain / those with a gain or a loss; the first and the last count as far as the run covers them.',

  'trailing_returns.month_to_date': 'Return since the first day of the month in which the run ends.',
  'trailing_returns.three_months': 'Return of the last three months of the run.',
  'trailing_returns.six_months': 'Return of the last six months of the run.',
  'trailing_returns.year_to_date':
    'Return since 1 January of the year in which the run ends, or since the start of the run.',
  'trailing_returns.one_year': 'Return of the last twelve months of the run.',
  'trailing_returns.three_years_annualized': 'Return of the last three years, per year.',
  'trailing_returns.five_years_annualized': 'Return of the last five years, per year.',

  rebalances: 'Bars in which something was traded.',
  fills: 'Single trades: one coin bought or sold.',
  turnover:
    'Sum over all rebalances of the larger of bought and sold / value. 1: everything changed hands once.',
  turnover_per_year: 'Turnover × 365 / calendar days.',
  turnover_per_rebalance: 'Turnover / rebalances.',
  fees_paid: 'Sum of all trading fees.',
  fees_to_initial_value: 'Fees paid / initial value.',
  gross_cagr: 'CAGR of the same weights traded without fees.',
  fee_drag: 'What fees cost a year, compounding included: CAGR without fees − CAGR.',
  time_in_market: 'Share of bars that close with any coin held.',
  average_exposure: 'Average share of the value that is in coins at a close.',
  max_exposure: 'Highest share of the value that was in coins at a close.',
  herfindahl_index:
    'Average, over the bars with coins held, of the sum of squared weights among these coins, without USDT: 1 for one coin, 1 / n for n equal ones.',
  effective_number_of_coins: '1 / Herfindahl index: how many equal coins would be as concentrated.',

  'positions.closed': 'A position lasts from the first buy of a coin until none of it is held.',
  'positions.open': 'Positions still held at the end; the figures below leave them out.',
  'positions.win_rate': 'Share of closed positions with a profit.',
  'positions.best_return': 'Highest profit / amount invested, of closed positions.',
  'positions.worst_return': 'Lowest profit / amount invested, of closed positions.',
  'positions.average_win': 'Average return of positions with a profit.',
  'positions.average_loss': 'Average return of positions with a loss.',
  'positions.average_days': 'Average time from the first buy to the last sell.',
  'positions.profit_factor': 'Sum of profits / |sum of losses|.',
  'positions.payoff_ratio': 'Average profit / |average loss|.',
  'positions.expectancy': 'Average profit of a closed position, in USDT.',
  'positions.sqn': 'System quality number: √positions × average profit / standard deviation of profits.',
  'positions.sqn_p_value': 'Probability that profits as far from 0 as these arise by chance (t-test).',
  'positions.max_consecutive_wins': 'Longest run of positions with a profit.',
  'positions.max_consecutive_losses': 'Longest run of positions with a loss.',

  alpha:
    'Yearly return that the benchmark does not explain: (mean of r − beta × mean of the benchmark’s r) × A.',
  beta: 'How much the run moves when the benchmark moves by 1: covariance / variance of the benchmark.',
  correlation: 'How closely both move together: −1 opposite, 0 unrelated, 1 the same.',
  r_squared: 'Share of the run’s variance that the benchmark explains: correlation squared.',
  information_ratio: 'Mean of (r − benchmark’s r) / its standard deviation × √A.',
  tracking_error: 'Standard deviation of (r − benchmark’s r) × √A.',
  treynor_ratio: 'CAGR / beta.',

  'coins.contribution': 'Profit / initial value. All coins together make the total return.',
  'coins.profit': 'Sales − purchases + value at the end, after fees.',
  'coins.average_weight': 'Average share of the portfolio’s value at each close.',
  'coins.turnover': 'Sum of traded amount / portfolio value before the trade, buys and sells alike.',
};
