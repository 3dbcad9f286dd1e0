// The names of compared results: their own, and the settings in which they differ.
import type { ChatResult } from '@tradeium/contracts';
import { resultName } from '../../../lib/result-facts.ts';
import { numbered, settingDifferences } from '../../../lib/setting-differences.ts';
import type { Row } from '../statistics/statistics-tables.ts';

export type ComparedName = {
  /** Its own name, with its chat where results of several are compared. */
  readonly name: string;
  /** The settings in which it differs from the others, in short words. */
  readonly differences: readonly string[];
  /** Both, in a line: distinct for each result. */
  readonly label: string;
};

/** Those with the same name and settings are numbered. */
export const comparedNames = (results: readonly ChatResult[], settings: readonly Row[]): ComparedName[] => {
  const isOneChat = new Set(results.map(({ backtest_id }) => backtest_id)).size <= 1;
  const differences = settingDifferences(settings);
  const own = results.map(({ file, backtest_name }) =>
    isOneChat ? resultName(file) : `${resultName(file)} · ${backtest_name}`,
  );
  const names = numbered(own, (place) => `${own[place]} ${differences[place]?.join()}`);
  return names.map((name, place) => {
    const different = differences[place] ?? [];
    return { name, differences: different, label: [name, ...different].join(' · ') };
  });
};
