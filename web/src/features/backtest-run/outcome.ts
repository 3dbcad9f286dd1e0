// What the end of a run tells the user, in the product's words.
import type { DataframeInfo, ExecuteResponse, Finding } from '@tradeium/contracts';
import { type Failure, messageOf } from '../../lib/failure.ts';
import { shortDate, wholeNumber } from '../../lib/format.ts';

/** What the author has to put right, and where. */
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
  /** Whether the result can be believed. */
  readonly findings: Finding[];
  readonly strategyError: StrategyError | null;
  /** What the author's code printed. */
  readonly prints: string | null;
  /** The account has to be topped up. */
  readonly needsCredits: boolean;
};

const NOTHING = {
  details: [] as [string, string][],
  folderName: null,
  findings: [] as Finding[],
  strategyError: null,
  prints: null,
  needsCredits: false,
};
const INSUFFICIENT = 'Insufficient VUT credits. Please top up your account to continue.';

const frameDetails = (info: DataframeInfo | null): [string, string][] =>
  info === null
    ? []
    : [
        ['Rows', wholeNumber(info.rows)],
        ['Columns', wholeNumber(info.columns.length)],
        ['Date range', `${shortDate(info.date_range.start)} to ${shortDate(info.date_range.end)}`],
      ];

const resultDetails = (folderName: string | null): [string, string][] =>
  folderName === null ? [] : [['Result', folderName]];

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
      details: [...frameDetails(dataframe_info), ...resultDetails(filename)],
      folderName: filename,
    };
  if (strategy_error !== null)
    return {
      ...NOTHING,
      prints,
      tone: 'error',
      title: 'Strategy execution failed',
      text: `Strategy execution failed: ${strategy_error}`,
      strategyError: {
        message: strategy_error,
        line: answer.strategy_error_line,
        source: answer.strategy_error_source,
      },
    };
  const problem = error ?? 'Failed to execute backtest';
  if (answer.strategy_success)
    return {
      ...NOTHING,
      prints,
      tone: 'warning',
      title: 'The strategy ran, the backtest did not',
      text: `Backtest Error: ${problem}`,
      details: frameDetails(answer.strategy_dataframe_info),
    };
  return { ...NOTHING, tone: 'error', title: 'Execution failed', text: `Execution failed: ${problem}` };
};

/** The end of a run whose call failed. */
export const outcomeOfFailure = (failure: Failure): Outcome =>
  failure.status === 402
    ? {
        ...NOTHING,
        tone: 'warning',
        title: 'Not enough credits',
        text: messageOf(failure, INSUFFICIENT),
        needsCredits: true,
      }
    : {
        ...NOTHING,
        tone: 'error',
        title: 'The backtest could not be run',
        text: `Error executing backtest: ${messageOf(failure, 'Failed to execute backtest')}`,
      };
