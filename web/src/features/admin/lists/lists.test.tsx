// Payments, live trading and usage of all accounts, as operators see them.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { onlyPage, somePayment, someTrader, someUsage } from '../../../testing/admin.ts';
import { renderWeb } from '../../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../../testing/server.ts';
import { AdminPage } from '../admin-page.tsx';

const open = (tab: string, answers: Answers) => {
  const server = serve({ checkAdminAccess: () => ({ has_access: true, role: 'admin' }), ...answers });
  return { server, ...renderWeb(<AdminPage />, { path: `/admin?tab=${tab}` }) };
};
const rows = async (label: string) => {
  const table = await screen.findByRole('table', { name: label });
  return [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
};

describe('payments', () => {
  // spec: admin.21
  test('show date, user, amount, credits, currency, status and confirmation, or that they have none', async () => {
    open('payments', {
      listPayments: () =>
        onlyPage(
          somePayment(),
          somePayment({
            id: 'p2',
            username: '',
            email: '',
            credits_issued: null,
            pay_currency: null,
            status: 'partially_paid',
            confirmed_at: null,
          }),
        ),
    });
    const [paid, open2] = await rows('Payments');
    expect(paid?.slice(1, 7)).toEqual(['grace', 'grace@example.com', '$25.00', '25,000', 'BTC', 'finished ']);
    expect(open2?.slice(1)).toEqual(['—', '—', '$25.00', '—', 'N/A', 'partially paid ', 'N/A']);
  });

  // spec: admin.22
  test('say that they could not be read', async () => {
    open('payments', { listPayments: () => refusal(503, 'Not now') });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load payments');
  });

  // spec: admin.24
  test('are filtered by their status, also in the download', async () => {
    const { server, user } = open('payments', { listPayments: () => onlyPage(somePayment()) });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'expired');
    await screen.findByRole('table', { name: 'Payments' });
    await waitFor(() => expect(server.lastInput('listPayments')).toMatchObject({ status_filter: 'expired' }));
    expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
      '/admin/exports/payments?status_filter=expired',
    );
  });
});

describe('live trading', () => {
  // spec: admin.17
  test('shows keys, deployment, rebalances, value and return of each user', async () => {
    open('trading', { listTrading: () => onlyPage(someTrader()) });
    const [row] = await rows('Live trading by user');
    expect(row?.slice(0, 9)).toEqual([
      'grace',
      'grace@example.com',
      'Yes',
      'Binance',
      'active live',
      'Trend ideas',
      'momentum',
      'Enabled',
      '24.0',
    ]);
    expect(row?.slice(10)).toEqual(['$1,234.50', '+12.35\u202F%', '3']);
    expect(document.querySelector('[data-gain]')?.textContent).toBe('+12.35\u202F%');
  });

  // spec: admin.18
  test('has a dash for what is empty, and nothing about rebalances without a deployment', async () => {
    open('trading', {
      listTrading: () =>
        onlyPage(
          someTrader({
            has_api_keys: false,
            has_active_deployment: false,
            active_deployments: 0,
            mode: null,
            strategy_chat_name: null,
            strategy_backtest_name: null,
            rebalance_interval_hours: null,
            last_rebalance_at: null,
            total_portfolio_value: null,
            total_return_percent: null,
            positions_count: null,
            valued_at: null,
          }),
        ),
    });
    const [row] = await rows('Live trading by user');
    expect(row?.slice(2)).toEqual(['No', 'Binance', 'inactive', '—', '—', '—', '—', '—', '—', '—', '—']);
  });

  test.each([
    ['grace@example.com', { username: '' }],
    ['u2', { username: '', email: '' }],
  ])('leads to a user without a name by %s', async (text, less) => {
    open('trading', { listTrading: () => onlyPage(someTrader(less)) });
    const link = await screen.findByRole('link', { name: text });
    expect(link.getAttribute('href')).toBe('/admin?tab=users&user=u2');
  });

  // spec: admin.19
  test('says Never for an active deployment without a rebalance, Disabled, and a loss with its sign', async () => {
    const active = someTrader({
      auto_rebalance_enabled: false,
      last_rebalance_at: null,
      total_return_percent: -0.5,
    });
    open('trading', { listTrading: () => onlyPage(active) });
    const [row] = await rows('Live trading by user');
    expect([row?.[7], row?.[9], row?.[11]]).toEqual(['Disabled', 'Never', '−0.50\u202F%']);
    expect(document.querySelector('[data-loss]')?.textContent).toBe('−0.50\u202F%');
  });

  // spec: admin.20
  test('says that it could not be read', async () => {
    open('trading', { listTrading: () => refusal(503, 'Not now') });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load trading info');
  });
});

describe('usage', () => {
  // spec: admin.23
  test('says that it is loading, then the tokens of today and this month, the share from the cache, and who used most', async () => {
    const late = Promise.withResolvers<ReturnType<typeof someUsage>>();
    const { container } = open('usage', { getUsage: () => late.promise });
    await screen.findByText('Loading usage data...');
    late.resolve(someUsage());
    expect(await rows('Top Users by Token Usage')).toEqual([
      ['1', 'grace', 'grace@example.com', '15,000'],
      ['2', 'alan', 'alan@example.com', '5,020'],
    ]);
    expect([...container.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
      'Tokens Used Today1,001',
      'Tokens Used This Month20,020',
      'Cache Hit Rate45.7\u202F%',
    ]);
  });

  test('says that it could not be read', async () => {
    open('usage', { getUsage: () => refusal(503, 'Not now') });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load usage data: Not now');
  });
});
