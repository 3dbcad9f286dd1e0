// The results of a comparison with the compared figures, read from their folders.
import { type ChatResult, type ResultFacts, TIMEFRAME_LABELS } from '@tradeium/contracts';
import { useEffect, useRef, useState } from 'react';
import { type AppDispatch, useAppDispatch } from '../../../core/store.ts';
import { parseCsv } from '../../../lib/csv/csv.ts';
import { messageOf } from '../../../lib/failure.ts';
import { rangeWords, resultName } from '../../../lib/result-facts.ts';
import { coinWords } from '../../../lib/setting-differences.ts';
import { readFolderText } from '../api.ts';
import { type RunCurves, runCurves } from '../curves/run-curves.ts';
import { isNotFound } from '../load-words.ts';
import { recordOf } from '../statistics/statistics.ts';
import type { Row } from '../statistics/statistics-tables.ts';
import { type ComparedName, comparedNames } from './compare-names.ts';

export type Compared = ComparedName & {
  readonly run: string;
  /** The run in short words: coins, interval and range, then what else differs. */
  readonly facts: readonly string[];
  /** How many of its findings are critical. */
  readonly criticalFindings: number;
  readonly chatId: string;
  readonly statistics: Row;
  readonly settings: Row;
  readonly curves: RunCurves | null;
};

/** With what explains the differences besides the settings: read once the figures are there. */
export type Detailed = Compared & {
  /** Null for a private strategy. */
  readonly code: string | null;
};

const factsOf = (facts: ResultFacts | null | undefined, differences: readonly string[]): string[] => [
  ...new Set([
    ...(facts ? [coinWords(facts.portfolio), TIMEFRAME_LABELS[facts.timeframe], rangeWords(facts)] : []),
    ...differences,
  ]),
];

/** With so many days, the curve of daily closes in the statistics is drawn in place of the table's. */
export const DAILY_ENOUGH = 250;

/** A private strategy has neither table nor code. */
const optional = (reading: Promise<string>): Promise<string | null> =>
  reading.catch((cause: unknown) => {
    if (isNotFound(cause)) return null;
    throw cause;
  });

type Unnamed = Omit<Compared, keyof ComparedName | 'facts' | 'criticalFindings'>;

const readCompared =
  ({ backtest_id: chatId, file }: ChatResult) =>
  async (dispatch: AppDispatch): Promise<Unnamed> => {
    const read = (filename: string) =>
      dispatch(readFolderText({ id: chatId, folderName: file.filename, filename }));
    const [statistics, settings] = await Promise.all([read('Statistics'), read('Settings')]);
    const figures = recordOf(statistics) ?? {};
    const daily = runCurves(null, figures);
    // Megabytes of hourly rows would be read for more points than a chart of years can show.
    const isLong = daily !== null && daily.portfolio.times.length >= DAILY_ENOUGH;
    const table = isLong ? null : await optional(read('Table'));
    return {
      run: file.run_id ?? file.filename,
      chatId,
      statistics: figures,
      settings: recordOf(settings) ?? {},
      curves: table === null ? daily : runCurves(parseCsv(table), figures),
    };
  };

const named = (results: readonly ChatResult[], read: readonly Unnamed[]): Compared[] => {
  const names = comparedNames(
    results,
    read.map(({ settings }) => settings),
  );
  return read.map((one, place) => {
    const facts = results[place]?.file.result;
    const named = names[place] ?? { name: one.run, differences: [], label: one.run };
    return {
      ...one,
      ...named,
      facts: factsOf(facts, named.differences),
      criticalFindings: facts?.critical_findings ?? 0,
    };
  });
};

const readDetails =
  ({ backtest_id: chatId, file: { filename: folderName } }: ChatResult, compared: Compared) =>
  async (dispatch: AppDispatch): Promise<Detailed> => {
    const read = (filename: string) => dispatch(readFolderText({ id: chatId, folderName, filename }));
    return { ...compared, code: await optional(read('Strategy')) };
  };

type State = {
  readonly compared: readonly Compared[] | null;
  readonly detailed: readonly Detailed[] | null;
  readonly failure: string | null;
};
const LOADING: State = { compared: null, detailed: null, failure: null };

/** Reads all of them at once: their figures first, as a browser has few connections. */
export const useCompared = (results: readonly ChatResult[]): State & { retry: () => void } => {
  const dispatch = useAppDispatch();
  const [state, setState] = useState(LOADING);
  const [attempt, setAttempt] = useState(0);
  // A new listing has the same files as long as their runs and names are the same.
  const wanted = useRef(results);
  wanted.current = results;
  const key = results
    .map(({ file, backtest_name }) => `${file.run_id}/${resultName(file)}/${file.filename}/${backtest_name}`)
    .join(',');
  // Another reading for other files, and for another try.
  const reading = `${attempt}/${key}`;
  useEffect(() => {
    let isWanted = reading !== '';
    setState(LOADING);
    const of = wanted.current;
    const readAll = async () => {
      const read = await Promise.all(of.map((result) => dispatch(readCompared(result))));
      const compared = named(of, read);
      if (isWanted) setState({ compared, detailed: null, failure: null });
      const detailed = await Promise.all(
        of.map((result, place) => dispatch(readDetails(result, compared[place] as Compared))),
      );
      if (isWanted) setState({ compared, detailed, failure: null });
    };
    readAll().catch((cause: unknown) => isWanted && setState({ ...LOADING, failure: messageOf(cause) }));
    return () => {
      isWanted = false;
    };
  }, [reading, dispatch]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
};
