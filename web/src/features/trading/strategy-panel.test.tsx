// An action on a deployment shows its answer, which is the new status, before anything is read again.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { NO_MANDATE } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { takeUpdate } from '../../core/refetch.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { type Answers, serve } from '../../testing/server.ts';
import { someStatus, tradingAnswers } from '../../testing/trading.ts';
import { StrategyPanel } from './strategy-panel.tsx';

const ON = { enabled: true, next_rebalance_at: '2026-03-05T00:00:10.000Z' };
const NEVER = { getDeploymentStatus: () => new Promise<never>(() => undefined) };

/** The status is read once; then the server answers as `after` says. */
const open = async (answers: Answers, after: Answers = NEVER) => {
  const server = serve(tradingAnswers(answers));
  const panel = (
    <StrategyPanel
      chatId="c1"
      tab="Control"
      onTab={() => undefined}
      renderFile={() => null}
      onGoLive={() => undefined}
    />
  );
  const view = renderWeb(panel, { path: '/app/trading' });
  await screen.findByRole('switch');
  server.answer(after);
  return { ...view, server };
};

const toggle = (name: RegExp) => screen.findByRole('switch', { name });

test('the answer of a switch is shown at once', async () => {
  const { user } = await open({
    switchAutoRebalanceOn: () => someStatus(ON),
    switchAutoRebalanceOff: () => someStatus(),
  });
  await user.click(await toggle(/^Auto-rebalance OFF/));
  await user.click(await toggle(/^Auto-rebalance ON/));
  await toggle(/^Auto-rebalance OFF/);
});

test('so are those of new limits and of a paused deployment that is resumed', async () => {
  const mandate = { ...NO_MANDATE, order_max_usdt: 500 };
  const { user } = await open({
    getDeploymentStatus: () => someStatus({ status: 'paused' }),
    changeMandate: () => someStatus({ status: 'paused', mandate }),
    resumeDeployment: () => someStatus({ mandate }),
  });
  await user.click(screen.getByText('Limits: none'));
  await user.type(screen.getByRole('textbox', { name: /^Largest order/ }), '500');
  await user.click(screen.getByRole('button', { name: 'Save limits' }));
  await screen.findByText(/^Limits: .*500/);
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  const dialog = await screen.findByRole('dialog', { name: 'Resume trading?' });
  await user.click(within(dialog).getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(screen.queryByText('Paused')).toBeNull());
});

test('what an update brings before the answer is shown after it', async () => {
  const answer = Promise.withResolvers<void>();
  const { user, server, store } = await open(
    { switchAutoRebalanceOn: () => answer.promise.then(() => someStatus(ON)) },
    { getDeploymentStatus: () => someStatus({ status: 'stopped', stopped_by: 'user' }) },
  );
  await user.click(await toggle(/^Auto-rebalance OFF/));
  await waitFor(() => expect(server.asked).toContain('switchAutoRebalanceOn'));
  store.dispatch(takeUpdate({ topic: 'trading', backtest_id: null }));
  answer.resolve();
  await screen.findByText('Stopped');
});

test('the status is fetched again once the next rebalance is due', async () => {
  const due = { ...ON, next_rebalance_at: new Date(Date.now() + 100).toISOString() };
  const { server } = await open(
    { getDeploymentStatus: () => someStatus(due) },
    {
      getDeploymentStatus: () => someStatus(ON),
    },
  );
  expect(server.asked.filter((name) => name === 'getDeploymentStatus')).toHaveLength(1);
  await waitFor(() => expect(server.asked.filter((name) => name === 'getDeploymentStatus')).toHaveLength(2), {
    timeout: 5_000,
  });
});
