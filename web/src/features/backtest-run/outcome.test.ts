// The end of a run: exactly one alert, the relevant one.
import { type ExecuteResponse, found } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { failureOf, networkFailure } from '../../lib/failure.ts';
import { outcomeOf, outcomeOfFailure, outcomeOfProblems } from './outcome.ts';

const frame = {
  rows: 366,
  columns: ['timestamp', 'BTC', 'USDT'],
  date_range: { start: '2024-10-08', end: '2025-10-08' },
};
const answer: ExecuteResponse = {
  success: false,
  run_id: 'run-1',
  summary: null,
  filename: null,
  dataframe_info: null,
  error: null,
  strategy_error: null,
  strategy_error_line: null,
  strategy_error_source: null,
  findings: [],
  prints: null,
  cost_vut: 0,
  strategy_success: false,
  strategy_dataframe_info: null,
};

describe('what the server answered', () => {
  // spec: workspace.51
  test('success: summary, rows, columns, dates, what it cost and the folder', () => {
    const outcome = outcomeOf({
      ...answer,
      success: true,
      summary: 'Total return 12 %.',
      filename: 'backtest_x',
      dataframe_info: frame,
      cost_vut: 20,
    });
    expect(outcome).toMatchObject({
      tone: 'success',
      title: 'Backtest completed successfully!',
      text: 'Total return 12 %.',
      folderName: 'backtest_x',
    });
    expect(outcome.details).toEqual([
      ['Rows', '366'],
      ['Columns', '3'],
      ['Date range', '8 Oct 2024 – 8 Oct 2025'],
      ['Cost', '20 VUT for its candles (bars × coins)'],
      ['Result', 'backtest_x'],
    ]);
  });

  test('a run that was paid for before is free', () => {
    const outcome = outcomeOf({ ...answer, success: true });
    expect(outcome.details).toEqual([['Cost', 'Free']]);
  });

  test('a result that cannot be believed is not a plain success', () => {
    const findings = [found('NO_TRADES')];
    expect(outcomeOf({ ...answer, success: true, findings })).toMatchObject({ tone: 'success', findings });
    const critical = [...findings, found('SYNTHETIC_CANDLES', { candles: 3, share: 1 })];
    expect(outcomeOf({ ...answer, success: true, findings: critical }).tone).toBe('warning');
  });

  // spec: workspace.47
  test("a strategy's error comes with its line, and with what was printed before it", () => {
    const outcome = outcomeOf({
      ...answer,
      strategy_error: 'NameError: x',
      strategy_error_line: 7,
      strategy_error_source: '    return x',
      prints: 'so far\n',
    });
    expect(outcome.text).toBe('Strategy execution failed: NameError: x');
    expect(outcome.strategyError).toEqual({ message: 'NameError: x', line: 7, source: '    return x' });
    expect(outcome.prints).toBe('so far\n');
  });

  // spec: workspace.49
  test('the strategy ran but the backtest did not', () => {
    const outcome = outcomeOf({
      ...answer,
      strategy_success: true,
      strategy_dataframe_info: frame,
      error: 'disk full',
    });
    expect(outcome.text).toBe('Backtest Error: disk full');
    expect(outcome.details).toEqual([
      ['Strategy rows', '366'],
      ['Strategy columns', '3'],
      ['Strategy date range', '8 Oct 2024 – 8 Oct 2025'],
    ]);
    expect(outcome).toMatchObject({
      title: 'Strategy executed successfully, backtest failed',
      strategyRan: true,
    });
  });

  // spec: workspace.50
  test('any other error', () => {
    expect(outcomeOf({ ...answer, error: 'boom' }).text).toBe('Execution failed: boom');
    expect(outcomeOf(answer).text).toBe('Execution failed: Failed to execute backtest');
  });
});

describe("what Python's parser says before a run", () => {
  const code = 'def strategy(candles, settings)\n    return 1\n';
  const at = { line: 1, column: 32, end_line: 1, end_column: 33 };
  const problem = { ...at, severity: 'error', message: "expected ':'" } as const;

  test('is shown like an error of the strategy, with its line', () => {
    expect(outcomeOfProblems([problem], code)).toMatchObject({
      title: 'Strategy execution failed',
      text: "Strategy execution failed: expected ':'",
      strategyError: { message: "expected ':'", line: 1, source: 'def strategy(candles, settings)' },
      folderName: null,
    });
  });

  test('is nothing when there is no problem', () => {
    expect(outcomeOfProblems([], code)).toBeNull();
  });
});

describe('calls that failed', () => {
  // spec: workspace.45
  test('402 says what is missing and nothing else', () => {
    const failure = failureOf(402, { detail: { message: 'You need 5 VUT.', required: 5, available: 1 } });
    expect(outcomeOfFailure(failure)).toMatchObject({ text: 'You need 5 VUT.', needsCredits: true });
    expect(outcomeOfFailure(failureOf(402, null)).text).toBe(
      'Insufficient VUT credits. Please top up your account to continue.',
    );
  });

  // spec: workspace.46
  test('others are errors of executing', () => {
    expect(outcomeOfFailure(failureOf(404, { detail: 'Strategy file not found' })).text).toBe(
      'Error executing backtest: Strategy file not found',
    );
    expect(outcomeOfFailure(networkFailure('Failed to fetch')).text).toBe(
      'Error executing backtest: API call failed: Failed to fetch',
    );
  });
});
