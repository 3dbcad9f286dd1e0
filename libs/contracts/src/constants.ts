// The business constants and limits that more than one part of the product needs.

/** Coins that can be traded against USDT, in the product's order; BTC is always part of a portfolio. */
export const COINS = [
  'BTC',
  'ETH',
  'BNB',
  'ADA',
  'SOL',
  'DOT',
  'AVAX',
  'LINK',
  'UNI',
  'ATOM',
  'LTC',
  'BCH',
  'XLM',
  'VET',
  'FIL',
  'TRX',
  'ETC',
  'XRP',
  'DOGE',
] as const;

/** The currency of a portfolio's value; whatever target weights leave over stays in it. */
export const QUOTE_CURRENCY = 'USDT';
/** The exchange that keys and deployments are for where none is named. */
export const EXCHANGE_DEFAULT = 'binance';

/** Fixed entries of every portfolio. */
export const FIXED_PORTFOLIO = ['USDT', 'BTC'] as const;
export const PORTFOLIO_ENTRIES_MAX = 10;
export const PORTFOLIO_ENTRIES_MIN = 2;

export const QUICK_ADDS = {
  'Top 5': ['ETH', 'XRP', 'BNB'],
  'Top 10': ['ETH', 'XRP', 'BNB', 'ADA', 'SOL', 'DOT', 'AVAX', 'LINK'],
} as const;

/** The portfolio of examples, and of runs without a chosen one. */
export const TOP_5_PORTFOLIO = [...FIXED_PORTFOLIO, ...QUICK_ADDS['Top 5']] as const;

/** The data intervals that users choose from; weekly bars open on Monday 00:00 UTC (ISO weeks). */
export const TIMEFRAMES = ['1h', '4h', '6h', '8h', '12h', '24h', 'weekly'] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];
export const TIMEFRAME_DEFAULT: Timeframe = '24h';

/** The names of intervals for users. */
export const TIMEFRAME_LABELS: Readonly<Record<Timeframe, string>> = {
  '1h': '1 Hour',
  '4h': '4 Hours',
  '6h': '6 Hours',
  '8h': '8 Hours',
  '12h': '12 Hours',
  '24h': '1 Day',
  weekly: '1 Week',
};

const HOUR_MS = 3_600_000;

/** Length of a bar in milliseconds. */
export const TIMEFRAME_MS: Readonly<Record<Timeframe, number>> = {
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '24h': 24 * HOUR_MS,
  weekly: 168 * HOUR_MS,
};

export const FEES_PERCENT_MIN = 0;
export const FEES_PERCENT_MAX = 10;
export const FEES_PERCENT_STEP = 0.01;
export const FEES_PERCENT_DEFAULT = 0.1;

/** USDT at the first bar of a backtest, unless its user chooses another amount. */
export const STARTING_CAPITAL_USDT = 10_000;
export const STARTING_CAPITAL_MIN = 1;
export const STARTING_CAPITAL_MAX = 1_000_000_000;
export const SLIPPAGE_PERCENT_MIN = 0;
export const SLIPPAGE_PERCENT_MAX = 10;
export const SLIPPAGE_PERCENT_DEFAULT = 0;
export const DRIFT_BAND_PERCENT_MAX = 50;
/** Where a coin is brought that has drifted beyond the band: to its target, or to the band's edge. */
export const DRIFT_BAND_ENDS = ['target', 'edge'] as const;
export type DriftBandEnd = (typeof DRIFT_BAND_ENDS)[number];
/** When a portfolio trades: at every bar, or at the first one of a UTC day, of a week from Monday, or of a month. */
export const REBALANCE_CALENDARS = ['bar', 'daily', 'weekly', 'monthly'] as const;
export type RebalanceCalendar = (typeof REBALANCE_CALENDARS)[number];
/** Candles before the start date, for the strategy only; they never count as performance. */
export const WARM_UP_DAYS = 400;
/** The bounds of the date slider, both included. */
export const DATE_MIN = '2020-01-01';
export const DATE_MAX = '2025-10-08';
export const DEFAULT_PERIOD_DAYS = 365;

export const CHAT_NAME_LENGTH_MIN = 3;
export const CHAT_NAME_LENGTH_MAX = 50;
/** Longest new name of a chat, a strategy file or a result folder. */
export const NAME_LENGTH_MAX = 100;
export const CHATS_MAX = 500;
export const STRATEGY_FILES_MAX = 200;
/** Newest versions of a strategy file that can be seen and restored. */
export const STRATEGY_VERSIONS_MAX = 50;
export const FAVORITES_MAX = 1_000;
/** Links to results that one account has, expired ones included until the next is made. */
export const SHARED_LINKS_MAX = 50;
/** For how many days a link may be made; null for no end. */
export const SHARED_LINK_DAYS = [7, 30, 90, null] as const;
export const SHARED_LINK_DAYS_DEFAULT = 30;
export const NOTES_LENGTH_MAX = 10_000;
export const STRATEGY_CODE_BYTES_MAX = 256 * 1024;
/** Of one strategy, as the runner's `parameters.py` has them too. */
export const PARAMETERS_MAX = 20;
export const PARAMETER_CHOICES_MAX = 50;
export const PARAMETER_WORD_LENGTH_MAX = 60;

/** Points of a study, and those of one page of it. */
export const STUDY_POINTS_MAX = 2_000;
export const STUDY_PAGE_MAX = 500;
/** Values along one axis of a study. */
export const STUDY_AXIS_VALUES_MAX = 2_000;
export const STUDY_METHODS = ['grid', 'random', 'quasi-random', 'optimise'] as const;
/** A draw has as many points as its plan says. A search begins with a few, and proposes others by the figures of these. */
export const STUDY_METHOD_FACTS: Readonly<
  Record<(typeof STUDY_METHODS)[number], { readonly isDrawn: boolean; readonly isSearch: boolean }>
> = {
  grid: { isDrawn: false, isSearch: false },
  random: { isDrawn: true, isSearch: false },
  'quasi-random': { isDrawn: true, isSearch: false },
  optimise: { isDrawn: true, isSearch: true },
};
/** The figures by which windows choose a point, and that a search aims for; more is better. */
export const STUDY_METRICS = [
  'sharpe_ratio',
  'sortino_ratio',
  'calmar_ratio',
  'cagr',
  'total_return',
] as const;
export type StudyMetric = (typeof STUDY_METRICS)[number];
/** Windows of a walk-forward test. */
export const STUDY_WINDOWS_MAX = 60;
/** Bars of a window: fewer say nothing of a strategy. */
export const STUDY_TRAIN_BARS_MIN = 20;
export const STUDY_TEST_BARS_MIN = 5;
export const STUDY_WINDOW_BARS_MAX = 200_000;
export const STUDY_EMBARGO_BARS_MAX = 10_000;
/** Studies of one user that may be under way. */
export const STUDIES_AT_ONCE_MAX = 2;
/** Studies in a list. */
export const STUDIES_LISTED_MAX = 100;
/** Strategy files of one user in all chats, and result folders. */
export const STRATEGY_FILES_OF_USER_MAX = 2_000;
export const RESULT_FOLDERS_MAX = 2_000;
/** Trials that are counted at once, and those of one user in all chats: later ones are not counted any more. */
export const TRIALS_AT_ONCE_MAX = 500;
export const TRIALS_OF_USER_MAX = 100_000;
/** Bytes of one user's strategy versions and result folders together. */
export const STORAGE_BYTES_MAX = 500_000_000;
/** Bytes of result files that one user's backtests may write in a day (UTC), whether they are deleted or not. */
export const RESULT_BYTES_PER_DAY_MAX = 2_000_000_000;
/** Bytes of strategy versions and notes that one user may save in a day (UTC), whether they are kept or not. */
export const SAVED_BYTES_PER_DAY_MAX = 100_000_000;
/** Backtests of one user that may run at once. */
export const RUNS_AT_ONCE_MAX = 3;
/** Computing time that runs without a result may take of a user within an hour; they cost no credits. */
export const FAILED_COMPUTE_MINUTES_PER_HOUR = 5;
/** The time that the shortest failed run counts. */
export const FAILED_COMPUTE_MS_MIN = 1_000;
/** Rows of a result that the browser gets; a larger frame is marked as a large dataset. */
export const RESULT_ROWS_MAX = 1_000;
/** Candles that a chart of a coin gets at once; it may ask for fewer, but not for less than the second. */
export const COIN_CANDLES_MAX = 500;
export const COIN_CANDLES_MIN = 50;
/** Rows that a table view shows. */
export const TABLE_ROWS_SHOWN = 100;

export const PASSWORD_LENGTH_MIN = 6;
export const PASSWORD_LENGTH_MAX = 256;
export const USERNAME_LENGTH_MIN = 3;
export const USERNAME_LENGTH_MAX = 30;

/** Credits are integers of 10⁻⁶ VUT everywhere but on the screen. */
export const MICRO_VUT_PER_VUT = 1_000_000;
export const WELCOME_CREDITS_VUT = 10_000;
export const FREE_TIER_MONTHLY_VUT = 1_000;
export const VUT_PER_USD = 1_000;
/** The limits of one purchase in dollars, and the offered amounts. */
export const PURCHASE_PRESETS_USD = [10, 25, 50, 100] as const;
export const PURCHASE_USD_DEFAULT = 10;
export const PURCHASE_USD_MIN = 5;
export const PURCHASE_USD_MAX = 10_000;
/** Purchases of one user that may wait for their payment at once. */
export const OPEN_PAYMENTS_MAX = 20;

/** The statuses of a purchase; `pending` until the provider has seen the first transfer. */
export const PAYMENT_STATUSES = [
  'pending',
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
  'finished',
  'failed',
  'expired',
  'refunded',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The agents that a user talks to. */
export const AGENTS = ['strategy', 'discovery'] as const;
export type Agent = (typeof AGENTS)[number];
/** The longest message to an agent, and the newest messages of a conversation that are shown. */
export const AGENT_MESSAGE_BYTES_MAX = 32 * 1024;
export const CONVERSATION_MESSAGES_MAX = 500;
/** Prompts of the first one's size that a reservation pays for; each round sends it again, and grows. */
export const AGENT_PROMPTS_RESERVED = 3;
/**
 * Tries of code in one reply: the first one, and at most three repairs of it. A check or a backtest that fails is a try; one
 * that passes is none, and is bounded by what was reserved: a backtest for each try.
 */
export const AGENT_TRIES_MAX = 4;
/** The agents that run backtests, which their replies reserve credits for. */
export const AGENT_RUNS_BACKTESTS = { strategy: true, discovery: false } as const satisfies Record<
  Agent,
  boolean
>;
/** VUT for a million tokens of each agent, and for one live rebalance of which the exchange accepts an order; on paper it costs nothing. */
export const AGENT_VUT_PER_MILLION_TOKENS = {
  strategy: { input: 1_250, cached: 125, output: 10_000 },
  discovery: { input: 250, cached: 25, output: 2_000 },
} as const;
export const REBALANCE_VUT = 50;
/** Play money of a deployment on paper, in USDT. */
export const PAPER_CAPITAL_USDT = 10_000;
export const PAPER_CAPITAL_MIN = 10;
export const PAPER_CAPITAL_MAX = 10_000_000;
/** The smallest share of an account, in USDT. */
export const SHARE_USDT_MIN = 10;
/** Deployments of one user that trade or can be resumed. */
export const DEPLOYMENTS_MAX = 100;
/** Deployments on paper that one user may have at once. */
export const PAPER_DEPLOYMENTS_MAX = 5;
/** Entries of the trading activity in one answer. */
export const TRADING_ACTIVITY_MAX = 100;
/** Price of a million cells (rows × columns of the strategy's frame, shown as candles: bars × coins), which is also 10⁻⁶ VUT per cell. */
export const BACKTEST_VUT_PER_MILLION_CELLS = 100;

/** The private strategy: run by this id, without a file. */
export const PRIVATE_STRATEGY_ID = 'trendbot_2_0';
export const PRIVATE_STRATEGY_NAME = 'TrendBot 2.0';

/** Files of a result folder, in the order in which they are shown. */
export const FOLDER_FILES = [
  'Settings',
  'Strategy',
  'Table',
  'Trades',
  'Statistics',
  'Chance',
  'Chart',
] as const;
export type FolderFile = (typeof FOLDER_FILES)[number];

/** The longest time that a query waits for a write its caller already knows of. */
export const READ_YOUR_WRITES_TIMEOUT_MS = 2_000;
/** Answers above this size travel as a reference to a blob. */
export const REPLY_BYTES_MAX = 512 * 1024;

/** The steps of a run, in their order. */
export const RUN_STEPS = [
  'reserving_credits',
  'loading_candles',
  /** Waiting for a free place among all users' runs. */
  'waiting',
  'running_strategy',
  'simulating',
  'writing_results',
  'charging_credits',
] as const;
export type RunStep = (typeof RUN_STEPS)[number];

/** The names of a run's steps, wherever they are shown. */
export const RUN_STEP_NAMES: Readonly<Record<RunStep, string>> = {
  reserving_credits: 'Reserving credits',
  loading_candles: 'Loading candles',
  waiting: 'Waiting for other backtests',
  running_strategy: 'Running the strategy',
  simulating: 'Simulating trades',
  writing_results: 'Writing results',
  charging_credits: 'Charging credits',
};
