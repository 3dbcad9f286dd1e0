// The panel 'Backtest Chats': favourites and keys.
import { expect, test } from '@playwright/test';
import { enterQuickly, expectAccessible, pageUrl } from '../browser-user.ts';
import { choose, line, openChat, panelOf, said, saveStrategies } from '../chat-list.ts';

// spec: chats.39
test('favorites are at hand in every chat', async ({ page }) => {
  const user = await enterQuickly(page);
  const first = await openChat(page, user, 'First chat');
  await saveStrategies(user, first, ['Alpha', 'Beta']);
  const second = await openChat(page, user, 'Second chat');
  await saveStrategies(user, second, ['Gamma']);
  await page.reload();
  const star = panelOf(page).getByRole('button', { name: 'Favorite gamma' });

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

  await test.step('a list that could not be loaded', async () => {
    await page.route('**/favorites/list', (route) => route.fulfill({ status: 503, json: { detail: 'No' } }));
    await page.reload();
    await expect(line(page, 'The favorites could not be listed: No')).toBeVisible();
    await expectAccessible(page, 'list that could not be loaded');
  });
});

// spec: chats.42
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
});
