// From registration to the first result, as every new user goes, by mouse and keyboard.
import { expect, test } from '@playwright/test';
import {
  enter,
  enterQuickly,
  expectAccessible,
  logIn,
  pageUrl,
  register,
  saveStrategy,
  userMenu,
  verify,
} from '../browser-user.ts';

const BROKEN = [
  'def strategy(candles, settings):',
  '    weights = candles.close * 0',
  '    return weights / nothing',
  '',
].join('\n');

// spec: accounts.1, accounts.10, accounts.27, results.8, workspace.35
test('a new user registers, writes a strategy, runs it and reads the result', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  const email = `ann-${Date.now()}@example.com`;

  await register(page, email);
  await page.goto(pageUrl('/auth?auth=login'));
  await logIn(page, email);
  await expect(page.getByText(/verify your email/i)).toBeVisible();
  await verify(page, email);

  await expect(page).toHaveURL(/\/app\/backtest/);
  await expect(userMenu(page)).toContainText(/10,000 VUT/);
  await expect(page.getByRole('treeitem', { name: 'My first backtest' })).toBeVisible();
  await expectAccessible(page, 'empty workspace');

  await page.getByRole('button', { name: 'New strategy' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Strategy saved to backtest session!')).toBeVisible();
  await page.getByRole('button', { name: 'Top 5' }).click();
  await expect(page.getByText('Portfolio 5/10')).toBeVisible();
  await expectAccessible(page, 'strategy and settings');

  await page.getByRole('button', { name: 'Execute Backtest' }).click();
  const done = page.getByRole('dialog', { name: 'Backtest completed successfully!' });
  await expect(done).toBeVisible();
  await expect(done.getByText('365')).toBeVisible();
  await done.getByRole('button', { name: 'View results' }).click();

  await expect(page.locator('.js-plotly-plot .main-svg').first()).toBeVisible();
  await expectAccessible(page, 'result overview');
  const chats = page.getByRole('region', { name: 'Backtest Chats' });
  await chats.getByRole('treeitem', { name: 'Table' }).click();
  await expect(page.getByText('Showing first 100 rows of 365 total rows')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Value (USDT)' })).toBeVisible();
  await chats.getByRole('treeitem', { name: 'Statistics' }).click();
  await expect(page.getByText('Sharpe ratio', { exact: true }).first()).toBeVisible();
  await chats.getByRole('treeitem', { name: 'Chart' }).click();
  const chart = page.getByRole('main').getByRole('img', { name: /chart/i });
  await expect(chart).toBeVisible();
  expect(await chart.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(800);
  await chats.getByRole('treeitem', { name: 'Settings' }).click();
  await expect(page.getByText('Code (SHA-256)').first()).toBeVisible();

  await page.reload();
  await expect(page.getByText('Code (SHA-256)').first()).toBeVisible();
  await expect(userMenu(page)).toContainText(/9,99\d(\.\d+)? VUT/);
  expect(problems).toEqual([]);
});

test("a strategy's mistake is shown at its line, and nothing is charged", async ({ page }) => {
  await enterQuickly(page);
  await saveStrategy(page, BROKEN);
  await page.getByRole('button', { name: 'Execute Backtest' }).click();

  const failed = page.getByRole('dialog', { name: /Strategy execution failed/ });
  await expect(failed).toContainText("name 'nothing' is not defined");
  await expect(failed).toContainText('Line 3 of the strategy');
  await failed.getByRole('button', { name: 'Close' }).last().click();
  await expect(userMenu(page)).toContainText(/10,000 VUT/);
});

test('the main path works on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, 'cid');
  await expectAccessible(page, 'workspace on a phone');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
});
