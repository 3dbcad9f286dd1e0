// From a result to trading: with play money first, then with the keys of a play account at the exchange.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { NO_MANDATE } from '@tradeium/contracts';
import { type RegisteredUser, registerUser } from '../api-client.ts';
import { saveStrategy } from '../backtest-story.ts';
import { expectAccessible, pageUrl, signIn } from '../browser-user.ts';

/** Holds the same shares on every bar, so that every rebalance has something to trade. */
const HALVES = `"""Halves"""
def strategy(candles, settings):
    return candles.close.notna() * 0.4
`;

// They share a user, so one follows the other; each deploys what it needs, so that it can be run again alone.
test.describe.configure({ mode: 'serial' });

/** A user with one result, made without any page. */
let trader: { readonly user: RegisteredUser; readonly chatId: string };

test.beforeAll(async () => {
  const user = await registerUser({ gateway: pageUrl(''), mail: process.env.MAIL_URL ?? '' });
  const input = await saveStrategy(user, HALVES);
  await user.get('executeBacktest', input);
  trader = { user, chatId: input.backtest_id };
});

/** Without any page, in place of what the chat has deployed before. */
const deployOnPaper = async (mandate = NO_MANDATE): Promise<void> => {
  const { user, chatId } = trader;
  const { files } = await user.get('listFiles', { id: chatId });
  const folder = files.find(({ type }) => type === 'backtest_folder');
  await user.get('saveDeployment', {
    backtest_session_id: chatId,
    backtest_folder_name: folder?.filename ?? '',
    mode: 'paper',
    paper_capital_usdt: 10_000,
    mandate,
  });
};

const strategyOf = (page: Page): Locator => page.getByRole('region', { name: 'Deployment', exact: true });

/** Sees the plan, confirms it, and waits until its orders are filled. */
const rebalance = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Rebalance now' }).click();
  const dialog = page.getByRole('dialog', { name: /^Rebalance now/ });
  const plan = dialog.getByRole('table', { name: 'What this rebalance does' });
  await expect(plan.getByRole('row', { name: /^BTC .* Buy/ })).toBeVisible();
  await expect(plan.getByRole('row', { name: /^ETH .* Buy/ })).toBeVisible();
  await dialog.getByRole('button', { name: /^Send orders/ }).click();
  await expect(dialog.getByText('Completed: 2 of 2 orders filled.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
};

const expectHeld = async (page: Page, ...assets: readonly string[]): Promise<void> => {
  const positions = page.getByRole('table', { name: 'Current Positions' });
  for (const asset of assets)
    await expect(positions.getByRole('rowheader', { name: asset, exact: true })).toBeVisible();
};

/** As many positions as a usual deployment has. */
const withThirdPosition = async (page: Page): Promise<void> => {
  await page.route('**/trading/positions*', async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    // A page that is left disposes of its answers.
    const body = (await response.json().catch(() => null)) as { positions: { asset: string }[] } | null;
    if (body === null) return route.abort().catch(() => undefined);
    const { positions, ...more } = body;
    const third = positions.flatMap((one) => (one.asset === 'BTC' ? { ...one, asset: 'SOL' } : []));
    await route.fulfill({ response, json: { ...more, positions: [...third, ...positions] } });
  });
};

/** The parts of the page that scroll, by the names of their classes. */
const scrollingParts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main section *')]
      .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
      .map(({ className }) => className),
  );

// spec: trading-page.46
test('a result is tried with play money: deployed, previewed, rebalanced, switched on and off', async ({
  page,
}) => {
  await signIn(page, trader.user);
  await page.goto(pageUrl(`/app/backtest?chat=${trader.chatId}&item=backtest-folder-0`));
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  const needed = page.getByRole('dialog', { name: 'Connect API' });
  await expect(needed.getByRole('link', { name: 'Go to Trading Page' })).toBeVisible();
  await expectAccessible(page, 'keys are needed');
  await needed.getByRole('button', { name: 'Try with play money' }).click();
  await page.getByRole('button', { name: 'Deploy on paper' }).click();

  await expect(page).toHaveURL(new RegExp(`/app/trading\\?chat=${trader.chatId}$`));
  const strategy = strategyOf(page);
  await expect(strategy.getByText('PAPER')).toBeVisible();
  await expectHeld(page, 'USDT');
  await expectAccessible(page, 'trading page');
  await rebalance(page);
  await expectHeld(page, 'BTC', 'ETH', 'USDT');
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(() => scrollingParts(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await withThirdPosition(page);
  await page.reload();
  await expectHeld(page, 'BTC', 'ETH', 'SOL', 'USDT');
  await expect.poll(() => scrollingParts(page)).toEqual([]);

  await strategy.getByRole('tab', { name: 'Activity' }).click();
  await expect(strategy.getByRole('row', { name: /Manual rebalance PAPER .*2 of 2/ })).toBeVisible();
  await strategy.getByRole('tab', { name: 'Control' }).click();
  await strategy.getByRole('switch', { name: /^Auto-rebalance OFF/ }).click();
  await expect(strategy.getByRole('switch', { name: /^Auto-rebalance ON/ })).toBeChecked();
  await expect(strategy.getByText(/^in (less than )?\d+ (min|h)$/)).toBeVisible();
  await strategy.getByRole('switch', { name: /^Auto-rebalance ON/ }).click();
  await expect(strategy.getByRole('switch', { name: /^Auto-rebalance OFF/ })).not.toBeChecked();
  await expect(page).toHaveTitle(/ USDT · Trading · Tradeium$/);
});

// spec: trading-page.47
test('keys are connected, what was on paper goes live, is rebalanced and stopped', async ({ page }) => {
  const { exchange_test_keys: keys } = JSON.parse(process.env.RUN_JSON ?? '{}') as {
    exchange_test_keys: { api_key: string; api_secret: string };
  };
  await deployOnPaper();
  await signIn(page, trader.user);
  await page.goto(pageUrl('/app/trading'));
  await page.getByRole('button', { name: 'Connect API' }).first().click();
  const connect = page.getByRole('dialog', { name: 'Connect API' });
  await connect.getByLabel('API key').fill('not a key of anyone');
  await connect.getByLabel('API secret', { exact: true }).fill('at all');
  await connect.getByRole('button', { name: 'Connect' }).click();
  await expect(connect.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'keys are refused');
  await connect.getByLabel('API key').fill(keys.api_key);
  await connect.getByLabel('API secret', { exact: true }).fill(keys.api_secret);
  // The message goes by itself, so the wait for it begins before the press.
  const isSaid = page.getByText('API keys saved successfully! Positions loaded.').waitFor();
  await connect.getByRole('button', { name: 'Connect' }).click();
  await isSaid;
  await expect(page.getByRole('button', { name: /^Binance API key/ })).toBeVisible();

  const strategy = strategyOf(page);
  await strategy.getByRole('button', { name: 'Go live' }).click();
  const deploy = page.getByRole('dialog', { name: 'Deploy Strategy Live' });
  await expect(deploy.getByText(/^This creates live trades/)).toBeVisible();
  await expectAccessible(page, 'deploying live');
  await deploy.getByRole('button', { name: 'Deploy live' }).click();
  await expect(strategy.getByText('LIVE', { exact: true })).toBeVisible();
  await rebalance(page);
  await expectHeld(page, 'BTC', 'ETH');
  await strategy.getByRole('button', { name: 'Stop trading' }).click();
  const stop = page.getByRole('dialog', { name: 'Stop this deployment?' });
  await stop.getByRole('checkbox', { name: 'Also sell everything to USDT' }).check();
  await stop.getByRole('button', { name: 'Stop trading and sell' }).click();
  const stopped = page.getByRole('dialog', { name: 'Trading is stopped' });
  await expect(stopped.getByText('Sold: 2 of 2 orders filled.')).toBeVisible();
  await expectAccessible(page, 'stopped and sold');
  await stopped.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(strategy.getByText('Stopped', { exact: true })).toBeVisible();
  await expect(strategy.getByRole('button', { name: 'Rebalance now' })).toBeDisabled();
});

/**
 * Orders at the exchange, until the end of the story, at so many percent of the prices in its candles. Prices are kept
 * for a second, so it ends when the account is worth less than `valueMax`.
 */
const movePrices = async (percent: number, valueMax: number): Promise<void> => {
  const { exchange } = JSON.parse(process.env.RUN_JSON ?? '{}') as { exchange: string };
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
    const body = JSON.stringify({ fault: 'price-move', symbol, number: percent });
    const headers = { 'content-type': 'application/json' };
    const { ok } = await fetch(`${exchange}/faults`, { method: 'POST', body, headers });
    expect(ok).toBe(true);
  }
  const { user, chatId } = trader;
  const value = async () => (await user.get('listPositions', { backtest_session_id: chatId })).total_usdt;
  await expect.poll(value, { timeout: 20_000 }).toBeLessThan(valueMax);
};

// spec: trading-page.40
test('falling prices bring the warning, then the drawdown stop, and only the user starts again', async ({
  page,
}) => {
  const { user, chatId } = trader;
  await deployOnPaper({ ...NO_MANDATE, drawdown_stop_percent: 10 });
  await user.get('rebalanceNow', { id: chatId });
  await signIn(page, user);
  await page.goto(pageUrl(`/app/trading?chat=${chatId}`));
  const strategy = strategyOf(page);
  await expectHeld(page, 'BTC', 'ETH');
  try {
    // Four fifths of the account fall by 11 %: the warning comes at 8 %.
    await movePrices(89, 9_300);
    await rebalance(page);
    await expect(
      strategy.getByText(/^The drawdown is 8\.\d\d\s?% \(as of .*\)\. Trading stops at 10\s?%\.$/),
    ).toBeVisible();

    // Between rebalances prices are looked at every minute.
    await movePrices(86, 9_000);
    await expect(strategy.getByText('Its drawdown stop was reached')).toBeVisible({
      timeout: 100_000,
    });
    await expect(strategy.getByRole('button', { name: 'Rebalance now' })).toBeDisabled();
    await expectAccessible(page, 'stopped by the drawdown stop');

    await page.getByRole('button', { name: 'Notices' }).click();
    const notices = page.getByRole('dialog', { name: 'Notices' });
    const stop = notices.getByRole('listitem').filter({ hasText: 'was stopped by its drawdown stop' });
    await expect(stop.getByText('Mail delivered')).toBeVisible();
    await expect(notices.getByText(/is close to its drawdown stop$/)).toBeVisible();
    await expectAccessible(page, 'notices');
    await page.keyboard.press('Escape');
    await expect(notices).toHaveCount(0);

    await strategy.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await rebalance(page);
  } finally {
    const { exchange } = JSON.parse(process.env.RUN_JSON ?? '{}') as { exchange: string };
    await fetch(`${exchange}/faults`, { method: 'DELETE' });
  }
});

// spec: trading-page.43
test('the dashboard is arranged by pointer and key, kept, and set back', async ({ page }) => {
  const user = await registerUser({ gateway: pageUrl(''), mail: process.env.MAIL_URL ?? '' });
  await signIn(page, user);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(pageUrl('/app/trading'));
  const positions = page.getByRole('region', { name: 'Current Positions' });
  const leftOf = async (part: Locator) => Math.round((await part.boundingBox())?.x ?? Number.NaN);
  const usual = await leftOf(positions);
  const performance = page.getByRole('button', { name: 'Move Performance' });
  await performance.press('Shift+ArrowLeft');
  await page.getByRole('button', { name: 'Move Current Positions' }).press('ArrowLeft');
  await expect.poll(() => leftOf(positions)).toBeLessThan(usual);
  await page.reload();
  await expect.poll(() => leftOf(positions)).toBeLessThan(usual);
  await page.getByRole('button', { name: 'Reset the layout' }).click();
  await expect.poll(() => leftOf(positions)).toBe(usual);

  const head = positions.getByRole('heading', { name: 'Current Positions' });
  const from = await head.boundingBox();
  if (!from) throw new Error('the part is not drawn');
  await page.mouse.move(from.x + 20, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(120, from.y + 40, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => leftOf(positions)).toBeLessThan(100);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Move Performance' })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page, 'trading page on a phone');
});
