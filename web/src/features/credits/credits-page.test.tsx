// The credits page as its user sees it: failed reads, a failing order, and a purchase that continues elsewhere.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { Purchase } from '@tradeium/contracts';
import { describe, expect, test, vi } from 'vitest';
import { streamHeard } from '../../core/connection-slice.ts';
import { takeUpdate } from '../../core/refetch.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { someUser } from '../../testing/samples.ts';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import { someActivity } from '../../testing/trading.ts';
import { CreditsPage } from './credits-page.tsx';

const subscription = {
  tier: 'free',
  vut_remaining: 9_998.5,
  vut_used_this_period: 1.5,
  monthly_limit: 10_000,
  period_end: '2026-02-02T00:00:00.000Z',
  vut_owed: 0,
};
const purchase: Purchase = {
  id: 'p1',
  amount_usd: 25,
  credits: 25_000,
  status: 'waiting',
  pay_currency: null,
  pay_amount: null,
  actually_paid: null,
  needs_review: false,
  created_at: '2026-01-02T03:04:05.000Z',
  confirmed_at: null,
  payment_url: 'https://pay.example/p1',
};
const answers: Answers = {
  getMe: () => someUser,
  getBalance: () => ({ subscription }),
  getCreditHistory: () => [],
  listRuns: () => ({ runs: [] }),
  getPaymentHistory: () => [],
};

const region = (name: string) => screen.findByRole('region', { name });
const open = (more: Answers = {}, path = '/app/credits') => {
  const server = serve({ ...answers, ...more });
  return { server, ...renderWeb(<CreditsPage />, { path }) };
};

describe('what cannot be read', () => {
  test('shows a message and the figures of a free account until a retry works', async () => {
    const { server, user } = open({ getBalance: () => refusal(503, 'Not now') });
    const balance = await region('VUT balance');
    expect(balance.textContent).toContain('Error loading credits information.');
    server.answer(answers);
    await user.click(within(balance).getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect((await region('VUT balance')).textContent).not.toContain('Error'));
  });

  test('of purchases shows a message, and can be retried', async () => {
    const { server, user } = open({ getPaymentHistory: () => refusal(503, 'Not now') });
    const purchases = await region('Purchases');
    await within(purchases).findByText('Error loading credits information');
    server.answer(answers);
    await user.click(within(purchases).getByRole('button', { name: 'Try again' }));
    await within(purchases).findByText(/^No purchases yet/);
  });
});

// spec: accounts.5
test('the balance has two decimals and says all of them when asked', async () => {
  open({ getBalance: () => ({ subscription: { ...subscription, vut_remaining: 9_998.456_789 } }) });
  const balance = await region('VUT balance');
  expect(within(balance).getByText('9,998.45 VUT').title).toBe('9,998.456789 VUT');
  expect(balance.textContent).toContain(
    'Each month an account with less than 10,000 VUT is filled up to that, next on 2 Feb 2026.',
  );
  expect(balance.textContent).toContain('You can use all that remains');
  const limit = within(balance).getByText('Monthly limit');
  expect(limit.parentElement?.lastChild?.textContent).toBe('10,000 VUT');
});

// spec: accounts.5
test('the prices say for whom the first credits are free', async () => {
  open();
  expect((await region('What things cost')).textContent).toContain(
    'The first account of a mailbox gets 10,000 VUT free when its address is verified.',
  );
});

describe('credits are bought', () => {
  const invoice = { payment_url: 'https://pay.example/p2', payment_id: 'p2' };
  const buy = () => screen.findByRole('button', { name: /^Buy .*credits$/ });
  const other = () => screen.findByRole('textbox', { name: 'Any other amount, in USD' });

  // spec: accounts.6
  test('for a preset, or for any other amount', async () => {
    vi.stubGlobal('open', () => null);
    const { server, user } = open({ createInvoice: () => invoice });
    expect((await buy()).textContent).toBe('Buy 10,000 credits');
    await user.type(await other(), '37.5');
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    expect((await buy()).textContent).toBe('Buy 37,500 credits');
    await user.click(await buy());
    await screen.findByRole('link', { name: /payment page/ });
    expect(server.lastInput('createInvoice')).toEqual({ amount_usd: 37.5, credits_amount: 37_500 });
    await user.click(screen.getByRole('radio', { name: '25 USD for 25,000 VUT' }));
    expect(((await other()) as HTMLInputElement).value).toBe('');
    await user.click(await buy());
    await waitFor(() =>
      expect(server.lastInput('createInvoice')).toEqual({ amount_usd: 25, credits_amount: 25_000 }),
    );
  });

  test('not for an amount beyond the limits, which the field says', async () => {
    const { server, user } = open({ createInvoice: () => invoice });
    await user.type(await other(), '4.99{Enter}');
    await screen.findByText('Please enter an amount from 5 to 10,000 USD, with at most two decimals');
    expect(document.activeElement).toBe(await other());
    expect(server.asked).not.toContain('createInvoice');
  });
});

test('a debt says how much is owed, of which purchase, and what went to it', async () => {
  const refunded: Purchase = {
    ...purchase,
    status: 'refunded',
    needs_review: true,
    credits_owed: 9_917.5,
    payment_url: null,
  };
  const moved = (id: string, operation_type: string, vut_cost: number, vut_owed?: number) => ({
    ...{ id, operation_type, vut_cost, ...(vut_owed && { vut_owed }) },
    ...{ created_at: '2026-01-02T03:04:05.000Z', run_id: null, rebalance_id: null },
  });
  const { server, store } = open({
    getBalance: () => ({ subscription: { ...subscription, vut_remaining: 0, vut_owed: 9_917.5 } }),
    getPaymentHistory: () => [refunded],
    getCreditHistory: () => [
      moved('t1', 'paid towards debt', 41.25),
      moved('t2', 'purchase refunded', 82.5, 9_958.75),
    ],
  });
  const notice = await screen.findByText('9,917.5 VUT are still to be paid back');
  expect(notice.closest('[role=status]')?.textContent).toContain('Until it is paid, nothing');
  const purchases = await region('Purchases');
  await within(purchases).findByText('To be paid back');
  expect(purchases.textContent).toContain(
    '9,917.5 VUT are still to be paid back; until then it is under review',
  );
  const rows = within(await region('Transactions')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'OperationDateVUT',
    expect.stringMatching(/^Paid towards debt2 Jan 2026.*−41\.2500$/),
    expect.stringMatching(/^Purchase refunded9,958\.75 VUT were in use: to be paid back2 Jan.*−82\.5000$/),
  ]);
  server.answer({
    getBalance: () => ({ subscription: { ...subscription, vut_owed: 0 } }),
    getPaymentHistory: () => [{ ...purchase, status: 'refunded', payment_url: null }],
  });
  store.dispatch(takeUpdate({ topic: 'balance', backtest_id: null }));
  store.dispatch(takeUpdate({ topic: 'purchases', backtest_id: null }));
  await waitFor(() => expect(screen.queryByText(/still to be paid back/)).toBeNull());
  await within(purchases).findByText('Refunded');
});

// spec: admin.38
test('a grant by an operator shows its description', async () => {
  open({
    getCreditHistory: () => [
      {
        ...{ id: 't1', operation_type: 'grant', vut_cost: -500, run_id: null, rebalance_id: null },
        created_at: '2026-01-02T03:04:05.000Z',
        description: 'Sorry for the failed run',
      },
    ],
  });
  const rows = within(await region('Transactions')).getAllByRole('row');
  expect(rows[1]?.textContent).toMatch(/^GrantSorry for the failed run2 Jan 2026.*\+500\.0000$/);
});

// spec: results.67
test('a transaction of a backtest names it and leads to its result', async () => {
  const cost = (id: string, run_id: string | null, operation_type = 'backtest') => ({
    ...{
      id,
      operation_type,
      run_id,
      rebalance_id: null,
      created_at: '2026-01-02T03:04:05.000Z',
      vut_cost: 0.25,
    },
  });
  const run = (run_id: string, name: string, has_result: boolean) => ({
    ...{ run_id, name, has_result, backtest_id: 'c1' },
  });
  open({
    getCreditHistory: () => [
      cost('t1', 'r1'),
      cost('t2', 'r2'),
      cost('t3', 'r3'),
      cost('t4', null, 'refund'),
    ],
    listRuns: () => ({ runs: [run('r1', 'Calm one', true), run('r2', 'breakout', false)] }),
  });
  const history = await region('Transactions');
  const link = await within(history).findByRole('link', { name: 'Calm one' });
  expect(link.getAttribute('href')).toBe('/app/backtest?chat=c1&item=backtest-folder-0&run=r1');
  expect(
    within(history)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'OperationDateVUT',
    expect.stringMatching(/^BacktestCalm one.*−0\.2500$/),
    expect.stringMatching(/^Backtestbreakout, result deleted/),
    expect.stringMatching(/^Backtest2 Jan 2026/),
    expect.stringMatching(/^Refund2 Jan 2026/),
  ]);
});

// spec: trading.58
test('a transaction of a rebalance names its deployment and leads to it', async () => {
  const cost = (id: string, rebalance_id: string | null) => ({
    ...{ id, operation_type: 'rebalance', run_id: null, rebalance_id },
    ...{ created_at: '2026-01-02T03:04:05.000Z', vut_cost: 50 },
  });
  open({
    getCreditHistory: () => [cost('t1', 'r1'), cost('t2', 'r2'), cost('t3', 'older')],
    listActivity: () => [
      someActivity({ id: 'r1', backtest_session_id: 'c1', deployment_name: 'Two coins' }),
      someActivity({ id: 'r2', backtest_session_id: 'c2', deployment_name: 'Calm one', mode: 'paper' }),
    ],
  });
  const history = await region('Transactions');
  const link = await within(history).findByRole('link', { name: 'Two coins' });
  expect(link.getAttribute('href')).toBe('/app/trading?chat=c1');
  expect(link.closest('td')?.textContent).toBe('RebalanceTwo coins, live');
  expect(within(history).getByText(', on paper').closest('td')?.textContent).toContain('Calm one, on paper');
  expect(within(history).getAllByRole('row').at(-1)?.textContent).toMatch(/^Rebalance2 Jan 2026/);
});

test('a transaction that paid for neither a run nor a rebalance stands for itself', async () => {
  const granted = {
    ...{ id: 't1', operation_type: 'monthly', run_id: null, rebalance_id: null },
    ...{ created_at: '2026-01-02T03:04:05.000Z', vut_cost: 50 },
  };
  const { server } = open({ getCreditHistory: () => [granted] });
  const row = within(await region('Transactions')).findByRole('row', { name: /2 Jan 2026/ });
  expect(within(await row).queryByRole('link')).toBeNull();
  expect(server.asked).not.toContain('listActivity');
});

describe('coming back from the payment page', () => {
  test.each([
    ['success=true', 'Payment successful! Your credits will be added shortly.'],
    ['canceled=true', 'Payment cancelled.'],
  ])('with %s says so, and leaves a clean address', async (search, message) => {
    open({}, `/credits?${search}`);
    expect(await screen.findByText(message)).toBeDefined();
    expect(window.location.search).toBe('');
  });
});

test('an order that did not get through is retried under the same key, so that it stays one', async () => {
  const keys: (string | null)[] = [];
  const { user } = open({ createInvoice: () => refusal(503, 'Not now') });
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', (request: Request) => {
    if (request.method === 'POST') keys.push(request.headers.get('idempotency-key'));
    return answered(request);
  });
  vi.stubGlobal('open', () => null);
  await user.click(await screen.findByRole('button', { name: /^Buy .* credits$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'The payment could not be started' });
  expect(dialog.textContent).toContain('Nothing was charged.');
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('a purchase is read again when an update names it: it is not polled', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  const { server, store } = open({ getPaymentHistory: () => [purchase] });
  store.dispatch(streamHeard());
  await within(await region('Purchases')).findByRole('link', { name: /^Pay/ });
  server.forget();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.asked).toEqual([]);
  server.answer({
    getPaymentHistory: () => [
      { ...purchase, status: 'finished', confirmed_at: purchase.created_at, payment_url: null },
    ],
    getBalance: () => ({ subscription: { ...subscription, vut_remaining: 34_998.5 } }),
  });
  store.dispatch(takeUpdate({ topic: 'purchases', backtest_id: null }));
  await within(await region('Purchases')).findByText('Paid');
  store.dispatch(takeUpdate({ topic: 'balance', backtest_id: null }));
  await waitFor(async () => expect((await region('VUT balance')).textContent).toContain('34,998.5'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.asked).toEqual(['getPaymentHistory', 'getBalance', 'getCreditHistory']);
  vi.useRealTimers();
});
