// From registration to a comparison of two results without reading anything but the screen, at the sizes of a laptop, a desk and a phone.
import { expect, type Page, test } from '@playwright/test';
import { enter } from '../browser-user.ts';

// With the animations that other stories leave out.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const RUN_MS = 110_000;

type Size = { readonly width: number; readonly height: number };

const isPhone = ({ width }: Size): boolean => width < 768;

/** The list of chats, which is in a drawer on a phone. */
const chatList = async (page: Page, size: Size) => {
  if (!isPhone(size)) return page.getByRole('region', { name: 'Backtest Chats' });
  await page.getByRole('button', { name: 'Files' }).click();
  return page.getByRole('dialog', { name: 'Files and history' });
};

/** Takes a strategy from the library that is shown, runs it, and opens its result. */
const runFromLibrary = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('button', { name: `Add ${title} to this chat` }).click();
  const execute = page.getByRole('button', { name: 'Execute Backtest' });
  await expect(execute).toBeInViewport({ ratio: 1 });
  await execute.click();
  const done = page.getByRole('dialog', { name: 'Backtest completed successfully!' });
  await done.getByRole('button', { name: 'View results' }).click({ timeout: RUN_MS });
  await expect(page.getByText('Max drawdown', { exact: true })).toBeInViewport({ ratio: 1 });
};

/** Both results are drawn and marked, and the page does not scroll sideways. */
const expectCompared = async (page: Page, { width }: Size): Promise<void> => {
  const figure = page.getByRole('figure', { name: 'Equity of the compared results' });
  await expect(figure.locator('.scatterlayer .trace')).toHaveCount(2);
  await expect(figure.locator('.subplot.xy .scatterlayer')).toBeInViewport({ ratio: 0.95 });
  const returns = page.getByRole('row', { name: /^Total return/ });
  await expect(returns.getByRole('img', { name: /best|worst/i })).toHaveCount(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
};

const PHONE: Size = { width: 390, height: 844 };
const LAPTOP: Size = { width: 1440, height: 900 };
const DESK: Size = { width: 1920, height: 1080 };

for (const { where, first, second } of [
  { where: 'on a laptop and a large screen', first: LAPTOP, second: DESK },
  { where: 'on a phone', first: PHONE, second: PHONE },
])
  test(`a new user compares two results ${where}`, async ({ page }) => {
    // spec: results.54
    // Two runs of several years, each repeated for its test for look-ahead.
    test.setTimeout(300_000);
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.setViewportSize(first);
    await enter(page, `new-${first.width}`);
    const areas = page.getByRole('navigation', { name: 'Areas' });
    if (isPhone(first)) await areas.getByRole('link', { name: 'Backtest' }).click();

    await page.getByRole('button', { name: 'Choose from the library' }).click();
    await runFromLibrary(page, 'Momentum rotation');
    const curve = page
      .getByRole('region', { name: 'Charts', exact: true })
      .locator('.subplot.xy .scatterlayer');
    // The ends of its lines lie a little beyond the plot.
    await expect(curve).toBeInViewport({ ratio: 0.95 });
    await page.setViewportSize(second);
    await (await chatList(page, second)).getByRole('treeitem', { name: 'Strategy library' }).click();
    await runFromLibrary(page, 'Risk parity');
    await expect(curve).toBeInViewport({ ratio: 0.95 });

    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Results to compare' });
    await expect(dialog.getByRole('checkbox', { name: /^Risk parity/i })).toBeChecked();
    await dialog.getByRole('checkbox', { name: /^Momentum/i }).check();
    await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Comparison of 2 results' })).toBeVisible();
    await expectCompared(page, second);
    await page.setViewportSize(first);
    await expectCompared(page, first);
    expect(problems).toEqual([]);
  });
