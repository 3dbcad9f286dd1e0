// The differences of results that are shown together: the settings in which they differ, in short words.
import { QUOTE_CURRENCY, TIMEFRAME_LABELS, type Timeframe } from '@tradeium/contracts';
import { dayRange, exactPercent, money } from './format.ts';

/** The settings of a run: those of its file, or those that lists have of it. */
export type RunSettingsRow = object;
type Row = Readonly<Record<string, unknown>>;

const known = (value: unknown, write: (number: number) => string): string =>
  typeof value === 'number' ? write(value) : '';

const coinsOf = ({ portfolio }: Row): string[] =>
  Array.isArray(portfolio) ? portfolio.map(String).filter((coin) => coin !== QUOTE_CURRENCY) : [];

const COINS_NAMED_MAX = 3;

/** The first coins and how many more; USDT is always there and is left out. */
export const coinWords = (portfolio: readonly string[]): string => {
  const coins = coinsOf({ portfolio });
  const more = coins.length - COINS_NAMED_MAX;
  return more > 0 ? `${coins.slice(0, COINS_NAMED_MAX).join(', ')} +${more}` : coins.join(', ');
};

const slippageWords = ({ slippage }: Row): string =>
  slippage === 0 ? 'no slippage' : known(slippage, (share) => `slippage ${exactPercent(share)}`);

const NO_BAND = 'no drift band';

const bandWords = ({ drift_band_percent: width, drift_band_to: to }: Row): string =>
  typeof width !== 'number' || width === 0
    ? NO_BAND
    : `drift band ${exactPercent(width / 100)}${to === 'edge' ? ' to its edge' : ''}`;

const EVERY_BAR = 'rebalanced at every bar';

const calendarWords = ({ rebalance_every: every }: Row): string =>
  typeof every !== 'string' || every === 'bar' ? EVERY_BAR : `rebalanced ${every}`;

/** The settings that may differ, in the order in which they are shown; empty where a run does not say. */
const WORDS = {
  portfolio: (settings) => coinWords(coinsOf(settings)),
  timeframe: ({ timeframe }) => TIMEFRAME_LABELS[timeframe as Timeframe] ?? '',
  range: ({ start_date: start, end_date: end }) => (start && end ? dayRange(String(start), String(end)) : ''),
  version: ({ strategy_version }) => known(strategy_version, (version) => `version ${version}`),
  capital: ({ starting_capital }) => known(starting_capital, (capital) => `from ${money(capital)}`),
  fees: ({ fees }) => known(fees, (fraction) => `fees ${exactPercent(fraction)}`),
  slippage: slippageWords,
  band: bandWords,
  calendar: calendarWords,
} satisfies Record<string, (settings: Row) => string>;

/** The settings that a line about a result shows anyway. */
export const IN_EACH_LINE = ['portfolio', 'timeframe', 'range'] as const;
type Told = readonly (keyof typeof WORDS)[];

const hasDifferent = (words: readonly string[]): boolean => new Set(words).size > 1;

/** Two portfolios that differ only in coins that are not named are shown in full. */
const coinsInFull = (settings: readonly Row[]): string[][] => {
  const all = settings.map((one) => coinsOf(one).join(', '));
  return hasDifferent(all) && !hasDifferent(settings.map(WORDS.portfolio)) ? [all] : [];
};

const parametersOf = ({ parameters }: Row): Row =>
  typeof parameters === 'object' && parameters !== null ? (parameters as Row) : {};

/** `lookback 30`, `fast on`. */
export const parameterWord = (name: string, value: unknown): string =>
  `${name} ${typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)}`;

/** One row for each parameter that any of them has. */
const parameterWords = (settings: readonly Row[]): string[][] => {
  const all = settings.map(parametersOf);
  const names = [...new Set(all.flatMap(Object.keys))];
  return names.map((name) => all.map((one) => (name in one ? parameterWord(name, one[name]) : `no ${name}`)));
};

/**
 * The settings in which results differ, for each of them, in short words; what is shown with them anyway (`told`) is
 * left out.
 */
export const settingDifferences = (results: readonly RunSettingsRow[], told: Told = []): string[][] => {
  const settings = results as readonly Row[];
  const named = Object.entries(WORDS)
    .filter(([key]) => !told.some((one) => one === key))
    .map(([, wordsOf]) => settings.map(wordsOf));
  const rows = [...coinsInFull(settings), ...named, ...parameterWords(settings)].filter(hasDifferent);
  return settings.map((_, place) => rows.map((row) => row[place] ?? '').filter(Boolean));
};

/** All settings of one result, for a list that does not know the others; what is shown with it anyway is left out. */
export const settingWords = (result: RunSettingsRow, told: Told = []): string[] => {
  const settings = result as Row;
  const named = Object.entries(WORDS)
    .filter(([key]) => !told.some((one) => one === key))
    .map(([, wordsOf]) => wordsOf(settings));
  return [...named, ...parameterWords([settings]).flat()].filter(
    (words) => words !== '' && words !== NO_BAND && words !== EVERY_BAR,
  );
};

/** Names with a number behind those that `wholeOf` does not tell apart. */
export const numbered = (names: readonly string[], wholeOf: (place: number) => string): string[] => {
  const wholes = names.map((_, place) => wholeOf(place));
  const countOf = (whole: string | undefined, end: number): number =>
    wholes.slice(0, end).filter((other) => other === whole).length;
  return names.map((name, place) =>
    countOf(wholes[place], wholes.length) === 1 ? name : `${name} (${countOf(wholes[place], place + 1)})`,
  );
};
