// The results of a comparison with what is compared of them, read from their folders.
import { type ChatResult, type ResultFacts, TIMEFRAME_LABELS } from '@tradeium/contracts';
import { useEffect, useRef, useState } from 'react';
import { type AppDispatch, useAppDispatch } from '../../../core/store.ts';
import { parseCsv } from '../../../lib/csv.ts';
import { messageOf } from '../../../lib/failure.ts';
import { coinWords, rangeWords, resultName } from '../../../lib/result-facts.ts';
import { readFolderText } from '../api.ts';
import { type RunCurves, runCurves } from '../charts/run-curves.ts';
import { isNotFound } from '../load-words.ts';
import { recordOf } from '../statistics/statistics.ts';
import type { Row } from '../statistics/statistics-tables.ts';

export type Compared = {
  readonly run: string;
  /** Distinct for each result. */
  readonly name: string;
  /** What the name does not say of coins, interval and range. */
  readonly facts: readonly string[];
  readonly chatId: string;
  readonly statistics: Row;
  readonly curves: RunCurves | null;
};

/** What explains the differences: read once the figures are there. */
export type Detailed = Compared & {
  readonly settings: Row;
  /** Null for a private strategy. */
  readonly code: string | null;
};

const isOnce = (names: readonly string[], name: string): boolean =>
  names.indexOf(name) === names.lastIndexOf(name);

/** Coins and interval, the latter in one piece. */
const kindOf = ({ portfolio, timeframe }: ResultFacts): string =>
  `${coinWords(portfolio)}, ${TIMEFRAME_LABELS[timeframe].replaceAll(' ', '\u00A0')}`;

const factsOf = (name: string, facts: ResultFacts): string[] => [
  ...(name.includes(kindOf(facts)) ? [] : [coinWords(facts.portfolio), TIMEFRAME_LABELS[facts.timeframe]]),
  rangeWords(facts),
];

/**
 * Results of several chats are named with their chat. Those with the same name are distinguished by coins and interval
 * where these differ; the others are numbered.
 */
export const distinctNames = (results: readonly ChatResult[]): string[] => {
  const isOneChat = new Set(results.map(({ backtest_id }) => backtest_id)).size <= 1;
  const own = results.map(({ file, backtest_name }) =>
    isOneChat ? resultName(file) : `${resultName(file)} · ${backtest_name}`,
  );
  const kinds = results.map(({ file: { result } }) => (result ? kindOf(result) : ''));
  const names = results.map(({ file: { result } }, place) => {
    const name = own[place] ?? '';
    const isOfOneKind = new Set(kinds.filter((_, other) => own[other] === name)).size === 1;
    return isOfOneKind || !result ? name : `${name}, ${kinds[place]}`;
  });
  return names.map((name, place) => {
    if (isOnce(names, name)) return name;
    return `${name} (${names.slice(0, place + 1).filter((other) => other === name).length})`;
  });
};

/** With so many days, the curve of daily closes in the statistics is drawn in place of the table's. */
export const DAILY_ENOUGH = 250;

/** A private strategy has neither table nor code. */
const optional = (reading: Promise<string>): Promise<string | null> =>
  reading.catch((cause: unknown) => {
    if (isNotFound(cause)) return null;
    throw cause;
  });

const readCompared =
  ({ backtest_id: chatId, file }: ChatResult, name: string) =>
  async (dispatch: AppDispatch): Promise<Compared> => {
    const read = (filename: string) =>
      dispatch(readFolderText({ id: chatId, folderName: file.filename, filename }));
    const figures = recordOf(await read('Statistics')) ?? {};
    const daily = runCurves(null, figures);
    // Megabytes of hourly rows would be read for more points than a chart of years can show.
    const isLong = daily !== null && daily.portfolio.times.length >= DAILY_ENOUGH;
    const table = isLong ? null : await optional(read('Table'));
    return {
      run: file.run_id ?? file.filename,
      name,
      facts: file.result ? factsOf(name, file.result) : [],
      chatId,
      statistics: figures,
      curves: table === null ? daily : runCurves(parseCsv(table), figures),
    };
  };

const readDetails =
  ({ backtest_id: chatId, file: { filename: folderName } }: ChatResult, compared: Compared) =>
  async (dispatch: AppDispatch): Promise<Detailed> => {
    const read = (filename: string) => dispatch(readFolderText({ id: chatId, folderName, filename }));
    const [settings, code] = await Promise.all([read('Settings'), optional(read('Strategy'))]);
    return { ...compared, settings: recordOf(settings) ?? {}, code };
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
    const names = distinctNames(of);
    const readAll = async () => {
      const compared = await Promise.all(
        of.map((result, place) => dispatch(readCompared(result, names[place] ?? result.file.filename))),
      );
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
