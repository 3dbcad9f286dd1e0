// The panel 'Backtest Chats': favourites, keys, and what it says when the server refuses or does not answer.
import { expect, test } from '@playwright/test';
import { enterQuickly, expectAccessible, pageUrl } from './browser-user.ts';
import { choose, line, openChat, panelOf, said, saveStrategies } from './chat-list.ts';

test('favorites are at hand in every chat; one that the server refuses is taken back', async ({ page }) => {
  const user = await enterQuickly(page);
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  const first = await openChat(page, user, 'First chat');
  await saveStrategies(user, first, ['Alpha', 'Beta']);
  const second = await openChat(page, user, 'Second chat');
  await saveStrategies(user, second, ['Gamma']);
  await page.reload();
  const star = panelOf(page).getByRole('button', { name: 'Favorite gamma' });

  await test.step('a star is set at once, and goes again when it is refused', async () => {
    const refusal = Promise.withResolvers<void>();
    await page.route('**/favorites/add', async (route) => {
      await refusal.promise;
      await route.fulfill({ status: 500, json: { detail: 'No' } });
    });
    await line(page, 'gamma').hover();
    await star.click();
    await expect(star.first()).toHaveAttribute('aria-pressed', 'true');
    await expect(line(page, 'Favorites')).toBeVisible();
    refusal.resolve();
    await said(page, 'Error updating favorite');
    await expect(line(page, 'Favorites')).toHaveCount(0);
    await expect(star).toHaveAttribute('aria-pressed', 'false');
    expect(warnings.join()).toContain('Failed to update favorite');
    await page.unroute('**/favorites/add');
  });

  await test.step('added by star and by menu', async () => {
    await line(page, 'gamma').hover();
    await star.click();
    await said(page, 'Added to favorites');
    await panelOf(page).getByRole('button', { name: 'Expand First chat' }).click();
    await choose(page, 'beta', 'Add to favorites');
    const marked = panelOf(page).locator('[aria-level="2"]').filter({ hasText: /chat$/ });
    await expect(marked).toHaveText([/^gamma\s*Second chat$/, /^beta\s*First chat$/]);
    await expectAccessible(page, 'favorites');
  });

  await test.step('each opens its chat and item', async () => {
    await line(page, 'beta').first().click();
    await expect(page).toHaveURL(new RegExp(`chat=${first}&item=strategy-python-1`));
    await line(page, 'gamma').first().press('Enter');
    await expect(page).toHaveURL(new RegExp(`chat=${second}&item=strategy-python-0`));
  });

  await test.step('removed', async () => {
    await line(page, 'gamma').first().getByRole('button', { name: 'Favorite gamma' }).click();
    await said(page, 'Removed from favorites');
    await expect(star).toHaveAttribute('aria-pressed', 'false');
  });
});

test('the list is one stop of the Tab key, and all of it works by keyboard', async ({ page }) => {
  const user = await enterQuickly(page);
  for (let number = 1; number <= 8; number += 1) await user.get('createChat', { name: `Chat ${number}` });
  const id = await openChat(page, user, 'Zeta');
  await saveStrategies(user, id, ['Alpha', 'Beta']);
  await page.goto(pageUrl(`/app/backtest?chat=${id}&item=strategy-python-1`));
  await expect(line(page, 'beta')).toHaveAttribute('aria-selected', 'true');

  await test.step('in and out', async () => {
    await panelOf(page).getByRole('searchbox', { name: 'Filter chats' }).focus();
    await page.keyboard.press('Tab');
    await expect(line(page, 'beta')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(panelOf(page).getByRole('searchbox')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(panelOf(page).locator(':focus')).toHaveCount(0);
  });

  await test.step('arrows, Home, End and letters', async () => {
    await line(page, 'beta').focus();
    for (const [key, name] of [
      ['ArrowUp', 'alpha'],
      ['ArrowLeft', 'Strategies'],
      ['ArrowLeft', 'Strategies'],
      ['ArrowRight', 'Strategies'],
      ['ArrowRight', 'alpha'],
      ['ArrowDown', 'beta'],
      ['End', 'TrendBot 2.0'],
      ['Home', 'Zeta'],
      ['c', 'Chat 8'],
      ['c', 'Chat 7'],
      ['z', 'Zeta'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(line(page, name).first()).toBeFocused();
    }
    await page.keyboard.press('ArrowLeft');
    await expect(line(page, 'Zeta')).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowRight');
    await expect(line(page, 'Zeta')).toHaveAttribute('aria-expanded', 'true');
  });

  await test.step('choose, rename, menu', async () => {
    await line(page, 'alpha').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/item=strategy-python-0/);
    await line(page, 'alpha').press('F2');
    await expect(page.getByRole('dialog', { name: 'Rename Strategy File' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(line(page, 'alpha')).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem')).toHaveText([
      'Rename',
      'Download .py',
      'Add to favorites',
      'Delete',
    ]);
    await expectAccessible(page, 'menu of a strategy');
    await page.keyboard.press('Escape');
    await expect(line(page, 'alpha')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('dialog', { name: 'Delete Strategy File' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the filter', async () => {
    const filter = panelOf(page).getByRole('searchbox', { name: 'Filter chats' });
    await filter.fill('CHAT 3');
    await expect(panelOf(page).locator('[aria-level="1"]')).toHaveText(['Chat 3']);
    await filter.fill('nothing');
    await expect(panelOf(page).getByRole('status')).toHaveText('No chat has “nothing” in its name.');
    await filter.press('Escape');
    await expect(line(page, 'Zeta')).toBeVisible();
  });
});

test('what the server refuses is said in the words of the product', async ({ page }) => {
  const user = await enterQuickly(page);
  await saveStrategies(user, await openChat(page, user, 'Refused'), ['Alpha']);
  await page.reload();
  const dialog = page.getByRole('dialog');
  await page.route('**/backtests/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 500, json: { detail: 'No' } }),
  );
  for (const [name, entry, problem] of [
    ['Refused', 'Duplicate', 'Failed to duplicate backtest: No'],
    ['Refused', 'Delete', 'Failed to delete backtest: No'],
    ['alpha', 'Delete', 'Error deleting strategy file: No'],
  ] as const) {
    await choose(page, name, entry);
    await dialog.getByRole('button', { name: entry }).click();
    await said(page, problem);
    await expect(dialog).toHaveCount(0);
  }
  await choose(page, 'Refused', 'Rename');
  await dialog.getByRole('textbox').fill('Other');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Failed to update backtest: No');
  await page.keyboard.press('Escape');
  await panelOf(page).getByRole('button', { name: 'Create Chat' }).click();
  await dialog.getByRole('textbox').fill('Another');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Failed to create backtest session: No');
  await page.keyboard.press('Escape');
  await expect(line(page, 'alpha')).toBeVisible();
});

test('what could not be loaded says so and is tried again', async ({ page }) => {
  const user = await enterQuickly(page);
  const id = await openChat(page, user, 'Unlucky');
  // Nothing is asked for again but by the user.
  await page.route('**/api/updates', (route) => route.abort());
  const failing = ['**/backtests', '**/backtests/*/files', '**/favorites/list'];
  for (const path of failing)
    await page.route(path, (route) => route.fulfill({ status: 503, json: { detail: 'Not now' } }));
  await page.goto(pageUrl(`/app/backtest?chat=${id}`));
  const panel = panelOf(page);
  await expect(panel.getByRole('alert')).toContainText('Failed to fetch backtests: Not now');
  await page.unroute('**/backtests');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(line(page, 'Unlucky')).toBeVisible();
  for (const text of ['The favorites could not be listed: Not now', 'The files could not be listed: Not now'])
    await expect(line(page, text)).toBeVisible();
  await expectAccessible(page, 'list that could not be loaded');
  for (const path of failing) await page.unroute(path);
  await line(page, 'The favorites could not be listed: Not now').press('Enter');
  await line(page, 'The files could not be listed: Not now').click();
  await expect(panel.getByText('Not now')).toHaveCount(0);
  await expect(line(page, 'Strategies')).toBeVisible();
});
