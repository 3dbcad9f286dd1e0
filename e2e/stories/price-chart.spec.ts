// A trader reads the price of a coin with the trades of a result, and zooms into both.
import { expect, test } from '@playwright/test';
import { registerUser } from '../api-client.ts';
import { MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { downloaded, expectAccessible, pageUrl, signIn } from '../browser-user.ts';

// spec: results.46
test('the price of a coin is read candle by candle, and zoomed with the list of its trades', async ({
  page,
}) => {
  const user = await registerUser({ gateway: pageUrl(''), mail: process.env.MAIL_URL ?? '' });
  const input = await saveStrategy(user, MOMENTUM);
  await user.get('executeBacktest', { ...input, start_date: '2024-01-01', end_date: '2025-10-08' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, user);
  await page.goto(pageUrl(`/app/backtest?chat=${input.backtest_id}&item=backtest-folder-0`));
  await page.getByRole('tab', { name: 'Trades' }).click();
  const table = page.getByRole('table', { name: 'Trades', exact: true });
  const all = page.getByText(/^The list has the trades of all coins\./);
  const crosshair = page.getByRole('slider', { name: /^Crosshair of the price of / });
  const candles = page.locator('.boxlayer .box');
  // The library of the charts is loaded first.
  await expect(candles.first()).toBeVisible();
  await expect(all).toBeVisible();
  const whole = await candles.count();

  await crosshair.focus();
  await page.keyboard.press('Home');
  await expect(crosshair).toHaveAttribute(
    'aria-valuetext',
    /^1 Jan 2024.*; open [\d,.]+, high [\d,.]+, low [\d,.]+, close [\d,.]+ USDT/,
  );
  await expectAccessible(page, 'trades with candles');

  await page.getByRole('group', { name: 'Time range' }).getByRole('button', { name: '3M' }).click();
  const part = page.getByText(/^9 Jul 2025 – 8 Oct 2025: \d+ of \d+ trades/);
  await expect(part).toBeVisible();
  await expect(candles).not.toHaveCount(whole);
  await expect(crosshair).toHaveAttribute('aria-valuetext', /2025; open /);
  await expect(table.getByText(/2024/)).toHaveCount(0);
  const csv = await downloaded(page, 'CSV');
  expect(csv.filename).toMatch(/ trades, 2025-07-09 to 2025-10-08\.csv$/);
  expect(csv.bytes.toString('utf8')).not.toContain('2024-');

  const box = await crosshair.boundingBox();
  if (!box) throw new Error('the candles are not drawn');
  await page.mouse.move(box.x + 150, box.y + 90);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 100, { steps: 4 });
  await page.mouse.up();
  await expect(part).toHaveCount(0);
  await expect(page.getByText(/^\d+ \w+ 2025 – \d+ \w+ 2025: \d+ of \d+ trades/)).toBeVisible();
  await page.getByRole('button', { name: 'Show all trades' }).click();
  await expect(all).toBeVisible();
  await expect(candles).toHaveCount(whole);

  await page.mouse.move(box.x + 300, box.y + 90);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect(page.getByText(/^\d+ \w+ 202[45] – \d+ \w+ 202[45]: \d+ of \d+ trades/)).toBeVisible();
  await page.getByRole('button', { name: 'Show all trades' }).click();
  await expect(candles).toHaveCount(whole);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(candles.first()).toBeVisible();
  await expectAccessible(page, 'trades with candles on a phone, in light colours');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
