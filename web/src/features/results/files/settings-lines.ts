// The settings of a run for reading: labels in plain words, values in their units, in a fixed order.
import { firstOpenFrom, rangeOfDays, TIMEFRAME_LABELS, type Timeframe } from '@tradeium/contracts';
import { dayRange, exactPercent, money, shortDate, wholeNumber } from '../../../lib/format.ts';
import { CALENDAR_LABELS, isCalendar } from '../../../lib/policy-words.ts';
import { parameterWord } from '../../../lib/setting-differences.ts';
import { plainWords } from '../statistics/statistics.ts';
import type { Row } from '../statistics/statistics-tables.ts';

export type SettingsLine = {
  readonly key: string;
  readonly label: string;
  readonly text: string;
  /** How it is shown: in full, shortened with a copy button, or as a block of output. */
  readonly kind: 'text' | 'hash' | 'output';
};

type Known = readonly [label: string, write: (value: unknown) => string, kind?: SettingsLine['kind']];

const text = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—';
  if (Array.isArray(value)) return value.map(text).join(', ') || '—';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
const date = (value: unknown): string => shortDate(String(value ?? ''));
const timeframe = (value: unknown): string => TIMEFRAME_LABELS[value as Timeframe] ?? text(value);
const percentPoints = (value: unknown): string =>
  typeof value === 'number' ? exactPercent(value / 100) : '—';
const calendar = (value: unknown): string => (isCalendar(value) ? CALENDAR_LABELS[value] : text(value));
const bandEnd = (value: unknown): string => (value === 'edge' ? 'the edge of the band' : 'their target');

/** `lookback 30, mode equal`. */
const parameters = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, chosen]) => parameterWord(name, chosen))
        .join(', ') || 'none'
    : '—';

const KNOWN: Readonly<Record<string, Known>> = {
  strategy: ['Strategy', text],
  strategy_version: ['Version of the strategy', text],
  start_date: ['First day', date],
  end_date: ['Last day', date],
  timeframe: ['Data interval', timeframe],
  portfolio: ['Portfolio', text],
  fees: ['Trading fees', exactPercent],
  slippage: ['Slippage', exactPercent],
  rebalance_every: ['Rebalance', calendar],
  drift_band_percent: ['Drift band', percentPoints],
  drift_band_to: ['Rebalance drifted coins to', bandEnd],
  parameters: ['Parameters', parameters],
  starting_capital: ['Starting capital', money],
  bars: ['Bars', wholeNumber],
  warm_up_bars: ['Warm-up bars before the start', wholeNumber],
  filled_candles: ['Candles filled in for outages', wholeNumber],
  synthetic_candles: ['Candles with made-up prices', wholeNumber],
  synthetic_warm_up_candles: ['Warm-up candles with made-up prices', wholeNumber],
  data_warning: ['About the data', text],
  prints: ['Output', (value) => (typeof value === 'string' ? value : ''), 'output'],
  notes: ['Notes', text],
  settings_sha256: ['Settings (SHA-256)', text, 'hash'],
  candles_sha256: ['Candles (SHA-256)', text, 'hash'],
  code_sha256: ['Code (SHA-256)', text, 'hash'],
};

const lineOf = (key: string, value: unknown): SettingsLine => {
  const [label, write, kind = 'text'] = KNOWN[key] ?? [plainWords(key), text];
  return { key, label, text: write(value), kind };
};

/** A hash is known by its ends. */
export const shortHash = (hash: string): string =>
  hash.length > 20 ? `${hash.slice(0, 10)}…${hash.slice(-6)}` : hash;

/** Every setting once: known ones in their order, then new ones. Empty output is left out. */
export const settingsLines = (settings: Row): SettingsLine[] => {
  const known = Object.keys(KNOWN).filter((key) => key in settings);
  const others = Object.keys(settings).filter((key) => !(key in KNOWN));
  return [...known, ...others]
    .map((key) => lineOf(key, settings[key]))
    .filter(({ kind, text }) => kind !== 'output' || text.trim() !== '');
};

/** The range; a last week that closes after its end counts until then. */
const rangeWords = (start: string, end: string, isWeekly: boolean): string => {
  const { untilMs } = rangeOfDays({ start_date: start, end_date: end });
  const closesMs = isWeekly ? firstOpenFrom('weekly', untilMs) : untilMs;
  const lastDay = new Date(closesMs - 1).toISOString().slice(0, 10);
  const range = dayRange(start, end);
  return closesMs > untilMs ? `${range}, its last week until ${shortDate(lastDay)}` : range;
};

/** The run in a line: file and version, parameters, days, interval, portfolio, fees. */
export const runFacts = (settings: Row): string[] => {
  const facts: string[] = [];
  const { strategy, strategy_version: version, start_date: start, end_date: end, fees, portfolio } = settings;
  const { starting_capital: capital, slippage, drift_band_percent: band } = settings;
  if (typeof strategy === 'string')
    facts.push(typeof version === 'number' ? `${strategy}, version ${version}` : strategy);
  if (Object.keys(settings.parameters ?? {}).length > 0) facts.push(parameters(settings.parameters));
  if (start && end) facts.push(rangeWords(String(start), String(end), settings.timeframe === 'weekly'));
  if (settings.timeframe) facts.push(timeframe(settings.timeframe));
  if (Array.isArray(portfolio)) facts.push(text(portfolio));
  if (typeof capital === 'number') facts.push(`from ${money(capital)}`);
  if (typeof fees === 'number') facts.push(`${exactPercent(fees)} fees`);
  if (typeof slippage === 'number')
    facts.push(slippage > 0 ? `${exactPercent(slippage)} slippage` : 'no slippage');
  if (isCalendar(settings.rebalance_every)) facts.push(`rebalanced ${settings.rebalance_every}`);
  if (typeof band === 'number')
    facts.push(`${percentPoints(band)} drift band, to ${bandEnd(settings.drift_band_to)}`);
  return facts;
};
