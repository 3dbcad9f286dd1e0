// The end of a run in the product's words.
import type { CodeProblem, DataframeInfo, ExecuteResponse, Finding } from '@tradeium/contracts';
import { type Failure, messageOf } from '../../lib/failure.ts';
import { credits, dayRange, wholeNumber } from '../../lib/format.ts';

/** The fault that the author has to put right, and where it is. */
export type StrategyError = {
  readonly message: string;
  /** Counted from 1, with its text. */
  readonly line: number | null;
  readonly source: string | null;
};

export type Outcome = {
  readonly tone: 'success' | 'warning' | 'error';
  readonly title: string;
  readonly text: string;
  readonly details: [label: string, value: string][];
  /** The new result folder. */
  readonly folderName: string | null;
  /** The findings decide if the result can be believed. */
  readonly findings: Finding[];
  readonly strategyError: StrategyError | null;
  /** The prints of the author's code. */
  readonly prints: string | null;
  /** The account has to be topped up. */
  readonly needsCredits: boolean;
  /** The strategy ran, though its backtest did not. */
  readonly strategyRan: boolean;
};

/** Said once at the end of a run: in the dialog of the tab that started it, as a toast elsewhere. */
export const ADDED = 'Backtest added to backtest history!';

const NOTHING = {
  details: [] as [string, string][],
  folderName: null,
  findings: [] as Finding[],
  strategyError: null,
  prints: null,
  needsCredits: false,
  strategyRan: false,
};
/** The table that is counted above it has more columns than the coins that are paid for. */
const CHARGED_BY = 'for its candles (bars × coins)';

const costDetails = ({ cost_vut }: ExecuteResponse): [string, string][] => [
  ['Cost', cost_vut > 0 ? `${credits(cost_vut)} VUT ${CHARGED_BY}` : 'Free'],
];

const frameDetails = (
  info: DataframeInfo | null,
  [rows, columns, dates]: readonly [string, string, string] = ['Rows', 'Columns', 'Date range'],
): [string, string][] =>
  info === null
    ? []
    : [
        [rows, wholeNumber(info.rows)],
        [columns, wholeNumber(info.columns.length)],
        [dates, dayRange(info.date_range.start, info.date_range.end)],
      ];

const resultDetails = (folderName: string | null): [string, string][] =>
  folderName === null ? [] : [['Result', folderName]];

const outcomeOfStrategyError = (strategyError: StrategyError): Outcome => ({
  ...NOTHING,
  tone: 'error',
  title: 'Strategy execution failed',
  text: `Strategy execution failed: ${strategyError.message}`,
  strategyError,
});

/** The error of Python's parser, as the end of a run that was not started; null when there is none. */
export const outcomeOfProblems = (problems: readonly CodeProblem[], code: string): Outcome | null => {
  const first = problems.find(({ severity }) => severity === 'error');
  if (!first) return null;
  const source = code.split(/\r\n|\r|\n/)[first.line - 1] ?? null;
  return outcomeOfStrategyError({ message: first.message, line: first.line, source });
};

/** The end of a run that the server answered: success, a strategy's error, or a backtest's error. */
export const outcomeOf = (answer: ExecuteResponse): Outcome => {
  const { success, summary, filename, dataframe_info, error, strategy_error, findings, prints } = answer;
  if (success)
    return {
      ...NOTHING,
      prints,
      findings,
      tone: findings.some(({ severity }) => severity === 'critical') ? 'warning' : 'success',
      title: 'Backtest completed successfully!',
      text: summary ?? '',
      details: [...frameDetails(dataframe_info), ...costDetails(answer), ...resultDetails(filename)],
      folderName: filename,
    };
  if (strategy_error !== null) {
    const { strategy_error_line: line, strategy_error_source: source } = answer;
    return { ...outcomeOfStrategyError({ message: strategy_error, line, source }), prints };
  }
  const problem = error ?? 'Failed to execute backtest';
  if (answer.strategy_success)
    return {
      ...NOTHING,
      prints,
      tone: 'warning',
      title: 'Strategy executed successfully, backtest failed',
      text: `Backtest Error: ${problem}`,
      details: frameDetails(answer.strategy_dataframe_info, [
        'Strategy rows',
        'Strategy columns',
        'Strategy date range',
      ]),
      strategyRan: true,
    };
  return { ...NOTHING, tone: 'error', title: 'Execution failed', text: `Execution failed: ${problem}` };
};

/** The end of a run after a failed request. */
export const outcomeOfFailure = (failure: Failure): Outcome =>
  failure.status === 402
    ? {
        ...NOTHING,
        tone: 'warning',
        title: 'Not enough credits',
        text: failure.message,
        needsCredits: true,
      }
    : {
        ...NOTHING,
        tone: 'error',
        title: 'The backtest could not run',
        text: `Error executing backtest: ${messageOf(failure, 'Failed to execute backtest')}`,
      };
