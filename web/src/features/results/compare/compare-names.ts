// What compared results are called: their own name, and where several share it, what differs between them.
import { type ChatResult, TIMEFRAME_LABELS, type Timeframe } from '@tradeium/contracts';
import { dayRange, money, percent } from '../../../lib/format.ts';
import { coinWords, resultName } from '../../../lib/result-facts.ts';
import type { Row } from '../statistics/statistics-tables.ts';

const known = (value: unknown, write: (number: number) => string): string =>
  typeof value === 'number' ? write(value) : '';
const coinsOf = ({ portfolio }: Row): string[] => (Array.isArray(portfolio) ? portfolio.map(String) : []);

/** What may differ, in the order in which it is named; empty where a run does not say. */
const WORDS: readonly ((settings: Row) => string)[] = [
  (settings) => coinWords(coinsOf(settings)),
  ({ timeframe }) => TIMEFRAME_LABELS[timeframe as Timeframe] ?? '',
  ({ start_date: start, end_date: end }) => (start && end ? dayRange(String(start), String(end)) : ''),
  ({ strategy_version }) => known(strategy_version, (version) => `version ${version}`),
  ({ starting_capital }) => known(starting_capital, (capital) => `from ${money(capital)}`),
  ({ fees }) => known(fees, (fraction) => `fees ${percent(fraction)}`),
  ({ slippage }) => known(slippage, (fraction) => `slippage ${percent(fraction)}`),
  ({ slippage_bps }) => known(slippage_bps, (points) => `slippage ${points} basis points`),
  ({ drift_band_percent }) => known(drift_band_percent, (points) => `drift band ${percent(points / 100)}`),
  ({ drift_band_to }) => (drift_band_to === 'edge' ? 'to the edge of the band' : ''),
  ({ min_trade_size }) => known(min_trade_size, (least) => `trades from ${money(least)}`),
];

const hasDifferent = (words: readonly string[]): boolean => new Set(words).size > 1;

/** What differs between runs, for each of them. */
const differences = (settings: readonly Row[]): string[] => {
  const rows = WORDS.map((wordsOf) => settings.map(wordsOf)).filter(hasDifferent);
  return settings.map((_, place) =>
    rows
      .map((row) => row[place])
      .filter(Boolean)
      .join(' · '),
  );
};

/** So many before have this name, and this one. */
const numberOf = (names: readonly string[], place: number): number =>
  names.slice(0, place + 1).filter((other) => other === names[place]).length;

/**
 * Results of several chats are named with their chat. Those with the same name are distinguished by what differs between
 * their settings; they are numbered where nothing does.
 */
export const distinctNames = (results: readonly ChatResult[], settings: readonly Row[]): string[] => {
  const isOneChat = new Set(results.map(({ backtest_id }) => backtest_id)).size <= 1;
  const own = results.map(({ file, backtest_name }) =>
    isOneChat ? resultName(file) : `${resultName(file)} · ${backtest_name}`,
  );
  const names = own.map((name, place) => {
    const alike = [...own.keys()].filter((other) => own[other] === name);
    const different = differences(alike.map((other) => settings[other] ?? {}))[alike.indexOf(place)];
    return different ? `${name} · ${different}` : name;
  });
  return names.map((name, place) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${numberOf(names, place)})`,
  );
};
