// The facts that distinguish results, in short: name, strategy, coins, interval, range and the figures that come first.
import { type ResultFacts, type SessionFile, TIMEFRAME_LABELS } from '@tradeium/contracts';
import { counted, dayRange, ratio } from './format.ts';
import { heldOfFacts, returnWords } from './returns/held-return.ts';
import { coinWords, IN_EACH_LINE, settingDifferences } from './setting-differences.ts';

/** The name that its user gave it, else its strategy. */
export const resultName = ({ filename, display_name, result }: SessionFile): string =>
  display_name === filename || result === null ? display_name : result.strategy;

/** `1 Jan 2024 – 8 Oct 2025`. */
export const rangeWords = ({ start_date, end_date }: ResultFacts): string => dayRange(start_date, end_date);

/** Coins and interval. */
export const kindWords = ({ portfolio, timeframe }: ResultFacts): string =>
  [coinWords(portfolio), TIMEFRAME_LABELS[timeframe]].join(' · ');

/** Coins, interval and range in a line. */
export const runWords = (facts: ResultFacts): string => [kindWords(facts), rangeWords(facts)].join(' · ');

/** The differences that lists name for each result besides its kind and range: the settings in which those shown differ, by file. */
export const listDifferences = (files: readonly SessionFile[]): ReadonlyMap<SessionFile, string> => {
  const results = files.filter(({ result }) => result !== null);
  const words = settingDifferences(
    results.map(({ result }) => result ?? {}),
    IN_EACH_LINE,
  );
  return new Map(results.map((file, place) => [file, (words[place] ?? []).join(' · ')]));
};

/** The same words, in which a line breaks between two parts only, after its dot. */
export const unbroken = (words: string): string =>
  words
    .split(' · ')
    .map((part) => part.replaceAll(' ', '\u00A0'))
    .join('\u00A0· ');

/** `+25.00 %, holding BTC +98.20 % · Sharpe 1.50`. */
export const figureWords = (facts: ResultFacts): string =>
  `${returnWords(facts.total_return, heldOfFacts(facts))} · Sharpe ${ratio(facts.sharpe_ratio)}`;

/** `2 critical findings`; empty where there is none, or none is known. */
export const criticalWords = (findings = 0): string =>
  findings === 0 ? '' : counted(findings, 'critical finding', 'critical findings');

/** So many results can be compared at once. */
export const COMPARED_MIN = 2;
export const COMPARED_MAX = 6;
