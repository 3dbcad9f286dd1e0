// Before money is at risk: whose keys they are, what the account holds, what is traded of it, and the limits.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { NO_MANDATE } from '@tradeium/contracts';
import { beforeEach, expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import {
  placeOfWidth,
  someDeployment,
  someKeys,
  somePositions,
  someStatus,
  tradingAnswers,
} from '../../testing/trading.ts';
import { TradingPage } from './trading-page.tsx';

// As wide as a phone, so the parts are stacked.
beforeEach(() => placeOfWidth(600));

const open = (more: Answers = {}) => {
  const server = serve(tradingAnswers(more));
  return { server, ...renderWeb(<TradingPage />, { path: '/app/trading' }) };
};
const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('keys of which the exchange does not say whose they are ask for a confirmation while a deployment trades', async () => {
  const detail = 'The exchange does not say whose account these API keys belong to.';
  const { server, user } = open({
    getApiKeys: () => someKeys,
    listDeployments: () => [someDeployment({ mode: 'live', look: 'live' })],
    saveApiKeys: () => refusal(409, detail, 'API_KEYS_ACCOUNT_UNKNOWN'),
  });
  await user.click(await button(/^Binance API key/));
  await user.click(await screen.findByRole('menuitem', { name: 'Replace keys' }));
  const dialog = await screen.findByRole('dialog', { name: 'Replace API keys' });
  await within(dialog).findByText(/must belong to the same exchange account/);
  expect(within(dialog).queryByRole('checkbox', { name: /^These keys belong/ })).toBeNull();
  await user.type(within(dialog).getByRole('textbox', { name: 'API key' }), 'abcd');
  await user.type(within(dialog).getByLabelText('API secret'), 'secret');
  await user.click(within(dialog).getByRole('button', { name: 'Connect' }));
  await user.click(await within(dialog).findByRole('checkbox', { name: /^These keys belong/ }));
  const positions = { ...somePositions({ BTC: 3_000 }), mode: 'live' as const };
  server.answer({ saveApiKeys: () => someKeys, listPositions: () => positions });
  await user.click(within(dialog).getByRole('button', { name: 'Connect' }));
  await screen.findByText('API keys saved successfully! Positions loaded.');
  expect(server.lastInput('saveApiKeys')).toMatchObject({ is_same_account: true });
});

// spec: trading.17
test('going live keeps the limits of the deployment on paper, and shows them to be changed', async () => {
  const mandate = { ...NO_MANDATE, order_max_usdt: 500, drawdown_stop_percent: 15 };
  const { server, user } = open({
    getApiKeys: () => someKeys,
    listDeployments: () => [someDeployment({ mandate })],
    getDeploymentStatus: () => someStatus({ mandate, rebalance_every: 'monthly' }),
    saveDeployment: () => someDeployment({ mode: 'live', look: 'live', mandate }),
  });
  await user.click(await button('Go live'));
  const dialog = await screen.findByRole('dialog', { name: 'Deploy Strategy Live' });
  expect(dialog.textContent).toContain(`This ends this chat's paper deployment (Calm momentum).`);
  expect(dialog.textContent).toContain('It manages all USDT in this account');
  expect(dialog.textContent).toContain('Rebalance policy: Monthly, no drift band');
  const largest = within(dialog).getByRole('textbox', { name: /^Largest order/ });
  expect(largest).toHaveProperty('value', '500');
  await user.type(largest, '0');
  await user.click(within(dialog).getByRole('button', { name: 'Deploy live' }));
  await waitFor(() =>
    expect(server.lastInput('saveDeployment')).toMatchObject({
      mode: 'live',
      mandate: { order_max_usdt: 5_000, drawdown_stop_percent: 15, coins: null },
    }),
  );
});

// spec: trading-page.11
test('going live shows first what the account holds, what of it is traded, and the limits', async () => {
  const { user } = open({
    getApiKeys: () => someKeys,
    listPositions: () => somePositions({ USDT: 1_000, BTC: 500, DOGE: 4_000 }),
  });
  await user.click(await button('Go live'));
  const dialog = await screen.findByRole('dialog', { name: 'Deploy Strategy Live' });
  await within(dialog).findByText('5,500.00 USDT');
  expect(dialog.textContent).toContain('the coins in its portfolio: BTC, ETH.');
  expect(dialog.textContent).toContain('This strategy trades with 1,500.00 USDT of it.');
  expect(within(dialog).getByRole('textbox', { name: /^Largest order/ })).toBeDefined();
  expect(within(dialog).getByRole('checkbox', { name: 'ETH' })).toHaveProperty('checked', true);
});

test('a balance that cannot be read is said before going live', async () => {
  const { user } = open({
    getApiKeys: () => someKeys,
    listPositions: () => refusal(503, 'The exchange does not answer'),
  });
  await user.click(await button('Go live'));
  const dialog = await screen.findByRole('dialog', { name: 'Deploy Strategy Live' });
  await within(dialog).findByText(/^Positions 503/);
});

test('an amount of the account is deployed next to others; what is free is shown', async () => {
  const share = { usdt: 1_000 };
  const { server, user } = open({
    getApiKeys: () => someKeys,
    listDeployments: () => [
      someDeployment(),
      someDeployment({ id: 'd2', backtest_session_id: 'c2', mode: 'live', look: 'live', share }),
    ],
    listPositions: () => ({ ...somePositions({ USDT: 3_000 }), free_usdt: 2_000 }),
    saveDeployment: () => someDeployment({ mode: 'live', look: 'live', share }),
  });
  await user.click(await button('Go live'));
  const dialog = await screen.findByRole('dialog', { name: 'Deploy Strategy Live' });
  const much = within(dialog).getByRole('radiogroup', { name: 'How much of the account' });
  expect(within(much).getByRole('radio', { name: 'An amount in USDT' })).toHaveProperty('checked', true);
  expect(dialog.textContent).toContain('It trades nothing else in the account.');
  await within(dialog).findByText('2,000.00 USDT');
  await user.click(within(dialog).getByRole('button', { name: 'Deploy live' }));
  await within(dialog).findByText('Enter an amount of at least 10 USDT, with two decimals at most');
  await user.type(within(dialog).getByRole('textbox', { name: 'Amount in USDT' }), '1,000.50');
  await user.click(within(dialog).getByRole('button', { name: 'Deploy live' }));
  await waitFor(() => expect(server.lastInput('saveDeployment')).toMatchObject({ share: { usdt: 1_000.5 } }));
});

test('a percentage shows what it begins with', async () => {
  const { server, user } = open({
    getApiKeys: () => someKeys,
    listPositions: () => ({ ...somePositions({ USDT: 3_000 }), free_usdt: 1_500, free_percent: 50 }),
  });
  await user.click(await button('Go live'));
  const dialog = await screen.findByRole('dialog', { name: 'Deploy Strategy Live' });
  await user.click(within(dialog).getByRole('radio', { name: 'A percentage' }));
  await user.type(
    within(dialog).getByRole('textbox', { name: 'Percentage of the account after fixed amounts' }),
    '25',
  );
  expect(dialog.textContent).toContain('It begins with 750.00 USDT.');
  expect(dialog.textContent).toMatch(/Other deployments leave 50\s% of the account\./);
  await user.click(within(dialog).getByRole('button', { name: 'Deploy live' }));
  await waitFor(() => expect(server.lastInput('saveDeployment')).toMatchObject({ share: { percent: 25 } }));
});

test('a share is named in the head and with its positions', async () => {
  const share = { percent: 25 };
  open({
    getApiKeys: () => someKeys,
    listDeployments: () => [someDeployment({ mode: 'live', look: 'live', share })],
    getDeploymentStatus: () => someStatus({ mode: 'live', look: 'live', share }),
    listPositions: () => ({ ...somePositions({ USDT: 250 }), elsewhere_usdt: 750 }),
  });
  await screen.findByText(/^share: 25\s%$/);
  const positions = await screen.findByRole('region', { name: 'Positions of this deployment' });
  await within(positions).findByText(
    'The rest of the account, 750.00 USDT, is not traded by this deployment.',
  );
});
