// Work that another tab could destroy: code, notes and chats that are renamed, saved or deleted elsewhere meanwhile.
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { RegisteredUser } from '../api-client.ts';
import { MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { enterQuickly, expectAccessible, interceptRequests, pageUrl } from '../browser-user.ts';
import { said, saveStrategies } from '../chat-list.ts';

const HINT = 'The run does not include unsaved changes.';

test.use({ viewport: { width: 1440, height: 900 } });

const box = (page: Page): Locator => page.getByRole('textbox', { name: 'Strategy code' });
const button = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const isUnsaved = (page: Page) =>
  expect(page.getByRole('main').getByText('Unsaved', { exact: true })).toBeVisible();

const strategiesOf = async (user: RegisteredUser, id: string): Promise<string[]> =>
  (await user.get('listFiles', { id })).files
    .filter(({ type }) => type === 'strategy')
    .map(({ filename }) => filename);

// spec: strategies.76, strategies.77, strategies.78, strategies.79, strategies.82, strategies.88
test('unsaved code stays with its file, whatever happens to the files around it', async ({ page }) => {
  await interceptRequests(page);
  const user = await enterQuickly(page);
  const { id } = await user.get('createChat', { name: 'Kept' });
  await saveStrategies(user, id, ['one', 'two', 'mine', 'four']);
  const [one, two, mine, four] = (await strategiesOf(user, id)) as [string, string, string, string];
  const codeOf = async (filename: string) => String(await user.get('readStrategy', { id, filename }));
  let name = mine;

  await test.step('typing continues while an earlier file is deleted', async () => {
    await page.goto(pageUrl(`/app/backtest?chat=${id}&item=strategy-python-2`));
    await button(page, 'Edit').click();
    await expect(box(page)).not.toHaveAttribute('aria-readonly', 'true');
    await expect(page.getByText(HINT)).toHaveCount(0);
    await box(page).focus();
    await page.keyboard.press('ControlOrMeta+End');
    await Promise.all([
      user.get('deleteStrategy', { id, filename: one }),
      page.keyboard.type('# abcdefghijklmnopqrstuvwxyz', { delay: 25 }),
    ]);
    await expect(page).toHaveURL(/item=strategy-python-1$/);
    await page.keyboard.type('0123456789');
    await expect(box(page)).toContainText('# abcdefghijklmnopqrstuvwxyz0123456789');
    await expect(page.getByText(HINT)).toBeVisible();
  });

  await test.step('and while the file itself gets another name', async () => {
    const [{ filename }] = await Promise.all([
      user.get('renameStrategy', { id, filename: mine, new_filename: 'ours' }),
      page.keyboard.type(' ABCDEFGHIJKLMNOPQRSTUVWXYZ', { delay: 25 }),
    ]);
    name = filename;
    await expect(page.getByRole('main').getByText(name)).toBeVisible();
    await page.keyboard.type(' renamed');
    await expect(box(page)).toContainText('0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ renamed');
    await isUnsaved(page);
  });

  await test.step('a save finds the file at its new place, and what is typed meanwhile is kept', async () => {
    let saves = 0;
    await page.route('**/replace-strategy', async (route) => {
      saves += 1;
      if (saves === 1) {
        await user.get('deleteStrategy', { id, filename: two });
        await page.keyboard.type(' late');
      }
      await route.continue();
    });
    await page.keyboard.press('ControlOrMeta+s');
    await said(page, 'Strategy saved to backtest session!');
    expect(saves).toBe(2);
    expect(await codeOf(name)).toMatch(/ renamed$/);
    expect(await codeOf(four)).not.toContain('renamed');
    await isUnsaved(page);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(button(page, 'Edit')).toBeVisible();
    expect(await codeOf(name)).toMatch(/ renamed late$/);
    await expect(page.getByText(/saved elsewhere/)).toHaveCount(0);
  });

  await test.step('a file that was deleted elsewhere leaves its draft', async () => {
    await button(page, 'Edit').click();
    await box(page).focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' last');
    await isUnsaved(page);
    await user.get('deleteStrategy', { id, filename: name });
    await said(page, 'This item was deleted');
    await expect(page.getByText('This file was deleted elsewhere.')).toBeVisible();
    await expectAccessible(page, 'a draft without its file');
    await page.reload();
    await button(page, 'Save as a new strategy').click();
    await expect(box(page)).toContainText('renamed late last');
    await expect(page.getByText('This file was deleted elsewhere.')).toHaveCount(0);
  });
});

// spec: strategies.83, strategies.85
test('notes that were saved elsewhere meanwhile are not overwritten unseen', async ({ page }) => {
  await interceptRequests(page);
  const user = await enterQuickly(page);
  const { backtest_id: id, ...input } = await saveStrategy(user, MOMENTUM);
  const { filename } = await user.get('executeBacktest', { backtest_id: id, ...input });
  let folderName = filename ?? '';
  const notes = page.getByRole('textbox', { name: 'Notes' });
  const kept = async () => {
    const settings = await user.get('readFolderFile', { id, folderName, filename: 'Settings' });
    return (settings as unknown as { notes: string }).notes;
  };
  await page.goto(pageUrl(`/app/backtest?chat=${id}&item=folder-backtest-folder-0-0`));
  await button(page, 'Edit').click();
  await notes.fill('mine');
  // At the last moment: between the click and the answer with the current notes.
  await page.route(
    '**/Settings',
    async (route) => {
      await user.get('saveNotes', { id, folderName, notes: 'theirs' });
      // Another session sees them once they can be read.
      expect(await kept()).toBe('theirs');
      await route.continue();
    },
    { times: 1 },
  );
  await button(page, 'Save').click();
  await said(page, 'These notes have been saved elsewhere in the meantime');
  await expect(page.getByRole('alert').filter({ hasText: 'theirs' })).toBeVisible();
  expect(await kept()).toBe('theirs');
  await expectAccessible(page, 'two notes on one result');
  await button(page, 'Keep mine').click();
  ({ folder_name: folderName } = await user.get('renameFolder', { id, folderName, new_name: 'Other name' }));
  await expect(page.getByRole('tablist', { name: 'Parts of Other name' })).toBeVisible();
  await expect(notes).toHaveValue('mine');
  await button(page, 'Save').click();
  await said(page, 'Notes saved successfully!');
  expect(await kept()).toBe('mine');
  await button(page, 'Edit').click();
  await notes.fill('not kept');
  await user.get('saveNotes', { id, folderName, notes: 'theirs again' });
  await button(page, 'Take theirs').click();
  await expect(page.getByText('theirs again')).toBeVisible();
});

// spec: strategies.87, strategies.89
test('a chat that was deleted elsewhere says so and leaves the address; the last one makes way for a new one', async ({
  page,
}) => {
  const user = await enterQuickly(page);
  const first = await user.get('getFirstChat', {});
  const input = await saveStrategy(user, MOMENTUM);
  await page.goto(pageUrl(`/app/backtest?chat=${input.backtest_id}&item=strategy-python-0`));
  const settings = page.getByRole('separator', { name: 'Resize settings panel' });
  await expect(settings).toHaveAttribute('aria-valuenow', '30');
  await user.get('deleteChat', { id: input.backtest_id });
  await said(page, 'This backtest chat was deleted elsewhere.');
  await expect(page).toHaveURL(new RegExp(`chat=${first.id}`));
  await expect(page.getByText('This backtest chat was deleted elsewhere.')).toHaveCount(0);
  await user.get('deleteChat', { id: first.id });
  await said(page, 'This backtest chat was deleted elsewhere.');
  await expect(settings).toHaveAttribute('aria-valuenow', '5');
  await expect(page).not.toHaveURL(new RegExp(first.id));
  await expect(page).toHaveURL(/chat=/);

  await test.step('logging out removes everything from the browser', async () => {
    await page.evaluate(() => sessionStorage.setItem('tradeium-pending-run', '{}'));
    await page.getByRole('button', { name: /user menu of/i }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(pageUrl('/'));
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });
});
