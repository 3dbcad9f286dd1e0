// A rebalance by hand on the trading page: its preview, what holds it up, and its outcome.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import { placeOfWidth, somePreview, someRebalance, tradingAnswers, turnTo } from '../../testing/trading.ts';
import { TradingPage } from './trading-page.tsx';

// As wide as a phone, so the parts are stacked.
beforeEach(() => placeOfWidth(600));

const open = (more: Answers = {}, path = '/app/trading') => {
  const server = serve(tradingAnswers(more));
  return { server, ...renderWeb(<TradingPage />, { path }) };
};
const button = (name: string | RegExp) => screen.findByRole('button', { name });

// spec: trading-page.28
test('a manual rebalance is previewed, confirmed, and its outcome shown', async () => {
  const { server, user } = open({
    previewRebalance: () => somePreview,
    rebalanceNow: () => someRebalance(),
  });
  await user.click(await button('Rebalance now'));
  const dialog = await screen.findByRole('dialog', { name: /^Rebalance now/ });
  const plan = await within(dialog).findByRole('table', { name: 'What this rebalance does' });
  expect(plan.textContent).toContain('Buy 0.05');
  expect(plan.textContent).toContain('Not sent: the exchange does not accept orders this small');
  expect(server.asked).not.toContain('rebalanceNow');
  await user.click(within(dialog).getByRole('button', { name: 'Send orders (50 VUT)' }));
  await within(dialog).findByText('Completed: 1 of 1 order filled.');
  expect(within(dialog).getByRole('table', { name: 'Orders of this rebalance' }).textContent).toContain(
    'Filled',
  );
});

test('a preview that is open survives a turn of the screen', async () => {
  const { server, user } = open({ previewRebalance: () => somePreview });
  await user.click(await button('Rebalance now'));
  await button('Send orders (50 VUT)');
  turnTo(1_000);
  expect(await button('Send orders (50 VUT)')).toBeDefined();
  expect(server.asked.filter((name) => name === 'previewRebalance')).toHaveLength(1);
});

test('a preview says when the limits would hold the rebalance up', async () => {
  const held_up = 'An order of BTC for up to 101.00 USDT is larger than your limits allow (100 USDT)';
  const { user } = open({
    previewRebalance: () => ({ ...somePreview, held_up, held_up_code: 'MANDATE_ORDER_TOO_LARGE' }),
  });
  await user.click(await button('Rebalance now'));
  const dialog = await screen.findByRole('dialog', { name: /^Rebalance now/ });
  expect(await within(dialog).findByText('Your limits cut this rebalance short')).toBeTruthy();
  expect(
    within(dialog).getByText(`${held_up}. The rebalance ends at that order; those before it are sent.`),
  ).toBeTruthy();
});

test('a preview says once what holds up the whole rebalance, and offers nothing to send', async () => {
  const held = { held_up: 'This deployment is stopped', held_up_code: 'DEPLOYMENT_STOPPED' };
  const { user } = open({ previewRebalance: () => ({ ...somePreview, ...held, orders: [] }) });
  await user.click(await button('Rebalance now'));
  expect(await screen.findByText('This deployment is stopped')).toBeDefined();
  expect(await button('Send orders')).toHaveProperty('disabled', true);
});

test('a preview says what an order is cut to, and why', async () => {
  const [btc, ...others] = somePreview.rows;
  const cut = { ...btc, wanted_usdt: 4_200, ordered_usdt: 1_000, state: 'cut', reason: 'above-order-max' };
  const rows = [cut as NonNullable<typeof btc>, ...others];
  const { user } = open({ previewRebalance: () => ({ ...somePreview, rows }) });
  await user.click(await button('Rebalance now'));
  const plan = await screen.findByRole('table', { name: 'What this rebalance does' });
  expect(plan.textContent).toContain(
    'Cut from 4,200.00 USDT to 1,000.00 USDT: your largest order; the rest follows at the next rebalances',
  );
});

test('a plan without orders cannot be sent', async () => {
  const held = { held_up: 'There is nothing to trade', held_up_code: 'NOTHING_TO_TRADE' };
  const { user } = open({ previewRebalance: () => ({ ...somePreview, ...held, orders: [] }) });
  await user.click(await button('Rebalance now'));
  expect(await button('Nothing to trade')).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: /^Send orders/ })).toBeNull();
});

// spec: trading-page.27
test.each([
  [402, { message: 'This needs 50 VUT, and 12 are left.' }, 'This needs 50 VUT, and 12 are left.'],
  [402, null, 'Insufficient VUT credits. Please top up your account to continue.'],
  [402, 'Payment Required', 'Insufficient VUT credits. Please top up your account to continue.'],
  [500, null, 'Rebalance failed: 500'],
])('a rebalance that is refused with %s says why', async (status, detail, words) => {
  const { user } = open({
    previewRebalance: () => somePreview,
    rebalanceNow: () => refusal(status, detail),
  });
  await user.click(await button('Rebalance now'));
  await user.click(await button(/^Send orders/));
  expect(await screen.findByText(words)).toBeDefined();
});
