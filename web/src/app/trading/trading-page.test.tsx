// The trading page as its user sees it: with and without keys, deploying, rebalancing, and what cannot be read.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { someChat, someFolder, someStrategy } from '../../testing/samples.ts';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import {
  placeOfWidth,
  someDeployment,
  someKeys,
  somePositions,
  somePreview,
  someRebalance,
  someStatus,
  tradingAnswers,
} from '../../testing/trading.ts';
import { TradingPage } from './trading-page.tsx';

// As wide as a phone, so the parts are stacked.
beforeEach(() => placeOfWidth(600));

const open = (more: Answers = {}, path = '/app/trading') => {
  const server = serve(tradingAnswers(more));
  return { server, ...renderWeb(<TradingPage />, { path }) };
};
const region = (name: string) => screen.findByRole('region', { name });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const noDeployment: Answers = { listDeployments: () => [] };

describe('keys', () => {
  // spec: trading-page.6
  test('are requested where there are none, and positions say so', async () => {
    const problem = 'API Keys Required: Connect your exchange API keys to view positions and start trading.';
    open({ ...noDeployment, listPositions: () => refusal(400, problem, 'API_KEYS_REQUIRED') });
    const positions = await region('Current Positions');
    expect((await within(positions).findByText('API Keys Required')).textContent).toBeDefined();
    expect(positions.textContent).toContain(
      'Connect your exchange API keys to view positions and start trading.',
    );
    expect(await button('Connect API')).toBeDefined();
    expect(within(positions).getByRole('button', { name: 'Add API Keys' })).toBeDefined();
  });

  // spec: trading-page.3
  test('that are incomplete are refused at their fields before anything is sent', async () => {
    const { server, user } = open(noDeployment);
    await user.click(await button('Connect API'));
    const dialog = await screen.findByRole('dialog', { name: 'Connect API' });
    await user.click(within(dialog).getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(dialog.textContent).toContain('Both API key and secret are required'));
    expect(server.asked).not.toContain('saveApiKeys');
  });

  // spec: trading-page.1
  test('are connected, and the page says so', async () => {
    const { server, user } = open({ ...noDeployment, saveApiKeys: () => someKeys });
    await user.click(await button('Connect API'));
    const dialog = await screen.findByRole('dialog', { name: 'Connect API' });
    await user.type(within(dialog).getByRole('textbox', { name: 'API key' }), 'abcd1234efgh');
    await user.type(within(dialog).getByLabelText('API secret'), 'very secret');
    await user.click(within(dialog).getByRole('checkbox', { name: /^Testnet/ }));
    server.answer({
      getApiKeys: () => someKeys,
      listPositions: () => ({ ...somePositions({ USDT: 100 }), mode: 'live' }),
    });
    await user.click(within(dialog).getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('API keys saved successfully! Positions loaded.')).toBeDefined();
    expect(server.lastInput('saveApiKeys')).toEqual({
      ...{ exchange: 'binance', api_key: 'abcd1234efgh', api_secret: 'very secret', is_testnet: true },
    });
    expect(await button('Binance API key abcd…')).toBeDefined();
  });

  // spec: trading-page.1
  test('whose positions cannot be read are saved, and no positions are called loaded', async () => {
    const { server, user } = open({
      ...noDeployment,
      saveApiKeys: () => someKeys,
      listPositions: () => refusal(503, 'The exchange does not answer'),
    });
    await user.click(await button('Connect API'));
    const dialog = await screen.findByRole('dialog', { name: 'Connect API' });
    await user.type(within(dialog).getByRole('textbox', { name: 'API key' }), 'abcd1234efgh');
    await user.type(within(dialog).getByLabelText('API secret'), 'very secret');
    server.forget();
    await user.click(within(dialog).getByRole('button', { name: 'Connect' }));
    await screen.findByText('API keys saved successfully!');
    await waitFor(() => expect(server.asked).toContain('listPositions'));
    await screen.findByText(/^Positions 503/);
    expect(screen.queryByText(/Positions loaded/)).toBeNull();
  });

  // spec: trading-page.4
  test('that the exchange refuses stay in the form with the reason; without one, in our words', async () => {
    const refusals = [
      refusal(400, 'The exchange does not accept these API keys'),
      new Response('{"error":"The vault is sealed"}', { status: 500 }),
      refusal(500, null),
    ];
    const { user } = open({
      ...noDeployment,
      saveApiKeys: () => refusals.shift() as Response,
    });
    await user.click(await button('Connect API'));
    const dialog = await screen.findByRole('dialog', { name: 'Connect API' });
    await user.type(within(dialog).getByRole('textbox', { name: 'API key' }), 'a');
    await user.type(within(dialog).getByLabelText('API secret'), 'b');
    await user.click(within(dialog).getByRole('button', { name: 'Connect' }));
    await within(dialog).findByText('The exchange does not accept these API keys');
    await user.click(within(dialog).getByRole('button', { name: 'Connect' }));
    await within(dialog).findByText('The vault is sealed');
    await user.click(within(dialog).getByRole('button', { name: 'Connect' }));
    await within(dialog).findByText('Failed to save API keys');
  });

  // spec: trading-page.38
  test('that cannot be read say so in the head, and are requested again', async () => {
    const { server, user } = open({ getApiKeys: () => refusal(503, 'The exchange does not answer') });
    const retry = await button('API keys not read: try again');
    expect(screen.queryByRole('button', { name: 'Connect API' })).toBeNull();
    server.answer({ getApiKeys: () => someKeys });
    await user.click(retry);
    expect(await button('Binance API key abcd…')).toBeDefined();
  });

  // spec: trading-page.2
  test('a loaded backtest without keys carries a warning', async () => {
    open(noDeployment, '/app/trading?chat=c1');
    expect(await screen.findByText(/^No exchange API keys are connected/)).toBeDefined();
  });

  test('are not requested on paper: a hint says so once, and can be dismissed permanently', async () => {
    const { user, unmount } = open();
    await screen.findByText('No exchange API keys are connected: this strategy can only trade play money.');
    expect(screen.getAllByRole('button', { name: 'Connect API' })).toHaveLength(1);
    await user.click(await button('Do not show this again'));
    unmount();
    open();
    await region('Deployment');
    expect(screen.queryByText(/^No exchange API keys are connected/)).toBeNull();
  });
});

describe('positions', () => {
  // spec: trading-page.5
  test('are those above 20 USDT, the largest first, and on request all that the total holds', async () => {
    const { user } = open({
      listPositions: () => somePositions({ DOGE: 20, USDT: 50, BTC: 3_000, ETH: 20.01 }),
    });
    const table = await screen.findByRole('table', { name: 'Current Positions' });
    const names = () =>
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent);
    expect(names()).toEqual(['BTC', 'USDT', 'ETH', 'Total']);
    expect(within(table).getAllByRole('row').at(-1)?.textContent).toContain('3,090.01');
    await user.click(await button(/^Show 1 small position \(below 20 USDT/));
    expect(names()).toEqual(['BTC', 'USDT', 'ETH', 'DOGE', 'Total']);
  });

  test('of a deployment are sold to USDT one by one, and the strategy can be kept from buying again', async () => {
    const { server, user } = open({
      getDeploymentStatus: () => someStatus({ enabled: true }),
      listPositions: () => somePositions({ BTC: 3_000, DOGE: 500, USDT: 50 }),
      previewSell: () => ({ ...somePreview, vut_cost: 0 }),
      switchAutoRebalanceOff: () => someStatus(),
      sellToUsdt: () => someRebalance({ kind: 'sell' }),
    });
    const table = await screen.findByRole('table', { name: 'Current Positions' });
    await within(table).findByRole('button', { name: 'Sell BTC to USDT' });
    // Not of the portfolio.
    expect(within(table).queryByRole('button', { name: 'Sell DOGE to USDT' })).toBeNull();
    await user.click(within(table).getByRole('button', { name: 'Sell BTC to USDT' }));
    const dialog = await screen.findByRole('dialog', { name: /^Sell BTC to USDT/ });
    await within(dialog).findByText('The strategy may buy BTC again at its next decision.');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Switch auto-rebalance off, too' }));
    await user.click(within(dialog).getByRole('button', { name: 'Sell to USDT' }));
    await within(dialog).findByText('Completed: 1 of 1 order filled.');
    expect(server.lastInput('sellToUsdt')).toEqual({ id: 'c1', coins: ['BTC'] });
    expect(server.asked.indexOf('switchAutoRebalanceOff')).toBeLessThan(server.asked.indexOf('sellToUsdt'));
  });

  // spec: trading.20
  test('without a price now keep their last one, with its time', async () => {
    const answer = somePositions({ ETH: 3_000, USDT: 50 });
    const [eth, ...others] = answer.positions;
    const halted = eth && { ...eth, priced_at: '2026-03-01T12:00:00.000Z' };
    open({ listPositions: () => ({ ...answer, positions: halted ? [halted, ...others] : others }) });
    const table = await screen.findByRole('table', { name: 'Current Positions' });
    expect(within(table).getAllByText(/no price now; last .*2026/)).toHaveLength(1);
  });

  test('were bought at an average with as many digits as prices have, and losses are marked', async () => {
    const answer = somePositions({ ETH: 3_000 });
    const bought = { average_entry_usdt: 2_109.41936, profit_loss_usdt: -3.5, profit_loss_percent: -0.11 };
    open({
      listPositions: () => ({ ...answer, positions: answer.positions.map((one) => ({ ...one, ...bought })) }),
    });
    const table = await screen.findByRole('table', { name: 'Current Positions' });
    expect(within(table).getByText('2,109.42')).toBeDefined();
    expect(within(table).getByText('−3.50').hasAttribute('data-loss')).toBe(true);
  });

  // spec: trading-page.7
  test('that cannot be read say the code, and are requested again', async () => {
    const { server, user } = open({ listPositions: () => refusal(503, 'The exchange does not answer') });
    const positions = await region('Current Positions');
    await within(positions).findByText(/^Positions 503: The exchange does not answer/);
    server.answer({ listPositions: () => somePositions({ USDT: 100 }) });
    await user.click(within(positions).getByRole('button', { name: 'Try again' }));
    await within(positions).findByRole('table');
  });
});

describe('the deployment', () => {
  // spec: trading-page.15
  test('shows which money it is about, its value in the title, and its tabs', async () => {
    open();
    const strategy = await region('Deployment');
    expect(within(strategy).getByText('PAPER')).toBeDefined();
    const names = (await within(strategy).findAllByRole('tab')).map(({ textContent }) => textContent);
    expect(names).toEqual([
      ...['Control', 'Settings', 'Strategy', 'Table', 'Chart', 'Statistics', 'Activity'],
    ]);
    await waitFor(() => expect(document.title).toBe('10,123.45 USDT · Trading · Tradeium'));
  });

  test('shows figures of its backtest without the label of the money that it trades', async () => {
    const { user } = open();
    const deployment = await region('Deployment');
    await user.click(await within(deployment).findByRole('tab', { name: 'Statistics' }));
    await within(deployment).findByText('From the backtest, before this strategy was deployed.');
    expect(within(deployment).queryByText('PAPER')).toBeNull();
    await user.click(within(deployment).getByRole('tab', { name: 'Activity' }));
    expect(within(deployment).getByText('PAPER')).toBeDefined();
  });

  test('is named after its strategy and chat, and says in the header that it is stopped', async () => {
    const folder = someFolder('r1', 'backtest_r1', { strategy: 'dual momentum' });
    open({
      listDeployments: () => [someDeployment({ status: 'stopped' })],
      listChats: () => [someChat('c1', 'My first backtest')],
      listFiles: () => ({ files: [{ ...folder, display_name: '2024-10-08 to 2025-10-08, 24h' }] }),
    });
    const header = within(await screen.findByRole('banner'));
    await header.findByText('dual momentum · My first backtest');
    expect(header.getByText('Stopped')).toBeDefined();
    expect(header.getByRole('button', { name: 'All trading stopped' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
  });

  // spec: trading-page.16
  test('of a private strategy has neither code nor table', async () => {
    const folder = { backtest_folder_name: 'backtest_TrendBot 2.0_x' };
    open({ getDeploymentStatus: () => someStatus(folder) });
    const strategy = await region('Deployment');
    const names = (await within(strategy).findAllByRole('tab')).map(({ textContent }) => textContent);
    expect(names).toEqual(['Control', 'Settings', 'Statistics', 'Chart', 'Activity']);
  });

  // spec: trading-page.8
  test('that cannot be read says the code', async () => {
    open({ getDeploymentStatus: () => refusal(500, null) });
    expect(await screen.findByText('Status 500')).toBeDefined();
  });

  // spec: trading-page.17
  test('without one, the page leads to the results', async () => {
    const { user } = open({
      ...noDeployment,
      listChats: () => [someChat('c1', 'Momentum')],
      listFiles: () => ({ files: [someStrategy('alpha'), someFolder('r1')] }),
    });
    await user.click(await button('Choose a result'));
    await user.click(await button('Expand Momentum'));
    const idle = await screen.findByRole('treeitem', { name: 'alpha' });
    expect(idle.title).toBe('Select a backtest result folder to deploy this strategy');
    expect(idle.getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Create Chat' })).toBeNull();
  });
});

test('keys that a live deployment trades with are not offered for removal', async () => {
  const live = someDeployment({ mode: 'live', look: 'live' });
  const { user } = open({ getApiKeys: () => someKeys, listDeployments: () => [live] });
  await user.click(await button(/^Binance API key/));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove keys' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove the API keys?' });
  expect(dialog.textContent).toContain('Stop it before you remove them.');
  expect(within(dialog).queryByRole('button', { name: 'Remove' })).toBeNull();
});

const openResult = async (more: Answers) => {
  const view = open({
    ...noDeployment,
    listChats: () => [someChat('c1', 'Momentum')],
    listFiles: () => ({ files: [someStrategy('alpha'), someFolder('r1')] }),
    ...more,
  });
  await view.user.click(await button('Choose a result'));
  await view.user.click(await button('Expand Momentum'));
  await view.user.click(await screen.findByRole('treeitem', { name: /^backtest_r1/ }));
  return view;
};

describe('a folder that is chosen', () => {
  // spec: trading-page.19
  test('without keys asks for them, and offers play money', async () => {
    const { server, user } = await openResult({ saveDeployment: () => someDeployment() });
    const needed = await screen.findByRole('dialog', { name: 'Connect API' });
    expect(needed.textContent).toContain('Keys are encrypted and stored securely.');
    expect(within(needed).getByRole('link', { name: 'Go to Trading Page' }).getAttribute('href')).toMatch(
      /^\/app\/trading/,
    );
    await user.click(within(needed).getByRole('button', { name: 'Try with play money' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deploy with play money' });
    server.answer({ listDeployments: () => [someDeployment()] });
    await user.click(within(dialog).getByRole('button', { name: 'Deploy on paper' }));
    await waitFor(() => expect(window.location.search).toBe('?chat=c1'));
    expect(server.lastInput('saveDeployment')).toEqual({
      backtest_session_id: 'c1',
      backtest_folder_name: 'backtest_r1',
      mode: 'paper',
      paper_capital_usdt: 10_000,
    });
    await region('Deployment');
    expect(screen.queryByRole('tree')).toBeNull();
  });

  test('an amount of play money that cannot be deployed is refused at its field', async () => {
    const { server, user } = await openResult({ getApiKeys: () => refusal(404, null) });
    await user.click(await button('Try with play money'));
    const capital = await screen.findByRole('textbox', { name: 'Starting play money' });
    await user.clear(capital);
    await screen.findByText(/^Enter an amount from 10 to/);
    await user.type(capital, '0');
    await user.click(await button('Deploy on paper'));
    expect(capital.getAttribute('aria-invalid')).toBe('true');
    expect(server.asked).not.toContain('saveDeployment');
  });

  // spec: trading-page.20
  test('with keys is confirmed, with the warning, and can be put on paper instead', async () => {
    const { server, user } = await openResult({
      getApiKeys: () => someKeys,
      saveDeployment: () => someDeployment({ mode: 'live', look: 'live' }),
    });
    const dialog = await screen.findByRole('dialog', { name: 'Deploy Strategy Live' });
    expect(dialog.textContent).toContain(
      'This creates live trades using the connected exchange account. Review the strategy in backtesting first. Past performance does not guarantee future results.',
    );
    await user.click(within(dialog).getByRole('radio', { name: /^Play money/ }));
    expect(dialog.textContent).not.toContain('live trades');
    await user.click(within(dialog).getByRole('radio', { name: /key abcd…/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Deploy live' }));
    await waitFor(() => expect(server.lastInput('saveDeployment')).toMatchObject({ mode: 'live' }));
  });

  // spec: trading-page.21
  test.each([
    [409, 'This backtest failed, so there is nothing to deploy', /^Failed to save deployment: This backtest/],
    [500, null, 'Failed to save deployment. Please try again.'],
  ])('that is refused with %s says why', async (status, detail, words) => {
    const { user } = await openResult({
      getApiKeys: () => someKeys,
      saveDeployment: () => refusal(status, detail),
    });
    const dialog = await screen.findByRole('dialog', { name: 'Deploy Strategy Live' });
    await user.click(within(dialog).getByRole('button', { name: 'Deploy live' }));
    await within(dialog).findByText(words);
  });
});
