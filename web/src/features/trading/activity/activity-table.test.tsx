// The activity log: what was requested and what was done, each entry with the money that it is about.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { ActivityExport } from '@tradeium/contracts';
import { expect, test, vi } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../../testing/server.ts';
import { someActivity, someDeployment, someRebalance } from '../../../testing/trading.ts';
import { Activity } from './activity-table.tsx';

const someExport = (): ActivityExport => ({
  format: 'tradeium-activity-1',
  exported_at: '2026-01-02T03:04:05.000Z',
  run_card: {
    ...{
      deployment_id: 'd1',
      user_id: 'u1',
      run_id: 'r1',
      mode: 'paper',
      exchange: 'binance',
      is_testnet: false,
    },
    ...{ created_at: '2026-01-02T03:04:05.000Z', code_sha256: 'ab', private_strategy_id: null },
    ...{ settings_sha256: 'cd', engine_sha256: 'ef', decisions: [] },
  },
  chains: [{ aggregate: 'deployment', id: 'd1', commits: ['{}'], head: '01' }],
});

const open = (listActivity: NonNullable<Answers['listActivity']>) => {
  const deployment = someDeployment({ mode: 'live', look: 'testnet', is_testnet: true });
  const server = serve({ listActivity, listDeployments: () => [deployment] });
  return { server, ...renderWeb(<Activity chatId="c1" deploymentId="d1" />, { path: '/app/trading' }) };
};

// spec: trading-page.24
test('an entry says what was requested, what was done, and with which money', async () => {
  const note = { trades_desired_count: 0, trades_executed_count: 0, vut_cost: 0 };
  const volumes = { volume_desired_usdt: 0, volume_executed_usdt: 0 };
  open(() => [
    someActivity(),
    someActivity({ id: 'a2', action_type: 'switched_on', ...note, ...volumes }),
    someActivity({
      id: 'a3',
      action_type: 'keys_removed',
      mode: null,
      detail: 'binance',
      ...note,
      ...volumes,
    }),
  ]);
  const rows = within(await screen.findByRole('table', { name: 'Activity' })).getAllByRole('row');
  await within(rows[1] as HTMLElement).findByText('TESTNET');
  expect(rows[1]?.textContent).toMatch(/Manual rebalance.*Completed2 of 31,234\.50 of 1,500\.00−50$/);
  expect(rows[2]?.textContent).toMatch(/Auto-rebalance switched on.*———$/);
  expect(rows[3]?.textContent).toMatch(/API keys removed binance|API keys removed.*binance/);
});

test('a rebalance that had nothing to trade does not look like failed orders', async () => {
  const idle = { trades_desired_count: 4, trades_count: 0, trades_executed_count: 0 };
  const all = { trades_desired_count: 3, trades_executed_count: 3, volume_desired_usdt: 7_999.43 };
  open(() => [
    someActivity({ ...idle, volume_desired_usdt: 4.26, volume_executed_usdt: 0, vut_cost: 0 }),
    someActivity({ id: 'a2', ...all, volume_executed_usdt: 7_999.91 }),
    someActivity({ id: 'a3', ...idle, status: 'failed', volume_executed_usdt: 0 }),
  ]);
  const rows = within(await screen.findByRole('table', { name: 'Activity' })).getAllByRole('row');
  expect(rows[1]?.textContent).toMatch(/Completed———$/);
  expect(rows[2]?.textContent).toMatch(/Completed3 of 37,999\.91−50$/);
  expect(rows[3]?.textContent).toMatch(/Failed0 of 4/);
});

// spec: trading-page.25
test('the 20 newest are requested', async () => {
  const { server } = open(() => []);
  await screen.findByText(/^Nothing yet/);
  expect(server.lastInput('listActivity')).toEqual({ deployment_id: 'd1', limit: '20' });
});

// spec: trading-page.37
test('everything that the deployment did is saved as a file', async () => {
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return '#file';
  });
  const file = someExport();
  const { server, user } = open(() => []);
  const button = await screen.findByRole('button', { name: 'Export activity' });
  await user.click(button);
  expect(await screen.findByText(/^Failed to export the activity/)).toBeDefined();
  server.answer({ exportActivity: () => file });
  await user.click(button);
  await waitFor(() => expect(blobs).toHaveLength(1));
  expect(server.lastInput('exportActivity')).toEqual({ id: 'c1', deployment_id: 'd1' });
  expect(JSON.parse((await blobs[0]?.text()) ?? '')).toEqual(file);
});

// spec: trading-page.13
test('a log that cannot be read says the code', async () => {
  open(() => refusal(503, 'Not now'));
  expect(await screen.findByText(/^Runs 503: Not now/)).toBeDefined();
});

// spec: trading.36
test('a rebalance opens to its orders, with price and fee', async () => {
  const { user } = open(() => [someActivity({ orders: someRebalance().orders })]);
  await user.click(await screen.findByRole('button', { name: /^Manual rebalance/, expanded: false }));
  const orders = await screen.findByRole('table', { name: 'Orders of this rebalance' });
  expect(orders.textContent).toContain('59,990');
  expect(orders.textContent).toContain('0.00005 BTC');
});

// spec: trading.55
test('orders of a failed rebalance that never left say so, with the reason', async () => {
  const unsent = [{ coin: 'ETH', side: 'buy', quantity: '1.5', price: '2000', notional: '3000' } as const];
  const detail = 'An order of BTC for up to 3000.00 USDT is larger than your limits allow (500 USDT)';
  const { user } = open(() => [someActivity({ status: 'failed', detail, unsent })]);
  await user.click(await screen.findByRole('button', { name: /^Manual rebalance/ }));
  const orders = await screen.findByRole('table', { name: 'Orders of this rebalance' });
  expect(within(orders).getByRole('row', { name: /^Buy ETH 1\.5/ }).textContent).toContain(
    'Not sentThe rebalance ended first',
  );
});

test('a fee far below the six decimals of a balance is not nothing', async () => {
  const [order] = someRebalance().orders;
  const orders = order ? [{ ...order, fees: { BTC: '0.00000244' } }] : [];
  const { user } = open(() => [someActivity({ orders })]);
  await user.click(await screen.findByRole('button', { name: /^Manual rebalance/ }));
  expect((await screen.findByRole('table', { name: 'Orders of this rebalance' })).textContent).toContain(
    '0.00000244 BTC',
  );
});

test('the log is that of the deployment; all of them are named', async () => {
  const { server, user } = open(() => [someActivity()]);
  await screen.findByText('Manual rebalance');
  expect(server.lastInput('listActivity')).toEqual({ deployment_id: 'd1', limit: '20' });
  expect(screen.queryByText('Calm momentum')).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'All deployments' }));
  expect(await screen.findByText('Calm momentum')).toBeDefined();
  expect(server.lastInput('listActivity')).toEqual({ limit: '20' });
});

// spec: trading.36
test('more entries follow those that are shown', async () => {
  const twenty = Array.from({ length: 20 }, (_, index) => someActivity({ id: `a${index}` }));
  const { server, user } = open(() => twenty);
  const more = await screen.findByRole('button', { name: 'Show more' });
  server.answer({ listActivity: () => [someActivity({ id: 'older', action_type: 'deployed' })] });
  await user.click(more);
  expect(await screen.findByText('Deployed')).toBeDefined();
  expect(server.lastInput('listActivity')).toEqual({
    ...{ deployment_id: 'd1', limit: '20', before: someActivity().timestamp, before_id: 'a19' },
  });
});
