// The controls of a deployment: each switch asks the server, says what went wrong, and reads the status again.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { DeploymentStatus, RebalancePreview } from '@tradeium/contracts';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../../testing/server.ts';
import {
  somePositions,
  somePreview,
  someRebalance,
  someStatus,
  tradingAnswers,
} from '../../../testing/trading.ts';
import { ControlTab } from './control-tab.tsx';

const open = (more: Partial<DeploymentStatus> = {}, answers: Answers = {}) => {
  const status = someStatus(more);
  const server = serve(tradingAnswers(answers));
  const onRefresh = vi.fn();
  const onGoLive = vi.fn();
  const shown = <ControlTab status={status} onRefresh={onRefresh} onGoLive={onGoLive} />;
  return { server, onRefresh, onGoLive, ...renderWeb(shown, { path: '/app/trading' }) };
};

/** Beside the positions, which are read for the value. */
const asked = ({ asked: names }: ReturnType<typeof open>['server']) =>
  names.filter((name) => name !== 'listPositions');
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const confirm = async (user: ReturnType<typeof open>['user'], name: string, action: string) => {
  const dialog = await screen.findByRole('dialog', { name });
  await user.click(within(dialog).getByRole('button', { name: action }));
};

describe('auto-rebalance', () => {
  // spec: trading-page.26
  test('switched on asks for the worker, says when there is none, and reads the status after a second', async () => {
    const { server, user, onRefresh } = open(
      {},
      {
        switchAutoRebalanceOn: () => someStatus({ enabled: true }),
        getWorkerStatus: () => ({
          celery_worker_running: false,
          checked_at: '2026-03-04T00:00:00.000Z',
          error: null,
        }),
      },
    );
    const startedAt = performance.now();
    await user.click(screen.getByRole('switch', { name: /^Auto-rebalance OFF/ }));
    expect(await screen.findByText(/^No rebalance worker is running/)).toBeDefined();
    expect(asked(server).slice(0, 2)).toEqual(['switchAutoRebalanceOn', 'getWorkerStatus']);
    await waitFor(() => expect(onRefresh).toHaveBeenCalledOnce());
    // Timers may be a hair early.
    expect(performance.now() - startedAt).toBeGreaterThan(990);
  });

  test('switched off does not ask for the worker', async () => {
    const { server, user, onRefresh } = open(
      { enabled: true },
      { switchAutoRebalanceOff: () => someStatus() },
    );
    await user.click(screen.getByRole('switch', { name: /^Auto-rebalance ON/ }));
    await waitFor(() => expect(onRefresh).toHaveBeenCalled());
    expect(server.asked).not.toContain('getWorkerStatus');
  });

  test('says when it trades, and by which policy', () => {
    open({ enabled: true, rebalance_every: 'weekly', drift_band_percent: 5, drift_band_to: 'edge' });
    expect(screen.getByText(/^A rebalance at the first bar of each week\./)).toBeDefined();
    expect(screen.getByText(/^Weekly, 5\s% band, to the edge$/)).toBeDefined();
  });

  test('says before it is switched on that it goes on by its calendar', () => {
    open({ rebalance_every: 'monthly', last_rebalance_at: '2026-03-04T00:00:10.000Z' });
    const words = /^If you switch it on now, it rebalances at the first bar of each month\./;
    expect(screen.getByText(words)).toBeDefined();
  });

  test('trades at every bar where each is the first one of its day', () => {
    open({ enabled: true, rebalance_every: 'daily' });
    expect(screen.getByText(/^A rebalance at every closed bar \(1 Day\)\./)).toBeDefined();
  });

  test('says during a rebalance that switched off it sends no further order', () => {
    open({ enabled: true, rebalance_id: 'r1' });
    expect(
      screen.getByText('A rebalance is under way. Switching off stops further orders and sells no positions'),
    ).toBeDefined();
  });

  // spec: trading-page.14
  test('that cannot be switched says the code', async () => {
    const { user } = open({}, { switchAutoRebalanceOn: () => refusal(409, 'This deployment is paused') });
    await user.click(screen.getByRole('switch', { name: /^Auto-rebalance OFF/ }));
    expect(await screen.findByText('Toggle 409: This deployment is paused')).toBeDefined();
  });
});

describe('when it trades', () => {
  const due = new Date(Date.now() + 3 * 3_600_000);
  const words = `${due.getUTCDate()} `;

  // spec: trading-page.12
  test('is said with day and time before it is switched on: once the open bar has closed', async () => {
    open();
    const text = (await screen.findByText(/^If you switch it on now/)).textContent;
    expect(text).toMatch(/on \d+ \w+ \d{4}, 00:00 UTC \(in .*\)\. The current bar/);
  });

  test('for the first time says that the open bar has to close', async () => {
    open({ enabled: true, next_rebalance_at: due.toISOString() });
    const text = (await screen.findByText(/^The first rebalance is due on/)).textContent;
    expect(text).toContain(words);
    expect(text).toContain('(in 3 h)');
    expect(text).toContain('has to close first');
  });

  test('the next time follows a rebalance', async () => {
    open({ enabled: true, next_rebalance_at: due.toISOString(), last_rebalance_at: due.toISOString() });
    const text = (await screen.findByText(/^The next rebalance is due on/)).textContent;
    expect(text).toContain('UTC (in 3 h)');
    expect(text).toContain('If the strategy decides on that bar, it trades what is off its target');
  });

  test('is not said while it is paused', async () => {
    open({ status: 'paused', enabled: true, next_rebalance_at: due.toISOString() });
    await button('Resume');
    expect(screen.queryByText(/rebalance is due on/)).toBeNull();
  });
});

/** Its button 'Go live' stops it. */
const Stopping = () => {
  const [status, setStatus] = useState<DeploymentStatus['status']>('active');
  const stop = () => setStatus('stopped');
  return <ControlTab status={someStatus({ status })} onRefresh={() => undefined} onGoLive={stop} />;
};

describe('the keyboard', () => {
  test('is back at the button when a dialog is left', async () => {
    const { user } = open();
    const stop = await button('Stop trading');
    stop.focus();
    await user.keyboard('{Enter}');
    const cancel = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(stop));
  });

  test('is at the way out once orders were sent', async () => {
    const { user } = open({}, { previewRebalance: () => somePreview, rebalanceNow: () => someRebalance() });
    await user.click(await button('Rebalance now'));
    (await button(/^Send orders/)).focus();
    await user.keyboard('{Enter}');
    await screen.findByText(/^Completed: 1 of 1 order/);
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain(
      'Cost 2.50 USDT: fees 3.00 USDT, prices 0.50 USDT better than planned.',
    );
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  });

  test('stays with the deployment when its button goes with the state', async () => {
    serve(tradingAnswers());
    const { user } = renderWeb(<Stopping />, { path: '/app/trading' });
    (await button('Go live')).focus();
    await user.keyboard('{Enter}');
    const said = await screen.findByText('Stopped');
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    expect(document.activeElement?.contains(said)).toBe(true);
  });
});

// spec: trading-page.31
test('stopping asks first, and says what happens to orders and positions', async () => {
  const { server, user } = open({}, { stopDeployment: () => ({ stopped: 1 }) });
  await user.click(await button('Stop trading'));
  expect(asked(server)).toEqual([]);
  expect((await screen.findByRole('dialog')).textContent).toMatch(
    /fill at once or are cancelled\..*No positions are sold/s,
  );
  await confirm(user, 'Stop this deployment?', 'Stop trading');
  await waitFor(() => expect(server.asked).toContain('stopDeployment'));
});

describe('a sell to USDT', () => {
  const plan: RebalancePreview = {
    ...somePreview,
    orders: [{ coin: 'BTC', side: 'sell', quantity: '0.05', price: '60000', notional: '3000' }],
    rows: [
      {
        ...{ coin: 'ETH', now: 0.1, target: 0, after: 0.1, side: 'sell', quantity: '0' },
        ...{ wanted_usdt: 4, ordered_usdt: 0, state: 'not-sent', reason: 'locked' },
      },
    ],
    vut_cost: 0,
  };
  const sold = () => someRebalance({ kind: 'sell', vut_cost: 0 });

  test('is previewed, confirmed and shown, also while the deployment is stopped', async () => {
    const { server, user } = open(
      { status: 'stopped', stopped_by: 'user', enabled: false },
      { previewSell: () => plan, sellToUsdt: sold },
    );
    await user.click(await button('Sell to USDT'));
    const dialog = await screen.findByRole('dialog', { name: /^Sell everything to USDT/ });
    await within(dialog).findByText('Not sent: locked in another order');
    expect(server.asked).not.toContain('sellToUsdt');
    await user.click(within(dialog).getByRole('button', { name: 'Sell to USDT' }));
    await within(dialog).findByText('Completed: 1 of 1 order filled.');
    expect(server.lastInput('sellToUsdt')).toEqual({ id: 'c1' });
  });

  test('says that auto-rebalance goes off with it', async () => {
    const { user } = open({ enabled: true }, { previewSell: () => plan });
    await user.click(await button('Sell to USDT'));
    expect(await screen.findByText(/^Auto-rebalance is switched off, or/)).toBeDefined();
  });

  test('follows a stop where that is wanted, and its outcome is shown', async () => {
    const { server, user } = open({}, { stopDeployment: () => ({ stopped: 1 }), sellToUsdt: sold });
    await user.click(await button('Stop trading'));
    const dialog = await screen.findByRole('dialog', { name: 'Stop this deployment?' });
    await user.click(within(dialog).getByRole('checkbox', { name: 'Also sell everything to USDT' }));
    await user.click(within(dialog).getByRole('button', { name: 'Stop trading and sell' }));
    await within(dialog).findByText('Sold: 1 of 1 order filled.');
    expect(within(dialog).getByText('Trading is stopped')).toBeDefined();
    expect(asked(server).slice(0, 2)).toEqual(['stopDeployment', 'sellToUsdt']);
  });

  test('that fails after a stop says so, and that trading is stopped', async () => {
    const { user } = open(
      {},
      {
        stopDeployment: () => ({ stopped: 1 }),
        sellToUsdt: () => refusal(503, 'The exchange does not answer at the moment. Please try again.'),
      },
    );
    await user.click(await button('Stop trading'));
    await user.click(await screen.findByRole('checkbox', { name: 'Also sell everything to USDT' }));
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Stop trading and sell' }),
    );
    expect(await screen.findByText(/^Not sold: The exchange does not answer/)).toBeDefined();
    expect(screen.getByText('Trading is stopped')).toBeDefined();
  });
});

// spec: trading-page.30
test('a paused deployment says why, trades nothing, and is resumed once confirmed', async () => {
  const { server, user } = open(
    { status: 'paused', status_reason: 'the account differs from our orders' },
    { resumeDeployment: () => someStatus() },
  );
  expect(await screen.findByText('The account differs from our orders')).toBeDefined();
  expect(await button('Rebalance now')).toHaveProperty('disabled', true);
  await user.click(await button('Resume'));
  await confirm(user, 'Resume trading?', 'Resume');
  await waitFor(() => expect(server.asked).toContain('resumeDeployment'));
});

test('a deployment that its drawdown stopped says what a restart does', async () => {
  const { user } = open({
    status: 'stopped',
    stopped_by: 'drawdown',
    status_reason: 'Its drawdown stop was reached',
  });
  await user.click(await button('Resume'));
  expect((await screen.findByRole('dialog', { name: 'Resume trading?' })).textContent).toContain(
    'was reached. The drawdown is counted from now; auto-rebalance stays off.',
  );
});

test.each([
  [false, /orders again\. Auto-rebalance stays off until you switch it on\./],
  [true, /orders again\.(?! Auto)/],
])('whether a resumed deployment rebalances by itself is said: auto-rebalance %s', async (enabled, words) => {
  const { user } = open({ status: 'stopped', enabled });
  await user.click(await button('Resume'));
  expect((await screen.findByRole('dialog', { name: 'Resume trading?' })).textContent).toMatch(words);
});

// spec: trading-page.34
test('a drawdown near its limit is said with the limit', async () => {
  const mandate = { ...someStatus().mandate, drawdown_stop_percent: 20 };
  open({ drawdown_warning: true, drawdown_percent: 16.5, mandate });
  expect((await screen.findByText(/^The drawdown is/)).textContent).toMatch(/16\.50.%.*stops.* at 20.%/);
});

describe('value and return', () => {
  const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

  test('are of one moment: the prices of the positions', async () => {
    const held = { ...somePositions({ BTC: 9_992.05 }), return_percent: -0.0795 };
    open({ return_percent: -0.11 }, { listPositions: () => held });
    await waitFor(() => expect(fact('Portfolio value')).toMatch(/^9,992\.05 USDTas of \d\d:\d\d UTC$/));
    expect(fact('Return')).toMatch(/^−0\.08\u202F%as of/);
  });

  test('leave the drawdown to the one value that warnings and stops go by, with its time', async () => {
    const held = somePositions({ BTC: 9_992.05 });
    open({ drawdown_percent: 0.11 }, { listPositions: () => held });
    await waitFor(() => expect(fact('Portfolio value')).toMatch(/^9,992/));
    expect(fact('Drawdown')).toMatch(/^−0\.11\u202F%as of .*2026/);
    expect(screen.getByText('Drawdown').nextElementSibling?.querySelector('[data-loss]')).not.toBeNull();
  });

  test('are of the last valuation, and say so, where positions cannot be read', async () => {
    open({ return_percent: -0.11, drawdown_percent: 0.11 }, { listPositions: () => refusal(503, null) });
    await waitFor(() => expect(fact('Portfolio value')).toBe('10,123.45 USDTat the last valuation'));
    expect(fact('Return')).toBe('−0.11\u202F%at the last valuation');
  });

  test('are not known while a held coin has no price', async () => {
    const held = { ...somePositions({ BTC: 9_992.05 }), managed_usdt: null };
    open({ return_percent: -0.11, drawdown_percent: 0.11 }, { listPositions: () => held });
    await waitFor(() => expect(fact('Portfolio value')).toBe('—a coin has no price'));
    expect(fact('Return')).toBe('—a coin has no price');
  });
});

// spec: trading-page.41
test('only a deployment on paper offers to go live', async () => {
  const { user, onGoLive } = open();
  await user.click(await button('Go live'));
  expect(onGoLive).toHaveBeenCalledOnce();
});

test('one on paper that is stopped does not', async () => {
  open({ status: 'stopped', stopped_by: 'user', status_reason: 'Stopped by you' });
  await button('Resume');
  expect(screen.queryByRole('button', { name: 'Go live' })).toBeNull();
});

test('a live one does not', async () => {
  open({ mode: 'live', look: 'live' });
  await button('Rebalance now');
  expect(screen.queryByRole('button', { name: 'Go live' })).toBeNull();
});

describe('limits', () => {
  test('without a coin are not sent', async () => {
    const { server, user } = open({}, { changeMandate: () => someStatus() });
    await user.click(screen.getByText('Limits: none'));
    for (const coin of ['BTC', 'ETH']) await user.click(screen.getByRole('checkbox', { name: coin }));
    await user.click(await button('Save limits'));
    expect(await screen.findByText(/^Choose at least one coin\./)).toBeDefined();
    expect(server.asked).not.toContain('changeMandate');
  });

  // spec: trading-page.32
  test('are sent as they are typed; all coins are not a limit', async () => {
    const { server, user } = open({}, { changeMandate: () => someStatus() });
    await user.click(screen.getByText('Limits: none'));
    await user.type(screen.getByRole('textbox', { name: /^Largest order/ }), '500');
    await user.type(screen.getByRole('textbox', { name: /^Stop at a drawdown of/ }), '15');
    await user.click(await button('Save limits'));
    await waitFor(() => expect(server.asked).toContain('changeMandate'));
    expect(server.lastInput('changeMandate')).toEqual({
      id: 'c1',
      order_max_usdt: 500,
      daily_turnover_max_usdt: null,
      drawdown_stop_percent: 15,
      coins: null,
      expires_at: null,
      on_drawdown: 'pause',
      on_limit: 'cut',
    });
  });

  test('say what the drawdown stop does with the coins', async () => {
    const { server, user } = open({}, { changeMandate: () => someStatus() });
    await user.click(screen.getByText('Limits: none'));
    await user.type(screen.getByRole('textbox', { name: /^Stop at a drawdown of/ }), '15');
    await user.selectOptions(screen.getByRole('combobox', { name: 'At that drawdown' }), 'sell');
    await user.click(await button('Save limits'));
    await waitFor(() =>
      expect(server.lastInput('changeMandate')).toMatchObject({
        drawdown_stop_percent: 15,
        on_drawdown: 'sell',
      }),
    );
  });

  test('that make no sense are refused at their field', async () => {
    const { server, user } = open();
    await user.click(screen.getByText('Limits: none'));
    await user.type(screen.getByRole('textbox', { name: /^Stop at a drawdown of/ }), '120');
    await user.click(await button('Save limits'));
    expect(await screen.findByText(/^Enter a percentage from 0.01/)).toBeDefined();
    expect(asked(server)).toEqual([]);
  });
});
