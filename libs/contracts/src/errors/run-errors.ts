// The errors of backtest runs, their settings and their limits, a part of the one catalogue.

export const RUN_ERRORS = {
  RUN_NOT_FOUND: { status: 404, detail: 'Backtest run not found' },
  STRATEGY_REQUIRED: {
    status: 400,
    detail: 'Please select a strategy to execute (either a strategy file or the private TrendBot 2.0).',
  },
  COIN_REPEATED: { status: 400, detail: 'Please name each coin only once' },
  UNKNOWN_COIN: { status: 400, detail: 'Unknown coin: {coin}' },
  PORTFOLIO_INVALID: {
    status: 400,
    detail: 'A portfolio has 2 to 10 different entries; USDT and BTC are always among them, and count',
  },
  FEES_INVALID: { status: 400, detail: 'Fees must be between 0 and 10 percent' },
  STARTING_CAPITAL_INVALID: {
    status: 400,
    detail: 'The starting capital must be between 1 and 1,000,000,000 USDT',
  },
  SLIPPAGE_INVALID: { status: 400, detail: 'Slippage must be between 0 and 10 percent' },
  DRIFT_BAND_INVALID: { status: 400, detail: 'The drift band must be between 0 and 50 percent' },
  REBALANCE_EVERY_INVALID: {
    status: 400,
    detail: 'A portfolio rebalances at every bar, or daily, weekly or monthly',
  },
  PARAMETERS_INVALID: {
    status: 400,
    detail: 'Parameters are up to 20 names, each with a number, a word, true or false',
  },
  PARAMETER_UNKNOWN: { status: 400, detail: 'The strategy declares no parameter {name}' },
  PARAMETER_INVALID: { status: 400, detail: 'The parameter {name} {rule}' },
  PARAMETERS_NOT_TAKEN: { status: 400, detail: 'The private strategy takes no parameters' },
  DATE_INVALID: { status: 400, detail: 'Dates must be written as YYYY-MM-DD' },
  DATE_NOT_IN_CALENDAR: { status: 400, detail: 'This date does not exist' },
  DATE_RANGE_INVALID: { status: 400, detail: 'The start date must not be after the end date' },
  NO_CANDLES_IN_RANGE: {
    status: 400,
    detail:
      'The candles of {coins} do not cover this range. Candles for this portfolio are available from {start} to {end}.',
  },
  NO_WEEK_IN_RANGE: {
    status: 400,
    detail: 'No week begins in this range: weekly candles begin on Mondays',
  },
  CANDLES_UNAVAILABLE: {
    status: 503,
    detail: 'The candles could not be loaded from the exchange. Please try again.',
  },
  RUN_FAILED: {
    status: 500,
    detail: 'The backtest could not be finished. No credits were charged. Please try again.',
  },
  TOO_MANY_RUNS: {
    status: 429,
    detail: 'You already have {limit} backtests running. Please wait until one ends.',
  },
  RESULT_BYTES_LIMIT: {
    status: 429,
    detail:
      'Your backtests have written {limit} MB of results today, the most for one day. You can run backtests again after midnight UTC.',
  },
  SAVED_BYTES_LIMIT: {
    status: 429,
    detail:
      'You have saved {limit} MB of code and notes today, the most for one day. You can save again after midnight UTC.',
  },
  FAILED_RUNS_LIMIT: {
    status: 429,
    detail:
      'Failed and cancelled strategies, previews, and rebalances on paper or by hand have used your {minutes} minutes of free computing time of this hour. You can run strategies again in {seconds} s.',
  },
  STRATEGIES_UNAVAILABLE: {
    status: 503,
    detail: 'Strategies cannot be run on this server at the moment. No credits were charged.',
  },
  CODE_CHECK_GAVE_UP: {
    status: 422,
    detail: 'The check of this code ran out of time or memory, so it is not known whether the code can run.',
  },
  RUN_CANCELLED: { status: 409, detail: 'The backtest was cancelled. No credits were charged.' },
} as const;
