// A trader with a result: reads its charts, goes through its rows, writes notes, and meets broken files.
import { expect, type Page, test } from '@playwright/test';
import { type RegisteredUser, registerUser } from '../api-client.ts';
import { MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { downloaded, expectAccessible, interceptRequests, pageUrl, signIn } from '../browser-user.ts';
import { smallTargets } from '../small-targets.ts';

const START = '2024-01-01';
const END = '2025-10-08';
const BARS = 647;

/** One result for all of the stories, and two to compare it with: of the same chat, and of another. */
let result: { user: RegisteredUser; chatId: string; folder: string };

test.beforeAll(async () => {
  const user = await registerUser({ gateway: pageUrl(''), mail: process.env.MAIL_URL ?? '' });
  const input = await saveStrategy(user, MOMENTUM);
  const { filename } = await user.get('executeBacktest', { ...input, start_date: START, end_date: END });
  await user.get('executeBacktest', { ...input, start_date: START, end_date: END, fees: 0.002 });
  const other = await saveStrategy(user, MOMENTUM.replace('Momentum', 'Elsewhere'));
  await user.get('executeBacktest', { ...other, start_date: START, end_date: END });
  result = { user, chatId: input.backtest_id, folder: filename ?? '' };
});

/** Opens an item of the chat by its address. */
const open = (page: Page, item: string) =>
  page.goto(pageUrl(`/app/backtest?chat=${result.chatId}&item=${item}`));

// spec: results.2, results.35
test('the charts of a result are read, zoomed, taken away and heard', async ({ page }) => {
  await signIn(page, result.user);
  await open(page, 'backtest-folder-0');
  const charts = page.getByRole('region', { name: 'Charts', exact: true });
  const crosshair = charts.getByRole('slider', { name: 'Crosshair of the charts' });
  const ranges = charts.getByRole('group', { name: 'Time range' });
  const lines = charts.locator('.scatterlayer .trace');

  // The library of the charts is loaded first.
  await expect(lines).toHaveCount(11);
  await expect(charts.getByRole('figure')).toHaveAccessibleName(
    /^Portfolio value from .* USDT; deepest drawdown −\d.*Hold BTC: .*Hold all coins equally: /,
  );
  await expect(page.getByRole('region', { name: 'Can this result be believed?' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Returns by month, in percent' })).toBeVisible();
  await expectAccessible(page, 'charts');

  await charts.getByRole('button', { name: /^Hold BTC/ }).click();
  await expect(lines).toHaveCount(10);
  await charts.getByText('Log', { exact: true }).click();
  const panes = charts.getByRole('group', { name: 'Charts' });
  await panes.getByText('Holdings').click();
  await panes.getByText('Target weights').click();
  await expect(lines).toHaveCount(4);

  await ranges.getByRole('button', { name: '3M' }).click();
  await crosshair.focus();
  await page.keyboard.press('Home');
  await expect(crosshair).toHaveAttribute(
    'aria-valuetext',
    /^9 Jul 2025; Strategy [\d,.]+ USDT, .*drawdown −?\d.*rolling Sharpe/,
  );
  await page.keyboard.press('ArrowRight');
  await expect(crosshair).toHaveAttribute('aria-valuetext', /^10 Jul 2025/);

  const csv = await downloaded(page, 'Download what is shown as CSV');
  const rows = csv.bytes.toString('utf8').trimEnd().split('\r\n');
  expect(csv.filename).toBe('momentum.csv');
  expect(rows[0]).toBe('\uFEFFtimestamp,portfolio_value,hold_basket,drawdown,rolling_sharpe');
  expect(rows).toHaveLength(93);
  const png = await downloaded(page, 'Download what is shown as PNG');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');

  const box = await crosshair.boundingBox();
  if (!box) throw new Error('the charts are not drawn');
  await page.mouse.move(box.x + 150, box.y + 90);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 100, { steps: 4 });
  await page.mouse.up();
  await expect(ranges.locator('[aria-pressed=true]')).toHaveCount(0);
  // Two clicks count as one double click within 300 ms, which a busy machine may miss.
  await expect(async () => {
    await page.mouse.dblclick(box.x + 200, box.y + 90);
    await expect(ranges.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true', {
      timeout: 2_000,
    });
  }).toPass();

  await charts.getByRole('button', { name: 'Full screen' }).click();
  await expect(charts).toHaveAttribute('data-full', 'true');
  await page.keyboard.press('Escape');
  await expect(charts).not.toHaveAttribute('data-full');
  await expect(charts.getByRole('button', { name: 'Full screen' })).toBeFocused();
  await charts.getByText('The curves as a table').click();
  await expect(charts.getByRole('table', { name: 'Month ends, in USDT' }).getByRole('row')).toHaveCount(23);

  // The window itself leaves the full screen a little after the page.
  await expect(() => page.setViewportSize({ width: 360, height: 740 })).toPass();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(lines.first()).toBeVisible();
  await expectAccessible(page, 'charts on a phone, in light colours');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

// spec: results.1, results.3, results.6, results.12, results.17, results.19, results.20, results.30, results.37
test('tables, notes and the data of the strategy', async ({ page }) => {
  await interceptRequests(page);
  await signIn(page, result.user);
  const panel = page.getByRole('tabpanel');
  const notes = page.getByRole('textbox', { name: 'Notes' });

  await test.step('the first rows, then all of them, sorted and filtered', async () => {
    await open(page, 'folder-backtest-folder-0-4');
    await expect(
      page.getByText(`Showing first 100 rows of ${BARS} total rows`, { exact: true }),
    ).toBeVisible();
    const table = page.getByRole('table', { name: 'Table', exact: true });
    await expect(table).toHaveAttribute('aria-rowcount', '101');
    await page.getByRole('button', { name: `Show all ${BARS} rows` }).click();
    await expect(page.getByText(`Showing all ${BARS} rows`)).toBeVisible();
    expect(await table.getByRole('row').count()).toBeLessThan(120);
    await page.getByRole('group', { name: 'Table, scrollable' }).focus();
    await page.keyboard.press('End');
    await expect(table.getByText('8 Oct 2025, 00:00')).toBeVisible();
    const value = table.getByRole('columnheader', { name: 'Value (USDT)' });
    await value.getByRole('button').click();
    await expect(value).toHaveAttribute('aria-sort', 'descending');
    await page.getByLabel('Filter rows').fill('2024-02');
    await expect(page.getByText(`Showing 29 matching rows of ${BARS} total rows`)).toBeVisible();
    await page.getByLabel('Column to filter by').selectOption('BTC target');
    await page.getByLabel('Filter rows').fill('> 0.9');
    await expect(page.getByText(/^Showing \d+ matching rows of/)).toBeVisible();
    await expectAccessible(page, 'table');
    const csv = await downloaded(page, 'CSV');
    expect(csv.bytes.toString('utf8')).toMatch(
      /^\uFEFFtimestamp,target_BTC,target_ETH,target_USDT,held_BTC,held_ETH,held_USDT,portfolio_value,/,
    );
  });

  await test.step('notes that were not saved survive a reload; saved ones are shown', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(panel.getByText('Click edit to add notes...')).toBeVisible();
    await panel.getByRole('button', { name: 'Edit' }).click();
    await notes.fill('Too many trades 🙈');
    await expect(panel.getByText('18 / 10,000')).toBeVisible();
    await page.reload();
    await expect(notes).toHaveValue('Too many trades 🙈');
    await expectAccessible(page, 'settings with notes');
    await page.route('**/settings/notes', (route) => route.abort());
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByRole('alert')).toHaveText('Error saving notes. Please try again.');
    await page.unroute('**/settings/notes');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Notes saved successfully!')).toBeVisible();
    await expect(panel.getByText('Too many trades 🙈')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Edit' })).toBeFocused();
    await panel.getByRole('button', { name: 'Edit' }).click();
    await notes.fill('x'.repeat(10_001));
    await expect(panel.getByText('Notes can have at most 10,000 characters')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel.getByText('Too many trades 🙈')).toBeVisible();
  });

  await test.step('trades of many coins fit next to the other panes', async () => {
    const coins = ['BTC', 'ETH', 'BNB', 'SOL', 'XRP', 'ADA', 'DOGE', 'AVAX', 'LINK', 'DOT'];
    const trades = coins.map(
      (coin, day) =>
        `2024-12-${10 + day}T00:00:00.000Z,${coin},sell,98123.456,0.00123456,1234.5678,-12345.678`,
    );
    const large = '2024-12-20T00:00:00.000Z,DOGE,buy,0.08123,12345678,123.4567,';
    const body = ['timestamp,coin,side,price,amount,fee,profit', ...trades, large].join('\n');
    await page.route('**/Trades', (route) => route.fulfill({ body, contentType: 'text/csv' }));
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, 'backtest-folder-0');
    await page.getByRole('tab', { name: 'Trades' }).click();
    const table = page.getByRole('table', { name: 'Trades', exact: true });
    await expect(table.getByText('12,345,678')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Backtest Settings', expanded: false })).toBeVisible();
    const place = page.getByRole('group', { name: 'Trades, scrollable' });
    const cut = () => place.evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(cut).toBeLessThanOrEqual(0);
  });

  await test.step('the data of the strategy', async () => {
    await open(page, 'strategy-csv-0');
    await expect(page.getByRole('heading', { name: `Strategy Data: ${result.folder}` })).toBeVisible();
    await page.getByText('Details').click();
    await expect(page.getByText(`${BARS} rows × 12 columns`)).toBeVisible();
    await expect(page.getByText(`Showing first 100 rows of ${BARS} total rows`)).toBeVisible();
  });
});

/** Warnings as the server writes them into the statistics of a result. */
const WARNINGS = [
  { code: 'NO_TRADES', severity: 'warning', data: {} },
  { code: 'NO_WARM_UP', severity: 'warning', data: {} },
  { code: 'HIGH_TURNOVER', severity: 'warning', data: { turnover: '40' } },
];

/** Adds the first of these warnings to what the server has found, and reloads. */
const reloadWithWarnings = async (page: Page, count: number) => {
  await page.unroute('**/Statistics');
  await page.route('**/Statistics', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), findings: WARNINGS.slice(0, count) };
    await route.fulfill({ response, json });
  });
  await page.reload();
  await expect(page.getByRole('button', { name: /^Warning: / })).toBeInViewport({ ratio: 1 });
};

// spec: results.52
test('figures and curve are in sight at once, on a wide screen and on a phone', async ({ page }) => {
  const charts = page.getByRole('region', { name: 'Charts', exact: true });
  const panel = page.getByRole('tabpanel');
  const drawn = (axis: string) => charts.locator(`.subplot.${axis} .scatterlayer`);
  /** How far the bottom of a curve is above the bottom of what is seen, in px. */
  const roomBelow = async (axis: string): Promise<number> => {
    const [curve, seen] = [await drawn(axis).boundingBox(), await panel.boundingBox()];
    return curve && seen ? seen.y + seen.height - curve.y - curve.height : Number.NaN;
  };

  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, result.user);
  await open(page, 'backtest-folder-0');
  await expect(page.getByRole('button', { name: 'Backtest Settings', expanded: false })).toBeVisible();
  await expect(page.getByText('Max drawdown', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveURL(/item=backtest-folder-0&run=/);
  await expect.poll(() => roomBelow('xy2')).toBeGreaterThanOrEqual(0);
  const months = page.getByRole('table', { name: 'Returns by month, in percent' });
  await months.scrollIntoViewIfNeeded();
  for (const name of ['Jan', 'Dec', 'Total'])
    await expect(months.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 });
  await reloadWithWarnings(page, 3);
  await expect.poll(() => roomBelow('xy2')).toBeGreaterThanOrEqual(0);
  const findings = page.getByRole('region', { name: 'Can this result be believed?' });
  await expect(findings).not.toBeInViewport({ ratio: 0.5 });
  await page.getByRole('button', { name: /^Warning: .* and 2 more$/ }).click();
  await expect(findings.getByRole('listitem').first()).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'overview of a result with warnings');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Max drawdown', { exact: true })).toBeInViewport({ ratio: 1 });
  await reloadWithWarnings(page, 1);
  await expect.poll(() => roomBelow('xy')).toBeGreaterThanOrEqual(0);
  await page.unroute('**/Statistics');
  await page.reload();
  await expect(page.getByText('Max drawdown', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect.poll(() => roomBelow('xy')).toBeGreaterThanOrEqual(0);
  await page.getByRole('tab', { name: 'Statistics' }).click();
  await expect(page.getByRole('table', { name: 'Strategy and benchmarks' })).toBeInViewport();
  await page.getByRole('tab', { name: 'Chart' }).click();
  await expect(page.getByRole('tab', { name: 'Chart' })).toBeInViewport({ ratio: 1 });
  const picture = panel.getByRole('img', { name: /^Chart of/ });
  await expect(picture).toBeInViewport({ ratio: 1 });
  const dark = await picture.getAttribute('src');
  expect(dark).toMatch(/^data:image\/png;base64,/);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(picture).not.toHaveAttribute('src', dark ?? '');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Files' }).click();
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Chart', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

// spec: results.53
test('on a phone whatever is pressed is at least 40 px high', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, result.user);
  const expectNoneSmall = (what: string) => expect.poll(() => smallTargets(page), what).toEqual([]);
  const { chatId, folder, user } = result;
  const favorite = { item_type: 'backtest_result', item_id: folder, backtest_id: chatId } as const;
  await user.get('addFavorite', favorite);
  await open(page, 'backtest-folder-0');
  const strip = page.getByRole('tablist', { name: /^Parts of/ });
  await expect(page.getByRole('table', { name: 'Returns by month, in percent' })).toBeVisible();
  for (const tab of await strip.getByRole('tab').all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    await expectNoneSmall((await tab.textContent()) ?? '');
  }
  await page.getByRole('button', { name: 'Backtest Settings' }).click();
  await expect(page.getByRole('slider', { name: 'Start of the period' })).toBeVisible();
  await expectNoneSmall('settings');
  await page.getByRole('button', { name: 'Files' }).click();
  await expect(page.getByRole('dialog').getByText('All results')).toBeVisible();
  await expectNoneSmall('files');
  const words = page.getByRole('dialog').getByRole('treeitem').locator('[id$=detail]');
  const cutWords = () =>
    words.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
    );
  await expect(words.first()).toContainText(/^\d+ \w+ \d{4}, \d\d:\d\d UTC · Chat /);
  expect(await cutWords()).toEqual([]);
  await open(page, 'backtest-results');
  await expect(page.getByRole('checkbox', { name: /^Compare / })).toHaveCount(2);
  await expectNoneSmall('results');
  await page.goto(pageUrl('/app/profile'));
  await expect(page.getByRole('button', { name: 'Export my data' })).toBeVisible();
  await expectNoneSmall('profile');
});

test('two results are chosen from the list and compared, then one of another chat with them', async ({
  page,
}) => {
  await signIn(page, result.user);
  await open(page, 'backtest-results');
  const boxes = page.getByRole('checkbox', { name: /^Compare / });
  await expect(boxes).toHaveCount(2);
  await expectAccessible(page, 'list of results');
  await expect(page.getByRole('row').getByText(/holding all coins equally \+[\d.,]+\s%$/)).toHaveCount(2);
  for (const box of await boxes.all()) await box.check();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Comparison of 2 results' })).toBeVisible();
  const figure = page.getByRole('figure', { name: 'Equity of the compared results' });
  await expect(figure.locator('.scatterlayer .trace')).toHaveCount(2);
  const figures = page.getByRole('table', { name: 'Figures of the compared results' });
  await expect(figures.getByRole('row', { name: /^Total return/ }).getByRole('img')).toHaveCount(2);
  for (const fees of ['0.10', '0.20'])
    await expect(figures.getByRole('button', { name: `momentum · fees ${fees}\u202F%` })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Settings that differ' })).toContainText('Trading fees');
  await expect(page.getByText('All of them use the same code.')).toBeVisible();
  const crosshair = page.getByRole('slider', { name: 'Crosshair of the comparison' });
  await crosshair.focus();
  await page.keyboard.press('Home');
  await expect(crosshair).toHaveAttribute('aria-valuetext', /^Start of 1 Jan 2024; .* 100\.00, .* 100\.00$/);
  await page.getByRole('switch', { name: 'Benchmark' }).click();
  await expect(figure.locator('.scatterlayer .trace')).toHaveCount(3);
  await expect(crosshair).toHaveAttribute('aria-valuetext', /, Hold all coins equally 100\.00$/);
  await expectAccessible(page, 'comparison');

  await page.getByRole('button', { name: 'Add or remove results' }).click();
  const dialog = page.getByRole('dialog', { name: 'Results to compare' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(3);
  await expectAccessible(page, 'results to compare');
  await dialog.getByLabel('Search the results of all chats').fill('elsewhere');
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await dialog.getByRole('checkbox', { name: /elsewhere in Chat/i }).check();
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Comparison of 3 results' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Comparison of 3 results' })).toBeVisible();
  await expect(figure.locator('.scatterlayer .trace')).toHaveCount(3);
  await page.setViewportSize({ width: 1440, height: 900 });
  const roomBesideFour = () =>
    figures.evaluate((table) => {
      table.style.width = 'min-content';
      const [first = 0, ...others] = [...table.querySelectorAll('thead tr > *')].map(
        (cell) => cell.clientWidth,
      );
      table.style.width = '';
      return (table.parentElement?.clientWidth ?? 0) - first - 4 * Math.max(...others);
    });
  await expect.poll(roomBesideFour, 'four results fit next to the other panes').toBeGreaterThanOrEqual(0);
  await figures.getByRole('button', { name: /elsewhere · Chat/i }).click();
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(`chat=${result.chatId}`));
});
