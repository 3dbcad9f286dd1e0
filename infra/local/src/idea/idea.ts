// A trading idea as a value: independent parts, each with its own reader here and its own piece of code in the composer.

/** How far back something looks. */
export type Period = { readonly count: number; readonly unit: 'days' | 'hours' | 'bars' };

/** A condition on each coin by itself. */
export type Signal =
  /** Its price changed by more than `over`, a share that may be negative; or by less. */
  | { readonly kind: 'change'; readonly period?: Period; readonly over: number; readonly isLess: boolean }
  /** Its price, or its fast average, is above its average; or below. */
  | {
      readonly kind: 'average';
      readonly period?: Period;
      readonly fast?: Period;
      readonly isExponential: boolean;
      readonly isBelow: boolean;
    }
  /** Bought at a new high, sold at a new low. */
  | { readonly kind: 'breakout'; readonly period?: Period; readonly exit?: Period }
  /** Bought below one value of the index, sold above another. */
  | { readonly kind: 'rsi'; readonly period?: Period; readonly below?: number; readonly above?: number }
  /** Held while the index is above a value; or below. */
  | {
      readonly kind: 'rsi-level';
      readonly period?: Period;
      readonly level: number;
      readonly isBelow: boolean;
    }
  /** Bought so many standard deviations below the average, sold at so many above it (0: at the average). */
  | {
      readonly kind: 'reversion';
      readonly period?: Period;
      readonly deviations?: number;
      readonly exit?: number;
    }
  | { readonly kind: 'macd'; readonly isZeroLine: boolean; readonly isBelow: boolean }
  | { readonly kind: 'range-middle'; readonly period?: Period }
  /** So far below its highest close, or nearer to it than that. */
  | { readonly kind: 'from-high'; readonly period?: Period; readonly share: number; readonly isNear: boolean }
  | { readonly kind: 'volume'; readonly period?: Period };

/** The measure that ranks coins; nearness is that to their highest close. */
export type Score = {
  readonly kind: 'momentum' | 'volatility' | 'ratio' | 'rsi' | 'distance' | 'volume' | 'nearness';
  readonly period?: Period;
};

export type Ranking = {
  readonly order: 'highest' | 'lowest';
  /** How many are held; a share of all where it says so. */
  readonly count?: number;
  readonly isHalf?: boolean;
};

export type Weighting =
  | { readonly kind: 'equal' }
  | {
      readonly kind: 'inverse-volatility' | 'risk-parity' | 'minimum-variance' | 'proportional';
      readonly period?: Period;
    }
  | { readonly kind: 'fixed'; readonly shares: Readonly<Record<string, number>> };

/** A condition on one coin or on all of them together, without which nothing is held. */
export type Filter = {
  /** A ticker; absent for the average of all coins. */
  readonly market?: string;
  readonly isBelow: boolean;
  /** True if the message says to leave the market when it happens, and not only to look at it. */
  readonly isExit: boolean;
} & (
  | {
      readonly kind: 'average';
      readonly period?: Period;
      readonly fast?: Period;
      readonly isExponential: boolean;
    }
  | { readonly kind: 'change'; readonly period?: Period; readonly over: number }
  | { readonly kind: 'rsi'; readonly period?: Period; readonly level: number }
  | { readonly kind: 'volatility'; readonly period?: Period; readonly level: number }
  /** Left after such a fall from the high, entered again at a new high, or when it is no longer that far below. */
  | { readonly kind: 'drawdown'; readonly period?: Period; readonly fall: number; readonly back?: Period }
);

export type Cadence =
  | { readonly kind: 'interval'; readonly interval: '4h' | '6h' | '8h' | '12h' | '1d' | 'weekly' }
  /** 0 is Monday. */
  | { readonly kind: 'weekday'; readonly day: number }
  | { readonly kind: 'monthly'; readonly day: 'first' | 'last' }
  | { readonly kind: 'days'; readonly days: number };

/** When coins are held at all. */
export type Window =
  | { readonly kind: 'month'; readonly last: number; readonly first: number }
  /** From the open of a day of the week, 0 for Monday, for so many days. */
  | { readonly kind: 'week'; readonly from: number; readonly days: number };

export type Idea = {
  /** Tickers; absent for all of the portfolio. */
  readonly coins?: readonly string[];
  readonly without?: readonly string[];
  readonly signals?: readonly Signal[];
  readonly score?: Score;
  readonly ranking?: Ranking;
  readonly window?: Window;
  /** It says to hold coins, whatever happens. */
  readonly isAlways?: boolean;
  readonly weighting?: Weighting;
  readonly cap?: number;
  readonly filter?: Filter;
  readonly trailingStop?: number;
  readonly entryStop?: number;
  readonly profit?: number;
  readonly volatility?: { readonly target: number; readonly period?: Period };
  readonly band?: number;
  readonly cadence?: Cadence;
  /** A number of days that belongs to the main part, wherever it stands. */
  readonly period?: Period;
};

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
