// The landing page for a first-time visitor: immediate, complete, and without a script.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { pageUrl } from '../browser-user.ts';

const SCHEMES = ['dark', 'light'] as const;
const WIDTHS = [360, 1440] as const;
const LINKS: readonly (readonly [name: string, address: string])[] = [
  ['Sign Up', '/auth?auth=register'],
  ['Sign In', '/auth?auth=login'],
  ['Privacy Policy', '/privacy'],
  ['Terms', '/terms'],
  ['Cookie Policy', '/cookies'],
];

/** Scrolls through the whole page, so that everything lazy is loaded; returns the layout shift. */
const shiftToTheEnd = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    const frame = () => new Promise(requestAnimationFrame);
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' });
      await frame();
    }
    await Promise.all(
      [...document.images].filter(({ offsetParent }) => offsetParent).map((image) => image.decode()),
    );
    await frame();
    await frame();
    scrollTo({ top: 0, behavior: 'instant' });
    return shift;
  });

for (const width of WIDTHS) {
  for (const colorScheme of SCHEMES) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('nothing moves or overflows, the console is silent, and axe finds nothing', async ({ page }) => {
        const said: string[] = [];
        page.on('console', (message) => said.push(message.text()));
        page.on('pageerror', ({ message }) => said.push(message));
        await page.goto(pageUrl('/'));
        expect(await shiftToTheEnd(page)).toBe(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await page.getByText('Do I need to know Python?').click();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        expect(said).toEqual([]);
      });
    });
  }
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('all text and all links are there, and prices are those that are charged', async ({ page }) => {
    await page.goto(pageUrl('/'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    for (const name of ['How It Works', /^Why Choose/, 'Pay-as-You-Go Pricing'])
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    for (const [name, address] of LINKS)
      await expect(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute('href', address);
    // 50,592 hours of 9 coins, at 100 VUT for a million.
    await expect(page.getByRole('row', { name: /Every hour since 2020/ })).toContainText('45.5 VUT');
    await page.getByText('What is a VUT?').click();
    await expect(page.getByText('1,000 VUT cost one US dollar.', { exact: false }).last()).toBeVisible();
  });
});

// spec: accounts.9
test('links lead where they say, and back', async ({ page }) => {
  await page.goto(pageUrl('/'));
  for (const [name, address] of LINKS) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page).toHaveURL(pageUrl(address));
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: /trading idea/ })).toBeVisible();
  }
  for (const link of await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').all()) {
    const anchor = (await link.getAttribute('href')) ?? '';
    await link.click();
    await expect(page.locator(anchor).getByRole('heading', { level: 2 })).toBeInViewport();
  }
});

test('an unknown address leads here, and so does the name in the app', async ({ page }) => {
  await page.goto(pageUrl('/no/such/page'));
  await expect(page).toHaveURL(pageUrl('/'));
  await page.goto(pageUrl('/auth'));
  await page.getByRole('link', { name: 'Tradeium, home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /trading idea/ })).toBeVisible();
});

test('the colours that are chosen stay, here and in the app', async ({ page }) => {
  await page.goto(pageUrl('/'));
  await page.getByRole('button', { name: 'Switch to light mode' }).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.locator('img:visible')).toHaveAttribute('src', /light/);
  await page.goto(pageUrl('/auth'));
  await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeVisible();
  await page.goto(pageUrl('/'));
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('the first key leads past the navigation, and focus is always seen', async ({ page }) => {
  await page.goto(pageUrl('/'));
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const next = page.getByRole('main').getByRole('link', { name: 'Sign Up' }).first();
  await expect(next).toBeFocused();
  expect(await next.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid');
});

test('a signed-in user goes straight to the workspace', async ({ page, context }) => {
  await context.addCookies([{ name: 'tradeium_session', value: 'any', url: pageUrl('/') }]);
  await page.goto(pageUrl('/'));
  await expect(page.getByRole('link', { name: 'Open Workspace' }).first()).toHaveAttribute(
    'href',
    '/app/backtest',
  );
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeHidden();
});
