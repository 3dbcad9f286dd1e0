// The part that a link shows of the files of a result folder: figures and settings, no words and no ids of its user.

type FileText = Readonly<Record<string, unknown>>;

/** Settings that a link shows: all that a run needs to be understood, without notes and what the strategy printed. */
const SHOWN_SETTINGS: readonly string[] = [
  'strategy',
  'portfolio',
  'timeframe',
  'fees',
  'slippage',
  'start_date',
  'end_date',
  'starting_capital',
  'drift_band_percent',
  'drift_band_to',
  'rebalance_every',
  'parameters',
  'bars',
  'warm_up_bars',
  'filled_candles',
  'synthetic_candles',
  'synthetic_warm_up_candles',
  'data_warning',
  'code_sha256',
  'candles_sha256',
  'settings_sha256',
];

/** The file `Settings` (JSON) as a link shows it; a setting that is not named here stays with its user. */
export const shownSettings = (json: string): Record<string, unknown> => {
  const settings = JSON.parse(json) as FileText;
  return Object.fromEntries(
    SHOWN_SETTINGS.filter((key) => key in settings).map((key) => [key, settings[key]]),
  );
};

/** The file `Statistics` (JSON) as a link shows it: the prices of each coin, which are most of it, are left out. */
export const shownStatistics = (json: string): Record<string, unknown> => {
  const { curves, ...statistics } = JSON.parse(json) as { curves?: FileText } & Record<string, unknown>;
  const { prices: _, ...shown } = curves ?? {};
  return { ...statistics, curves: shown };
};
