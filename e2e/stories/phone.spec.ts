// The simple layout: on a phone, and by choice on a wide screen.
import { expect, test } from '@playwright/test';
import { enterQuickly, expectAccessible, pageUrl, userMenu } from '../browser-user.ts';

const AREAS = ['Strategy', 'Backtest', 'Trading'];

test('a phone has tabs, a drawer of files, and a handle between main and settings', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enterQuickly(page);
  const areas = page.getByRole('navigation', { name: 'Areas' });
  const handle = page.getByRole('separator', { name: 'Resize settings panel' });
  const expectShare = (percent: number) => expect(handle).toHaveAttribute('aria-valuenow', String(percent));
  // spec: workspace.8, workspace.22
  await test.step('tabs', async () => {
    await expect(areas.getByRole('link')).toHaveText(AREAS);
    await expect(areas.getByRole('link', { name: 'Strategy' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByText('1 Create Strategy')).toBeVisible();
    await expectAccessible(page, 'chat on a phone');
    await areas.getByRole('link', { name: 'Backtest' }).click();
    await expect(areas.getByRole('link', { name: 'Backtest' })).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page, 'backtest on a phone');
  });
  // spec: workspace.25
  await test.step('handle', async () => {
    await expectShare(40);
    await handle.focus();
    await page.keyboard.press('ArrowUp');
    await expectShare(50);
    await page.keyboard.press('Shift+ArrowUp');
    await expectShare(70);
    await page.keyboard.press('Shift+ArrowDown');
    await expectShare(20);
    const box = await handle.boundingBox();
    if (!box) throw new Error('the handle has no box');
    await page.mouse.move(180, box.y + 7);
    await page.mouse.down();
    await page.mouse.move(180, 40, { steps: 4 });
    await page.mouse.up();
    await expectShare(70);
    await page.reload();
    await expectShare(70);
  });
  // spec: workspace.24
  await test.step('drawer', async () => {
    await page.getByRole('button', { name: 'Files' }).click();
    const drawer = page.getByRole('dialog', { name: 'Files and history' });
    await expect(drawer.getByText('My first backtest')).toBeVisible();
    await expectAccessible(page, 'drawer');
    await drawer.getByText('TrendBot 2.0', { exact: true }).click();
    await expect(drawer).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'TrendBot 2.0' })).toBeVisible();
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

// spec: workspace.1, workspace.9, workspace.23
test('the simple layout can be chosen, and left; the balance is read again with the menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterQuickly(page);
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await expect(areas.getByRole('link')).toHaveText(['Backtest', 'Trading']);
  await expect(userMenu(page)).toContainText(/\d VUT/);
  const balance = page.waitForRequest(/\/api\/vut\/user\/vut-balance$/);
  await userMenu(page).click();
  await balance;
  await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Credits', 'Switch to Basic', 'Logout']);
  await expectAccessible(page, "user's menu");
  await page.keyboard.press('Escape');
  await expect(userMenu(page)).toBeFocused();
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Switch to Basic' }).click();
  await expect(areas.getByRole('link')).toHaveText(AREAS);
  await page.goto(pageUrl('/app/backtest'));
  await expect(areas.getByRole('link')).toHaveText(AREAS);
  await expectAccessible(page, 'basic mode');
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Switch to Pro' }).click();
  await expect(page.getByRole('button', { name: 'Hide chat panel' })).toBeVisible();
});
