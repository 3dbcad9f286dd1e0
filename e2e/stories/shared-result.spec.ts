// A trader shows a result to somebody without an account, and ends that again.
import { expect, test } from '@playwright/test';
import { registerUser } from '../api-client.ts';
import { MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { downloaded, expectAccessible, pageUrl, signIn } from '../browser-user.ts';

const GONE = { name: 'This link shows nothing' };

test('a result is shared by a link, read without a session, and gone once the link is revoked', async ({
  page,
  browser,
}) => {
  const user = await registerUser({ gateway: pageUrl(''), mail: process.env.MAIL_URL ?? '' });
  const input = await saveStrategy(user, MOMENTUM);
  await user.get('executeBacktest', { ...input, start_date: '2024-01-01', end_date: '2024-12-31' });
  await signIn(page, user);
  await page.goto(pageUrl(`/app/backtest?chat=${input.backtest_id}&item=backtest-folder-0`));
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const address = await dialog.getByText(/\/shared#[\w-]{43}$/).textContent();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page, 'sharing');

  // Somebody else, in a browser without a session.
  const visitor = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const shown = await visitor.newPage();
  const requested: string[] = [];
  shown.on('request', (request) => requested.push(request.url()));
  await shown.goto(address ?? '');
  await expect(shown.getByRole('heading', { level: 1, name: 'momentum' })).toBeVisible();
  await expect(shown.getByText('Total return').first()).toBeVisible();
  await expect(shown.getByRole('region', { name: 'Charts', exact: true })).toBeVisible();
  await expect(shown.locator('.scatterlayer .trace').first()).toBeVisible();
  await expect(shown.getByRole('table', { name: 'Returns by month, in percent' })).toBeVisible();
  await expect(shown.getByRole('table', { name: 'Settings' })).toBeVisible();
  await expectAccessible(shown, 'a shared result');
  const overflow = await shown.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  const text = await shown.locator('body').textContent();
  for (const secret of ['def strategy', user.email, user.userId, input.backtest_id])
    expect(text).not.toContain(secret);
  const [, token = ''] = (address ?? '').split('#');
  for (const url of requested.filter((one) => !one.startsWith('data:'))) expect(url).not.toContain(token);
  await expect(shown.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow');

  // With its code, if the owner says so.
  await dialog.getByLabel('Show the strategy’s code').check();
  await dialog.getByRole('button', { name: 'Make another link' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  const withCode = await dialog.getByText(/\/shared#[\w-]{43}$/).textContent();
  expect(withCode).not.toBe(address);
  await shown.goto(withCode ?? '');
  await expect(shown.getByRole('region', { name: 'Strategy', exact: true })).toContainText('def strategy');

  await dialog
    .getByRole('button', { name: /^Revoke the link/ })
    .last()
    .click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await shown.goto(pageUrl('/'));
  await shown.goto(address ?? '');
  await expect(shown.getByRole('heading', GONE)).toBeVisible();
  await expectAccessible(shown, 'a link that shows nothing');
  await visitor.close();
});

test('a tear sheet is kept as a file that asks for nothing, and opened to be printed', async ({
  page,
  context,
}) => {
  const user = await registerUser({ gateway: pageUrl(''), mail: process.env.MAIL_URL ?? '' });
  const input = await saveStrategy(user, MOMENTUM);
  await user.get('executeBacktest', { ...input, start_date: '2024-01-01', end_date: '2024-12-31' });
  await signIn(page, user);
  await page.goto(pageUrl(`/app/backtest?chat=${input.backtest_id}&item=backtest-folder-0`));
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const { filename, bytes } = await downloaded(page, 'Save as HTML');
  expect(filename).toMatch(/ tear sheet\.html$/);

  const reader = await context.browser()?.newContext({ viewport: { width: 794, height: 1123 } });
  const sheet = await reader?.newPage();
  if (!sheet) throw new Error('no browser');
  const requested: string[] = [];
  sheet.on('request', (request) => requested.push(request.url()));
  await sheet.setContent(bytes.toString('utf8'));
  await expect(sheet.getByRole('heading', { level: 1, name: 'momentum' })).toBeVisible();
  for (const name of ['Drawdown', 'Rolling Sharpe ratio of the last 180 days', 'Weights held'])
    await expect(sheet.getByRole('img', { name, exact: true })).toBeVisible();
  await expect(sheet.getByText(/No look-ahead found/)).toBeVisible();
  await expectAccessible(sheet, 'a tear sheet');
  expect(requested).toEqual([]);
  expect(bytes.toString('utf8')).not.toContain('def strategy');
  await reader?.close();

  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Print or save as PDF' }).click();
  const tab = await opening;
  await expect(tab.getByRole('heading', { level: 1, name: 'momentum' })).toBeVisible();
});
