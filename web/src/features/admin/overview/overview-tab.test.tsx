// The overview of administration: key figures, who uses most, the newest payments, and figures over time.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { someMetrics, someOverview, somePayment } from '../../../testing/admin.ts';
import { renderWeb } from '../../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../../testing/server.ts';
import { placeOfWidth } from '../../../testing/trading.ts';
import { AdminPage } from '../admin-page.tsx';

// As wide as a phone, so the charts are stacked.
beforeEach(() => placeOfWidth(600));

const answers: Answers = {
  checkAdminAccess: () => ({ has_access: true, role: 'support' }),
  getOverview: () => someOverview(),
  getMetrics: () => someMetrics(),
};
const open = (more: Answers = {}, path = '/admin') => {
  const server = serve({ ...answers, ...more });
  return { server, ...renderWeb(<AdminPage />, { path }) };
};
const rows = async (label: string) => {
  const table = await screen.findByRole('table', { name: label });
  return [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
};

describe('key figures', () => {
  // spec: admin.4
  test('are twelve cards in their order, with the share from the cache in percent with one decimal', async () => {
    const { container } = open();
    await screen.findByText('Total Users');
    expect(
      [...container.querySelectorAll('dl > div')].map((card) =>
        [...card.children].map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Total Users', '1,234'],
      ['Signups Today', '5'],
      ['Signups This Month', '42'],
      ['Total VUT Credits', '56,789.125'],
      ['Total Revenue', '$4,321.50'],
      ['Revenue Today', '$25.00'],
      ['Revenue This Month', '$350.00'],
      ['Successful Payments', '77'],
      ['Tokens Used Today', '1,001'],
      ['Tokens Used This Month', '20,020'],
      ['Cache Hit Rate', '45.7\u202F%'],
      ['Pending Payments', '6'],
    ]);
  });

  // spec: admin.5
  test('come with who used most and the newest payments', async () => {
    open();
    expect(await rows('Top Users This Month')).toEqual([
      ['1', 'grace', 'grace@example.com', '15,000'],
      ['2', 'alan', 'alan@example.com', '5,020'],
    ]);
    const [payment] = await rows('Recent Payments');
    expect(payment?.slice(1)).toEqual(['grace', '$25.00', '25,000', 'finished']);
  });

  test('lead to users without a name by their email, or by their id', async () => {
    const { usage, payments, ...rest } = someOverview();
    const top = { user_id: 'u2', username: '', email: 'grace@example.com', total_tokens: 1 };
    open({
      getOverview: () => ({
        ...rest,
        usage: { ...usage, top_users_by_usage: [top] },
        payments: { ...payments, recent_payments: [somePayment({ username: '', email: '' })] },
      }),
    });
    for (const name of ['grace@example.com', 'u2'])
      expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(
        '/admin?tab=users&user=u2',
      );
  });

  // spec: admin.6
  test('come without tables that would have no rows', async () => {
    const { usage, payments, ...rest } = someOverview();
    open({
      getOverview: () => ({
        ...rest,
        usage: { ...usage, top_users_by_usage: [] },
        payments: { ...payments, recent_payments: [] },
      }),
    });
    await screen.findByText('Total Users');
    expect(screen.queryByText('Top Users This Month')).toBeNull();
    expect(screen.queryByText('Recent Payments')).toBeNull();
  });

  // spec: admin.7
  test('are announced as loading until they are there', async () => {
    const late = Promise.withResolvers<ReturnType<typeof someOverview>>();
    open({ getOverview: () => late.promise });
    await screen.findByText('Loading data...');
    late.resolve(someOverview());
    await screen.findByText('Total Users');
    expect(screen.queryByText('Loading data...')).toBeNull();
  });

  // spec: admin.8
  test('say that they could not be read, and can be retried', async () => {
    const { server, user } = open({ getOverview: () => refusal(503, 'Not now') });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load overview data: Not now');
    server.answer(answers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Total Users');
  });
});

describe('figures over time', () => {
  const over = () => screen.findByRole('region', { name: 'Over time' });

  // spec: admin.30
  test('are charts that say in words what they show, and tables on request', async () => {
    const { user } = open();
    await screen.findByRole('img', { name: 'Sign-ups: 12, at most 9 (2 Mar 2026).' });
    screen.getByRole('img', { name: 'Runs: 9, at most 7 (1 Mar 2026). Failed: 1, at most 1 (2 Mar 2026).' });
    await user.click(screen.getByRole('button', { name: 'Revenue (USD) as a table' }));
    expect(await rows('Revenue (USD)')).toEqual([
      ['1 Mar 2026', '$25.00'],
      ['2 Mar 2026', '$10.50'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Revenue (USD) as a chart' }));
    await screen.findByRole('img', { name: /^Revenue: \$35\.50/ });
  });

  // spec: admin.31
  test('include how far those who registered have come', async () => {
    open();
    const funnel = await screen.findByRole('region', { name: 'Conversion' });
    expect(
      within(funnel)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Registered12',
      'Verified their email9 (75\u202F%)',
      'First backtest6 (50\u202F%)',
      'First purchase3 (25\u202F%)',
      'First rebalance1 (8\u202F%)',
    ]);
  });

  // spec: admin.32
  test('are read for the chosen days and step, which the address keeps', async () => {
    const { server, user } = open({}, '/admin?range=custom&from=2026-03-01&to=2026-03-02');
    const place = within(await over());
    await waitFor(() =>
      expect(server.lastInput('getMetrics')).toEqual({ from: '2026-03-01', to: '2026-03-02', step: 'day' }),
    );
    await user.selectOptions(place.getByRole('combobox', { name: 'Step' }), 'hour');
    await waitFor(() => expect(server.lastInput('getMetrics')).toMatchObject({ step: 'hour' }));
    await user.selectOptions(place.getByRole('combobox', { name: 'Days' }), '90');
    await waitFor(() => expect(server.lastInput('getMetrics')).toMatchObject({ step: 'day' }));
    expect(place.getByRole('combobox', { name: 'Step' })).toHaveProperty('disabled', true);
    expect(new URLSearchParams(window.location.search).get('range')).toBe('90');
  });

  // spec: admin.32
  test('are not requested for days that make no sense', async () => {
    const { server } = open({}, '/admin?range=custom&from=2026-03-02&to=2026-03-01');
    await screen.findByText('The last day is before the first');
    expect(server.asked).not.toContain('getMetrics');
  });

  test('say that they could not be read', async () => {
    open({ getMetrics: () => refusal(503, 'Not now') });
    await screen.findByText(/^Failed to load figures over time: Not now/);
  });
});
