// The panel 'Backtest Chats': chats, strategy files and result folders, changed with the product's own terms.
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { enterQuickly, expectAccessible, interceptRequests, pageUrl } from '../browser-user.ts';
import { choose, line, openChat, panelOf, said, saveStrategies } from '../chat-list.ts';

test('a chat is created, renamed, duplicated, described and deleted', async ({ page }) => {
  await enterQuickly(page);
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: /name/i });

  // spec: chats.1, chats.13, chats.19, chats.22, chats.23, chats.24
  await test.step('create', async () => {
    await panelOf(page).getByRole('button', { name: 'Create Chat' }).click();
    await expect(page.getByRole('dialog', { name: 'Enter Backtest Chat Name' })).toBeVisible();
    const create = dialog.getByRole('button', { name: 'Create Backtest' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    for (const [typed, problem] of [
      ['', 'Please enter a name for your backtest session'],
      ['ab', 'Name must be at least 3 characters long'],
      ['x'.repeat(51), 'Name must be 50 characters or less'],
      ['MY FIRST BACKTEST', 'A backtest chat with this name already exists'],
    ] as const) {
      await name.fill(typed);
      await create.click();
      await expect(dialog.getByText(problem)).toBeVisible();
      await expect(dialog.getByText(`${typed.length}/50`)).toBeVisible();
    }
    await expectAccessible(page, 'dialog of a new chat');
    await name.fill('Dual momentum');
    await page.keyboard.press('Enter');
    await expect(line(page, 'Dual momentum')).toHaveAttribute('aria-selected', 'true');
    await expect(line(page, 'Dual momentum')).toHaveAttribute('aria-expanded', 'true');
  });

  // spec: chats.4, chats.15, chats.25
  await test.step('rename', async () => {
    await choose(page, 'Dual momentum', 'Rename');
    await expect(page.getByRole('dialog', { name: 'Rename Backtest Chat' })).toBeVisible();
    await expect(name).toHaveValue('Dual momentum');
    const rename = dialog.getByRole('button', { name: 'Rename' });
    for (const [typed, problem] of [
      ['  ', 'Name cannot be empty'],
      ['my FIRST backtest', 'A backtest chat with this name already exists'],
      ['x'.repeat(101), 'Name must be 100 characters or less'],
    ] as const) {
      await name.fill(typed);
      await expect(dialog.getByRole('status')).toHaveText(problem);
      await expect(rename).toBeDisabled();
    }
    await expect(dialog.getByText('101/100')).toBeVisible();
    await name.fill('שלום 🚀 "a/b"');
    await expect(dialog.getByRole('status')).toHaveText('✓ Name is available');
    await expectAccessible(page, 'dialog that renames');
    await rename.click();
    await expect(dialog).toHaveCount(0);
    await expect(line(page, 'שלום 🚀 "a/b"')).toBeFocused();
  });

  await test.step('duplicate', async () => {
    await choose(page, 'שלום 🚀 "a/b"', 'Duplicate');
    await expect(page.getByRole('dialog', { name: 'Duplicate Backtest Chat' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await expect(line(page, 'שלום 🚀 "a/b" (copy)')).toHaveAttribute('aria-selected', 'true');
  });

  // spec: chats.14
  await test.step('details', async () => {
    await choose(page, 'שלום 🚀 "a/b" (copy)', 'View Details');
    const details = page.getByRole('dialog', { name: 'Backtest Details' });
    await expect(details.getByText('none yet')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(line(page, 'שלום 🚀 "a/b" (copy)')).toBeFocused();
  });

  // spec: chats.30
  await test.step('delete', async () => {
    await page.keyboard.press('Delete');
    await expect(page.getByRole('dialog', { name: 'Delete Backtest Chat' })).toContainText('permanently');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(line(page, 'שלום 🚀 "a/b" (copy)')).toBeVisible();
    await page.keyboard.press('Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(line(page, 'שלום 🚀 "a/b" (copy)')).toHaveCount(0);
  });

  // spec: chats.2, chats.5
  await test.step('a private chat can only be looked at', async () => {
    await expect(line(page, 'TrendBot 2.0').first()).toContainText('PRIVATE CHAT');
    await panelOf(page).getByRole('button', { name: 'Actions for TrendBot 2.0' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['View Details']);
    await page.keyboard.press('Escape');
  });

  // spec: chats.11
  await test.step('a click on blank space lets go of the chat', async () => {
    const body = panelOf(page).getByRole('tree');
    const { x, y, width, height } = (await panelOf(page).boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await page.mouse.click(x + width / 2, y + height - 20);
    await expect(body.locator('[aria-selected="true"]')).toHaveCount(0);
    await expect(page).toHaveURL(/chat=none/);
  });
});

// spec: chats.3, chats.10, chats.40
test('strategy files are renamed, kept and deleted, and the selection stays with its file', async ({
  page,
}) => {
  await interceptRequests(page);
  const user = await enterQuickly(page);
  const id = await openChat(page, user, 'Three files');
  await expect(panelOf(page).getByRole('treeitem', { name: '2 Select Strategy' })).toContainText(
    'a result folder appears here after a backtest',
  );
  await saveStrategies(user, id, ['Alpha', 'Beta', 'Gamma']);
  await page.goto(pageUrl(`/app/backtest?chat=${id}&item=strategy-python-2`));
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox');
  await expect(line(page, 'gamma')).toHaveAttribute('aria-selected', 'true');
  await expect(line(page, 'Three files')).toContainText('python');

  // spec: chats.16, chats.28
  await test.step('rename', async () => {
    await choose(page, 'gamma', 'Rename');
    await expect(page.getByRole('dialog', { name: 'Rename Strategy File' })).toBeVisible();
    await expect(name).toHaveValue('gamma');
    await name.fill('');
    await expect(dialog.getByRole('status')).toHaveText('Name cannot be empty');
    await name.fill('ALPHA');
    await expect(dialog.getByRole('status')).toHaveText('A strategy file with this name already exists');
    await name.fill('delta');
    await expect(dialog.getByText('5/100')).toBeVisible();
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await said(page, 'Strategy file renamed successfully!');
    await expect(line(page, 'delta')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('download', async () => {
    const saving = page.waitForEvent('download');
    await choose(page, 'delta', 'Download .py');
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('strategy_delta.py');
    expect(await readFile(await saved.path(), 'utf8')).toContain('"""Gamma"""');
  });

  await test.step('a refusal keeps the dialog and says why', async () => {
    await page.route('**/strategies/*/rename', (route) =>
      route.fulfill({ status: 409, json: { detail: 'Taken meanwhile' } }),
    );
    await choose(page, 'delta', 'Rename');
    await name.fill('epsilon');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Error renaming strategy file: Taken meanwhile');
    await page.keyboard.press('Escape');
  });

  await test.step('one before it is deleted', async () => {
    await choose(page, 'alpha', 'Delete');
    await expect(page.getByRole('dialog', { name: 'Delete Strategy File' })).toContainText(
      'strategy_alpha.py',
    );
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await said(page, 'Strategy file deleted successfully!');
    await expect(line(page, 'alpha')).toHaveCount(0);
    await expect(line(page, 'delta')).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL(/item=strategy-python-1/);
  });

  await test.step('the selected one is deleted', async () => {
    await choose(page, 'delta', 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(line(page, 'delta')).toHaveCount(0);
    await expect(line(page, 'Three files')).toHaveAttribute('aria-selected', 'true');
    await expect(page).not.toHaveURL(/item=/);
  });
});

// spec: chats.35, chats.36
test('a result folder opens once by itself, shows its files by type, is renamed and deleted', async ({
  page,
}) => {
  await interceptRequests(page);
  const user = await enterQuickly(page);
  const run = await saveStrategy(user, MOMENTUM);
  await page.goto(pageUrl(`/app/backtest?chat=${run.backtest_id}`));
  await expect(panelOf(page).getByRole('treeitem', { name: '3 Backtest Strategy' })).toBeVisible();
  const ended = user.call('executeBacktest', { ...run, start_date: '2024-11-01' });
  await expect(panelOf(page).getByRole('img', { name: 'Backtest running' })).toBeVisible();
  expect((await ended).status).toBe(200);
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox');
  // The strategy has the same name, and stands above.
  const given = 'momentum';

  // spec: chats.6, chats.8, chats.12, chats.21
  await test.step('it appears by itself, and its files are sorted by type', async () => {
    await expect(line(page, given).last()).toHaveAttribute('aria-expanded', 'true');
    await expect(panelOf(page).locator('[aria-level="4"]')).toHaveText([
      'Settings',
      'Statistics',
      'Chance',
      'Strategy',
      'Table',
      'Trades',
      'Chart',
    ]);
    await expect(panelOf(page).getByRole('img', { name: 'Backtest running' })).toHaveCount(0);
    await line(page, 'Strategy data').click();
    await expect(page).toHaveURL(/item=strategy-csv$/);
    await expectAccessible(page, 'list with a result');
  });

  // spec: chats.20
  await test.step('what is closed stays closed', async () => {
    await line(page, given).last().getByRole('button', { name: 'Collapse' }).click();
    await page.reload();
    await expect(line(page, given).last()).toHaveAttribute('aria-expanded', 'false');
    let isAway = true;
    await page.route('**/folders/*', (route) =>
      isAway ? route.fulfill({ status: 500, json: { detail: 'No' } }) : route.continue(),
    );
    await line(page, given).last().press('ArrowRight');
    const failed = line(page, 'Failed to load folder contents: No');
    await expect(failed).toBeVisible();
    isAway = false;
    // An update may have it asked for again before the press does.
    await expect(async () => {
      if (await failed.isVisible()) await failed.click({ timeout: 1_000 });
      await expect(line(page, 'Settings')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.unroute('**/folders/*');
    await page.goto(pageUrl(`/app/backtest?chat=${run.backtest_id}&item=folder-backtest-folder-0-1`));
    await expect(line(page, 'Statistics')).toHaveAttribute('aria-selected', 'true');
  });

  // spec: chats.27
  await test.step('rename', async () => {
    await line(page, given).last().press('F2');
    await expect(dialog.getByRole('textbox', { name: 'Please enter a new folder name' })).toBeVisible();
    await name.fill(' ');
    await expect(dialog.getByRole('status')).toHaveText('Name cannot be empty');
    await name.fill('Best "one" 🚀');
    await expect(dialog.getByRole('status')).toHaveText('✓ Name is available');
    await page.route('**/folders/*/rename', (route) => route.abort());
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Error renaming folder. Please try again.');
    await page.unroute('**/folders/*/rename');
    await page.route('**/folders/*/rename', (route) =>
      route.fulfill({ status: 409, json: { detail: 'No' } }),
    );
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Error renaming folder: No');
    await page.unroute('**/folders/*/rename');
    await page.keyboard.press('Enter');
    await expect(line(page, 'Best "one" 🚀')).toBeVisible();
    await expect(line(page, 'Statistics')).toHaveAttribute('aria-selected', 'true');
  });

  // spec: chats.31, chats.32, chats.37
  await test.step('delete', async () => {
    await choose(page, 'Best "one" 🚀', 'Delete');
    await expect(dialog).toContainText(/permanently delete all files in the folder .* and cannot be undone/);
    await page.route('**/runs/*', (route) => route.fulfill({ status: 500, json: { detail: 'No' } }));
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await said(page, 'Error deleting folder: No');
    await page.unroute('**/runs/*');
    await line(page, 'Best "one" 🚀').press('Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await said(page, 'Backtest folder deleted successfully');
    await expect(line(page, 'Best "one" 🚀')).toHaveCount(0);
    await expect(page).not.toHaveURL(/item=/);
  });
});
