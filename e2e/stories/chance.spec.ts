// A trader asks what chance would have done to a result: bands, random portfolios, and the reasons of what is not known.
import { expect, test } from '@playwright/test';
import { registerUser } from '../api-client.ts';
import { MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { expectAccessible, pageUrl, signIn } from '../browser-user.ts';

test('a result says what chance would do, with a mouse and on a phone', async ({ page }) => {
  const user = await registerUser({ gateway: pageUrl(''), mail: process.env.MAIL_URL ?? '' });
  const input = await saveStrategy(user, MOMENTUM);
  await user.get('executeBacktest', { ...input, start_date: '2022-01-01', end_date: '2023-12-31' });
  await signIn(page, user);
  await page.goto(pageUrl(`/app/backtest?chat=${input.backtest_id}&item=backtest-folder-0`));
  await page.getByRole('tab', { name: 'Chance' }).click();

  const draws = page.getByRole('region', { name: 'What chance would do' });
  // The edges of two bands, their middle, and the run; the library of the charts is loaded first.
  await expect(draws.locator('.scatterlayer .trace')).toHaveCount(6);
  await expect(draws.getByRole('figure')).toHaveAccessibleName(
    /Nine in ten of them end between [\d,.]+ and /,
  );
  await expect(draws.getByRole('table', { name: 'Figures of the draws' }).getByRole('row')).toHaveCount(4);
  await draws.getByText('The bands as a table').click();
  await expect(
    draws.getByRole('table', { name: 'The bands, in USDT' }).getByRole('row', { name: /^31 Dec 2023/ }),
  ).toBeVisible();
  const random = page.getByRole('region', { name: 'Random portfolios' });
  await expect(random).toContainText(/\d\s% of them returned at least as much/);
  // Its file is new, and the range is long past.
  await expect(
    page.getByRole('region', { name: 'Before and after the strategy was first saved' }),
  ).toContainText(/First saved on .*The whole range was over/);
  const crises = page.getByRole('table', { name: 'Crises' });
  await expect(crises.getByRole('rowheader')).toHaveText([
    'May 2022: Fall of Terra',
    'November 2022: Fall of FTX',
  ]);
  await expectAccessible(page, 'chance');

  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(draws.locator('.scatterlayer .trace')).toHaveCount(6);
  await expectAccessible(page, 'chance on a phone, in light colours');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
