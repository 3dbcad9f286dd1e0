// A run as its user sees it: started, followed step by step, ended by one answer, refused, lost, cancelled, or started elsewhere.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import {
  type ActiveRun,
  type ExecuteResponse,
  RUN_STEP_NAMES,
  RUN_STEPS,
  type RunStep,
} from '@tradeium/contracts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { streamHeard } from '../../core/connection-slice.ts';
import { takeUpdate } from '../../core/refetch.ts';
import { useAppSelector } from '../../core/store.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { type Answers, eventStream, refusal, serve } from '../../testing/server.ts';
import { ExecuteBar, type RunRequest } from './execute-bar.tsx';
import { followOtherRuns } from './follow-run.ts';
import { RunOutcomeDialog } from './run-outcome-dialog.tsx';
import { selectOutcome } from './run-slice.ts';
import { useActiveRuns } from './use-active-runs.ts';

const RUN = 'run-12345678';
const input: RunRequest['run']['input'] = {
  run_id: RUN,
  backtest_id: 'c1',
  fees: 0.001,
  portfolio: ['USDT', 'BTC'],
  start_date: '2024-01-01',
  end_date: '2024-12-31',
  timeframe: '24h',
  focused_strategy: 'strategy_0',
};
const completed: ExecuteResponse = {
  success: true,
  run_id: RUN,
  summary: 'Total return 12 %.',
  filename: 'backtest_x',
  dataframe_info: null,
  error: null,
  strategy_error: null,
  strategy_error_line: null,
  strategy_error_source: null,
  findings: [],
  prints: null,
  cost_vut: 20,
  strategy_success: true,
  strategy_dataframe_info: null,
};
const elsewhere: ActiveRun = {
  run_id: RUN,
  strategy_filename: 'strategy_a.py',
  step: null,
  started_at: '2026-01-02T03:04:05.000Z',
  input,
};

const Page = ({ code }: { code: string | undefined }) => {
  useActiveRuns();
  const outcome = useAppSelector(selectOutcome);
  const request = () => ({ run: { input, strategyFilename: 'strategy_a.py' }, code });
  return (
    <>
      <ExecuteBar request={request} hint={null} estimate={null} />
      {outcome ? (
        <RunOutcomeDialog
          outcome={outcome}
          figures={<p>Key figures</p>}
          onShowResult={vi.fn()}
          onShowStrategy={vi.fn()}
        />
      ) : null}
    </>
  );
};

const open = (answers: Answers, code?: string) => {
  // A run that the test leaves going would be followed into the next one.
  const testEnd = Promise.withResolvers<ExecuteResponse>();
  onTestFinished(() => testEnd.resolve(completed));
  const { executeBacktest } = answers;
  const server = serve({
    listActiveRuns: () => ({ runs: [] }),
    ...answers,
    ...(executeBacktest && {
      executeBacktest: (input) => Promise.race([executeBacktest(input), testEnd.promise]),
    }),
  });
  const view = renderWeb(<Page code={code} />);
  followOtherRuns(view.listen);
  view.store.dispatch(streamHeard());
  const execute = async () =>
    view.user.click(await screen.findByRole('button', { name: 'Execute Backtest' }));
  return { ...view, server, execute };
};

const said = (step: RunStep) =>
  `Step ${RUN_STEPS.indexOf(step) + 1} of ${RUN_STEPS.length}: ${RUN_STEP_NAMES[step]}`;
const bar = () => screen.findByRole('button', { name: 'Cancel' });
const countOf = (asked: readonly string[], name: string) => asked.filter((other) => other === name).length;

describe('a run of this tab', () => {
  // spec: live.12
  test('shows its steps, and ends when its own call is answered: by nothing else, and asked for once', async () => {
    const answer = Promise.withResolvers<ExecuteResponse>();
    const steps = eventStream();
    const { server, execute, store } = open({
      executeBacktest: () => answer.promise,
      watchRun: () => steps.response(),
    });
    await execute();
    await bar();
    await waitFor(() => expect(server.asked).toContain('watchRun'));
    const progress = { run_id: RUN, status: 'running', step: 'simulating', completed: 0.5, message: '' };
    steps.send(progress);
    expect(await screen.findByText(said('simulating'))).toBeDefined();

    steps.send({ ...progress, status: 'completed', step: 'charging_credits', completed: 1 });
    await screen.findByText(said('charging_credits'));
    store.dispatch(takeUpdate({ topic: 'runs', backtest_id: null }));
    await waitFor(() => expect(countOf(server.asked, 'listActiveRuns')).toBe(2));
    await bar();

    answer.resolve(completed);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Backtest completed successfully!')).toBeDefined();
    expect(within(dialog).getByRole('button', { name: 'View results' })).toBeDefined();
    expect(within(dialog).getByText('Key figures')).toBeDefined();
    expect(within(dialog).getByText('Backtest added to backtest history!')).toBeDefined();
    expect(screen.getAllByText('Backtest added to backtest history!')).toHaveLength(1);
    expect(countOf(server.asked, 'executeBacktest')).toBe(1);
    expect(countOf(server.asked, 'watchRun')).toBe(1);
  });

  test('that waits says so, and for how many backtests', async () => {
    const steps = eventStream();
    const { execute } = open({
      executeBacktest: () => new Promise<ExecuteResponse>(() => undefined),
      watchRun: () => steps.response(),
    });
    await execute();
    const waiting = { run_id: RUN, status: 'running', step: 'waiting', completed: 0, message: '' };
    await screen.findByRole('button', { name: 'Cancel' });
    steps.send({ ...waiting, ahead: 2 });
    expect(
      await screen.findByText('Step 3 of 7: Waiting for 2 backtests that started earlier'),
    ).toBeDefined();
    expect(screen.getByRole('button', { name: 'Waiting...' })).toBeDefined();
    steps.send({ ...waiting, ahead: 0 });
    expect(await screen.findByText('Step 3 of 7: Waiting: next in turn')).toBeDefined();
    steps.send({ ...waiting, step: 'running_strategy' });
    expect(await screen.findByText(said('running_strategy'))).toBeDefined();
    expect(screen.getByRole('button', { name: 'Executing...' })).toBeDefined();
  });

  test('is started by Ctrl+Enter, from wherever the focus is', async () => {
    const answer = Promise.withResolvers<ExecuteResponse>();
    const { server, user } = open({ executeBacktest: () => answer.promise });
    await screen.findByRole('button', { name: 'Execute Backtest' });
    await user.keyboard('{Control>}{Enter}{/Control}');
    await bar();
    await waitFor(() => expect(server.asked).toContain('executeBacktest'));
    answer.resolve(completed);
    await screen.findByRole('dialog');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(countOf(server.asked, 'executeBacktest')).toBe(1);
  });

  test('without enough credits leads to the credits', async () => {
    const { execute } = open({
      executeBacktest: () => refusal(402, { message: 'You need 3 more VUT.' }, 'INSUFFICIENT_CREDITS'),
    });
    await execute();
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Not enough credits')).toBeDefined();
    expect(within(dialog).getByText('You need 3 more VUT.')).toBeDefined();
    expect(within(dialog).getByRole('link', { name: 'Go to Credits' }).getAttribute('href')).toBe(
      '/app/credits',
    );
  });

  test('with code that Python cannot read is not started', async () => {
    const { server, execute } = open(
      {
        checkStrategy: () => ({
          problems: [
            {
              line: 2,
              column: 1,
              end_line: 2,
              end_column: 7,
              severity: 'error',
              message: 'invalid syntax',
            },
          ],
          parameters: [],
        }),
      },
      'def f(:\nreturn',
    );
    await execute();
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Line 2 of the strategy')).toBeDefined();
    expect(within(dialog).getByRole('button', { name: 'Go to line 2' })).toBeDefined();
    expect(server.asked).not.toContain('executeBacktest');
  });

  test('whose answer is lost is requested again under the same id', async () => {
    const { server, execute } = open({
      executeBacktest: () => refusal(503, 'Away', 'SERVICE_UNAVAILABLE'),
    });
    await execute();
    expect(await screen.findByText('Connection lost, trying again ...')).toBeDefined();
    server.answer({ executeBacktest: () => completed });
    expect(await screen.findByRole('dialog')).toBeDefined();
    expect(countOf(server.asked, 'executeBacktest')).toBe(2);
    expect(server.lastInput('executeBacktest')).toMatchObject({ run_id: RUN });
  });

  test('that is cancelled says so in a message, without a dialog', async () => {
    const answer = Promise.withResolvers<Response>();
    const { server, execute, user } = open({
      executeBacktest: () => answer.promise,
      cancelRun: () => ({ cancelled: true }),
    });
    await execute();
    await user.click(await bar());
    expect(await screen.findByText('Cancelling ...')).toBeDefined();
    await waitFor(() => expect(server.lastInput('cancelRun')).toEqual({ run_id: RUN }));
    answer.resolve(refusal(409, 'Cancelled', 'RUN_CANCELLED'));
    expect(await screen.findByText('The backtest was cancelled. No credits were charged.')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that cannot be cancelled says why', async () => {
    const { execute, user } = open({
      executeBacktest: () => new Promise<Response>(() => undefined),
      cancelRun: () => refusal(503, 'Not now'),
    });
    await execute();
    await user.click(await bar());
    expect(await screen.findByText('Not now')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(false);
  });
});

// spec: live.12
test('a run of another tab ends when the list no longer has it; how it ended is requested once', async () => {
  const steps = eventStream();
  const { server, store } = open({
    listActiveRuns: () => ({ runs: [elsewhere] }),
    watchRun: () => steps.response(),
    executeBacktest: () => completed,
  });
  expect(await screen.findByText('Started in another tab or on another device.')).toBeDefined();
  await waitFor(() => expect(server.asked).toContain('watchRun'));
  steps.send({ run_id: RUN, status: 'completed', step: 'charging_credits', completed: 1, message: '' });
  await screen.findByText(said('charging_credits'));
  expect(server.asked).not.toContain('executeBacktest');

  server.answer({ listActiveRuns: () => ({ runs: [] }) });
  store.dispatch(takeUpdate({ topic: 'runs', backtest_id: null }));
  expect(await screen.findByText('Backtest added to backtest history!')).toBeDefined();
  await screen.findByRole('button', { name: 'Execute Backtest' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(countOf(server.asked, 'executeBacktest')).toBe(1);
});
