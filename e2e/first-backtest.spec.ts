// From registration to the first result: the way that every new user takes, by mouse and keyboard.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { verificationLink } from './mailbox.ts';

const gateway = () => process.env.GATEWAY_URL ?? '';
const PASSWORD = 'correct horse battery';

const BROKEN = [
  'def strategy(candles, settings):',
  '    weights = candles.close * 0',
  '    return weights / nothing',
  '',
].join('\n');

/** Nothing that keeps people with disabilities out, on the page as it is now. */
const expectAccessible = async (page: Page, what: string) => {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect(found, what).toEqual([]);
};

const register = async (page: Page, email: string) => {
  await page.goto(`${gateway()}/`);
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();
  await expectAccessible(page, 'landing page');
  await page.getByRole('link', { name: 'Sign Up' }).first().click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expectAccessible(page, 'registration');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
};

const logIn = async (page: Page, email: string) => {
  await page.getByLabel('Email or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
};

const verify = async (page: Page, email: string) => {
  await page.goto(await verificationLink(process.env.MAIL_URL ?? '', email));
  await page.getByRole('link', { name: 'Go to Login' }).click();
};

const userMenu = (page: Page) => page.getByRole('button', { name: /user menu of/i });

const replaceCode = async (page: Page, code: string) => {
  const editor = page.getByRole('textbox', { name: 'Strategy code' });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(code);
};

test('a new user registers, writes a strategy, runs it and reads the result', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  const email = `ann-${Date.now()}@example.com`;

  await register(page, email);
  await page.goto(`${gateway()}/auth?auth=login`);
  await logIn(page, email);
  await expect(page.getByText(/verify your email/i)).toBeVisible();
  await verify(page, email);
  await logIn(page, email);

  await expect(page).toHaveURL(/\/app\/backtest/);
  await expect(userMenu(page)).toContainText(/10,000 VUT/);
  await expect(page.getByRole('button', { name: 'My first backtest', exact: true })).toBeVisible();
  await expectAccessible(page, 'empty workspace');

  await page.getByRole('button', { name: 'New strategy' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Strategy saved to backtest session!')).toBeVisible();
  await page.getByRole('button', { name: 'Top 5' }).click();
  await expect(page.getByText('Portfolio 5/10')).toBeVisible();
  await expectAccessible(page, 'strategy and settings');

  await page.getByRole('button', { name: 'Execute Backtest' }).click();
  const done = page.getByRole('dialog', { name: 'Backtest completed successfully!' });
  await expect(done).toBeVisible({ timeout: 60_000 });
  await expect(done.getByText('366')).toBeVisible();
  await done.getByRole('button', { name: 'View results' }).click();

  await expect(page.locator('.js-plotly-plot .main-svg').first()).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, 'result overview');
  const chats = page.getByRole('region', { name: 'Backtest Chats' });
  await chats.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByText('Showing first 100 rows of 366 total rows')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'portfolio_value' })).toBeVisible();
  await chats.getByRole('button', { name: 'Statistics' }).click();
  await expect(page.getByText('Sharpe ratio', { exact: true }).first()).toBeVisible();
  await chats.getByRole('button', { name: 'Chart' }).click();
  const chart = page.getByRole('main').getByRole('img', { name: /chart/i });
  await expect(chart).toBeVisible();
  expect(await chart.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
  await chats.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByText('code_sha256')).toBeVisible();

  await page.reload();
  await expect(page.getByText('code_sha256')).toBeVisible();
  await expect(userMenu(page)).toContainText(/9,99\d(\.\d+)? VUT/);
  expect(problems).toEqual([]);
});

test("a strategy's mistake is shown at its line, and nothing is charged", async ({ page }) => {
  const email = `ben-${Date.now()}@example.com`;
  await register(page, email);
  await verify(page, email);
  await logIn(page, email);
  await page.getByRole('button', { name: 'New strategy' }).click();
  await replaceCode(page, BROKEN);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Strategy saved to backtest session!')).toBeVisible();
  await page.getByRole('button', { name: 'Execute Backtest' }).click();

  const failed = page.getByRole('dialog', { name: /Strategy execution failed/ });
  await expect(failed).toContainText("name 'nothing' is not defined", { timeout: 60_000 });
  await expect(failed).toContainText('Line 3 of the strategy');
  await failed.getByRole('button', { name: 'Close' }).last().click();
  await expect(userMenu(page)).toContainText(/10,000 VUT/);
});

test('the main path works on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const email = `cid-${Date.now()}@example.com`;
  await register(page, email);
  await verify(page, email);
  await logIn(page, email);
  await expect(page).toHaveURL(/\/app\/backtest/);
  await expectAccessible(page, 'workspace on a phone');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
});
