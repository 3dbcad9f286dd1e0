// The workspace on a wide screen: its panes, what opens automatically, links to its items, the settings, and runs that two tabs see.
import { expect, type Page, test } from '@playwright/test';
import type { RegisteredUser } from '../api-client.ts';
import { enterQuickly, expectAccessible, interceptRequests, pageUrl } from '../browser-user.ts';
import { letGo } from '../chat-list.ts';

const HOLD =
  'def strategy(candles, settings):\n    return candles.close * 0 + 1 / len(candles.close.columns)\n';
const SLOW = `import time\n\n${HOLD.replace('    return', '    time.sleep(30)\n    return')}`;
const UNREADABLE = 'def strategy(candles, settings)\n    return candles.close * 0\n';

test.use({ viewport: { width: 1440, height: 900 } });

const handle = (page: Page, name: string) => page.getByRole('separator', { name });
const settings = (page: Page) => page.getByRole('region', { name: 'Backtest Settings' });
const days = (page: Page) => settings(page).getByText(/^[\d,]+ days?$/);
const execute = (page: Page) => page.getByRole('button', { name: 'Execute Backtest' });

const expectPercent = (page: Page, name: string, percent: number) =>
  expect(handle(page, name), name).toHaveAttribute('aria-valuenow', String(percent));

/** The chat that every user has from the start. */
const firstChat = async (user: RegisteredUser): Promise<string> => (await user.get('getFirstChat', {})).id;

const saveByApi = async (user: RegisteredUser, strategy_code: string): Promise<string> => {
  const id = await firstChat(user);
  await user.get('applyStrategy', { id, strategy_code });
  return id;
};

test('panes have their sizes, move by keys and pointer, and stay as they were left', async ({ page }) => {
  const user = await enterQuickly(page);
  // spec: workspace.2, workspace.3, workspace.5, workspace.13, workspace.21
  await test.step('as they are at first', async () => {
    await expect(page.getByText('3 Backtest Strategy')).toBeVisible();
    await expectPercent(page, 'Resize chat panel', 32);
    await expectPercent(page, 'Resize list of chats', 18);
    await expectPercent(page, 'Resize settings panel', 5);
    const chat = await page.getByRole('region', { name: 'AI chat' }).boundingBox();
    expect(chat?.width).toBeCloseTo(0.32 * 1440, -1);
    await expectAccessible(page, 'panes');
  });
  await test.step('the title of the list is whole, also on a smaller screen', async () => {
    const title = page.getByRole('heading', { name: 'Backtest Chats' });
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await title.evaluate((head) => head.scrollWidth - head.clientWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await title.evaluate((head) => head.scrollWidth - head.clientWidth)).toBeLessThanOrEqual(0);
  });
  // spec: workspace.12
  await test.step('ten percent a key, all the way with Shift, within the limits', async () => {
    await handle(page, 'Resize chat panel').focus();
    await page.keyboard.press('ArrowLeft');
    await expectPercent(page, 'Resize chat panel', 22);
    await page.keyboard.press('Shift+ArrowRight');
    await expectPercent(page, 'Resize chat panel', 35);
    await page.keyboard.press('Shift+ArrowLeft');
    await expectPercent(page, 'Resize chat panel', 0);
    await expect(page.getByRole('button', { name: 'Show chat panel' })).toBeVisible();
    await handle(page, 'Resize list of chats').focus();
    await page.keyboard.press('ArrowLeft');
    await expectPercent(page, 'Resize list of chats', 25);
  });
  await test.step('a pointer drags them', async () => {
    await handle(page, 'Resize list of chats').hover();
    await page.mouse.down();
    await page.mouse.move(1440 - 0.2 * 1440, 400, { steps: 4 });
    await page.mouse.up();
    await expectPercent(page, 'Resize list of chats', 20);
  });
  // spec: workspace.31, workspace.33
  await test.step('a strategy opens by itself, with the settings', async () => {
    const id = await saveByApi(user, HOLD);
    await page.goto(pageUrl('/app/backtest'));
    await expect(page).toHaveURL(new RegExp(`chat=${id}&item=strategy-python-0`));
    await expectPercent(page, 'Resize settings panel', 30);
    await expectPercent(page, 'Resize chat panel', 0);
    await expectPercent(page, 'Resize list of chats', 20);
    await page.getByRole('button', { name: 'Hide settings panel' }).click();
    await expectPercent(page, 'Resize settings panel', 5);
  });
  // spec: workspace.7, workspace.15, workspace.30
  await test.step('a private chat has no chat panel, and no way to open it', async () => {
    await page.getByRole('button', { name: 'Show chat panel' }).click();
    const list = page.getByRole('region', { name: 'Backtest Chats' });
    await list.getByText('TrendBot 2.0', { exact: true }).first().click();
    const toggle = page.getByRole('button', { name: 'Show chat panel' });
    await expect(toggle).toHaveAttribute('aria-disabled', 'true');
    await expect(toggle).toHaveAccessibleDescription('AI chat is disabled for Private Chats');
    await toggle.click({ force: true });
    await expectPercent(page, 'Resize chat panel', 0);
    await page.getByRole('button', { name: 'Open TrendBot 2.0' }).click();
    await expect(page).toHaveURL(/item=strategy-private-trendbot/);
    await expectPercent(page, 'Resize settings panel', 30);
  });
  // spec: workspace.32
  await test.step('without a chat there is nothing to set', async () => {
    await letGo(page);
    await expect(
      page.getByRole('main').getByRole('heading', { name: 'No backtest chat selected' }).last(),
    ).toBeVisible();
    await expectPercent(page, 'Resize settings panel', 5);
  });
});

// spec: workspace.10, workspace.14, workspace.64
test('links lead to their items, and to a way back when these are gone', async ({ page }) => {
  const user = await enterQuickly(page);
  const id = await saveByApi(user, HOLD);
  const open = (item: string) => page.goto(pageUrl(`/app/backtest?chat=${id}&item=${item}`));
  for (const [item, title] of [
    ['strategy-python-7', 'No Strategy File Available'],
    ['backtest-folder-3', 'Invalid folder or file index'],
    ['folder-backtest-folder-3-0', 'Invalid folder or file index'],
    ['strategy-csv-3', 'Invalid folder or file index'],
  ] as const) {
    await open(item);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Back to the backtest chat' }).click();
  await expect(page.getByText('3 Backtest Strategy').last()).toBeVisible();
  await open('strategy-python-0');
  await expect(page.getByText(/^strategy_.*\.py$/).first()).toBeVisible();
  await user.get('deleteStrategy', {
    id,
    filename: (await user.get('listFiles', { id })).files[0]?.filename ?? '',
  });
  await expect(page.getByRole('heading', { name: 'This item was deleted' })).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/auth/me', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(pageUrl('/app/backtest?chat=unknown'));
  await expect(page.getByText('Loading Tradeium ...')).toBeVisible();
  held.resolve();
  await expect(page.getByRole('heading', { name: 'No backtest selected' })).toBeVisible();
});

// spec: workspace.27
test('the settings hold their limits; portfolio, fees and interval are kept, dates are not', async ({
  page,
}) => {
  const user = await enterQuickly(page);
  await saveByApi(user, HOLD);
  await page.goto(pageUrl('/app/backtest'));
  await expect(days(page)).toHaveText('365 days');
  // spec: workspace.16, workspace.38, workspace.58
  await test.step('period', async () => {
    await page.getByRole('button', { name: 'ALL', exact: true }).click();
    await expect(days(page)).toHaveText('2,108 days');
    const start = page.getByRole('slider', { name: 'Start of the period' });
    await expect(start).toHaveAttribute('aria-valuetext', '1 Jan 2020');
    await start.focus();
    await page.keyboard.press('ArrowRight');
    await expect(days(page)).toHaveText('2,107 days');
    await page.keyboard.press('End');
    await expect(days(page)).toHaveText('2 days');
    await page.getByRole('button', { name: '4Y', exact: true }).click();
    await expect(start).toHaveAttribute('aria-valuetext', '1 Jan 2021');
    const thumb = await start.boundingBox();
    const end = await page.getByRole('slider', { name: 'End of the period' }).boundingBox();
    if (!thumb || !end) throw new Error('the slider has no handles');
    const y = thumb.y + thumb.height / 2;
    await page.mouse.click((thumb.x + 2 * end.x) / 3 + thumb.width / 2, y);
    await expect(start).toHaveAttribute('aria-valuetext', '1 Jan 2021');
    await expect(page.getByRole('slider', { name: 'End of the period' })).toHaveAttribute(
      'aria-valuetext',
      /2024/,
    );
    await page.mouse.move(thumb.x + thumb.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(end.x + 200, y, { steps: 5 });
    await page.mouse.up();
    await expect(days(page)).toHaveText('2 days');
    await page.getByRole('button', { name: '1Y', exact: true }).click();
  });
  // spec: workspace.20, workspace.39, workspace.42, workspace.52
  await test.step('portfolio', async () => {
    await page.getByRole('button', { name: 'Top 10', exact: true }).click();
    await expect(page.getByText('Portfolio 10/10')).toBeVisible();
    const coins = page.getByRole('list', { name: 'Coins of the portfolio' }).getByRole('listitem');
    await expect(coins).toHaveText('USDT BTC ETH XRP BNB ADA SOL DOT AVAX LINK'.split(' '));
    await expect(page.getByRole('button', { name: 'Add coins' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove BTC' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove LINK' }).click();
    await page.getByRole('button', { name: 'Add coins' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Coins to Portfolio' });
    await dialog.getByRole('checkbox', { name: 'DOGE' }).check();
    await expect(dialog.getByRole('checkbox', { name: 'LTC' })).toBeDisabled();
    await expectAccessible(page, 'coins');
    await dialog.getByRole('button', { name: 'Use Top 5' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(coins).toHaveText(['USDT', 'BTC', 'ETH', 'XRP', 'BNB']);
  });
  // spec: workspace.19, workspace.41, workspace.54
  await test.step('fees and interval', async () => {
    const fees = page.getByLabel('Trading Fees');
    for (const [typed, taken] of [
      ['11', '10'],
      ['', '0'],
      ['0.129', '0.13'],
    ] as const) {
      await fees.fill(typed);
      await fees.blur();
      await expect(fees).toHaveValue(taken);
    }
    const interval = page.getByLabel('DATA INTERVAL');
    await expect(interval.getByRole('option')).toHaveText([
      ...['1 Hour', '4 Hours', '6 Hours', '8 Hours', '12 Hours', '1 Day', '1 Week'],
    ]);
    await interval.selectOption('1 Week');
  });
  await page.reload();
  await expect(page.getByText('Portfolio 5/10')).toBeVisible();
  await expect(page.getByLabel('Trading Fees')).toHaveValue('0.13');
  await expect(page.getByLabel('DATA INTERVAL')).toHaveValue('weekly');
  await expect(days(page)).toHaveText('365 days');
  await page.getByRole('button', { name: 'Binance 0.1%' }).click();
  await expect(page.getByLabel('Trading Fees')).toHaveValue('0.1');
});

// spec: workspace.34, workspace.44, workspace.60, workspace.63
test('code that Python cannot read is not run; a run is seen and cancelled from another tab', async ({
  page,
}) => {
  const user = await enterQuickly(page);
  await saveByApi(user, UNREADABLE);
  await page.goto(pageUrl('/app/backtest'));
  await execute(page).click();
  const failed = page.getByRole('dialog', { name: 'Strategy execution failed' });
  await expect(failed).toContainText('Line 1 of the strategy');
  await failed.getByRole('button', { name: 'Go to line 1' }).click();
  await expect(page.locator('.cm-failing-line')).toHaveText('def strategy(candles, settings)');
  expect((await user.get('listActiveRuns', {})).runs).toEqual([]);

  const id = await firstChat(user);
  await user.get('replaceStrategy', { id, strategy_code: SLOW, selected_item: 'strategy-python-0' });
  await page.reload();
  await execute(page).click();
  const steps = page.getByRole('list', { name: 'Steps of the backtest' });
  await expect(steps.locator('[aria-current="step"]')).toContainText('Running the strategy', {
    timeout: 30_000,
  });
  await expect(page.getByRole('button', { name: 'Executing...' })).toBeDisabled();
  await expectAccessible(page, 'a run that goes on');
  const other = await page.context().newPage();
  await other.goto(pageUrl('/app/backtest'));
  await expect(other.getByText('Started in another tab or on another device.')).toBeVisible();
  await other.getByRole('button', { name: 'Cancel' }).click();
  const cancelled = 'The backtest was cancelled. No credits were charged.';
  await expect(other.getByText(cancelled)).toBeVisible();
  await expect(page.getByText(cancelled)).toBeVisible();
  await expect(execute(page)).toBeEnabled();
});

test('a page and its frame stay until the next is loaded; a link to here leaves no trace', async ({
  page,
}) => {
  await interceptRequests(page);
  await enterQuickly(page);
  const title = page.getByText('3 Backtest Strategy');
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await expect(title).toBeVisible();
  const frame = await page.locator('header').first().elementHandle();
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/trading-page-*.js', async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await areas.getByRole('link', { name: 'Trading' }).click();
  await asked.promise;
  await expect(page).toHaveURL(/\/app\/trading$/);
  await expect(title).toBeVisible();
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Live trading' })).toBeVisible();
  expect(await frame?.evaluate((header) => header.isConnected)).toBe(true);
  await areas.getByRole('link', { name: 'Trading' }).click();
  await page.goBack();
  await expect(title).toBeVisible();
  await expect(page).toHaveURL(/\/app\/backtest\?chat=/);
});

test('no setting is cut with ten coins, however wide the window is', async ({ page }) => {
  const user = await enterQuickly(page);
  await saveByApi(user, HOLD);
  await page.goto(pageUrl('/app/backtest'));
  await page.getByRole('button', { name: 'Top 10' }).click();
  await expect(page.getByText('Portfolio 10/10')).toBeVisible();
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const label of [
      'Trading Fees',
      'DATA INTERVAL',
      'Slippage',
      'Starting capital',
      'Rebalance',
      'Drift band',
      'Rebalance to',
    ])
      await expect(page.getByLabel(label, { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Remove LINK' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Execute Backtest' })).toBeInViewport({ ratio: 1 });
  }
});
