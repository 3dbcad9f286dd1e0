// The strategy editor and the chat panel's frame: every state, surviving unsaved code, versions, and typing aids.
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { PASSWORD, type RegisteredUser, registerUser } from '../api-client.ts';
import { expectAccessible, interceptRequests, logIn, pageUrl, signIn } from '../browser-user.ts';
import { letGo } from '../chat-list.ts';

const CODE = [
  'from tradeium_strategy import equal_weight',
  '',
  '',
  'def strategy(candles, settings):',
  '    return equal_weight(candles.close > 0)',
  '',
].join('\n');

let user: RegisteredUser;
let chats = 0;

test.beforeAll(async () => {
  user = await registerUser({ gateway: pageUrl(''), mail: process.env.MAIL_URL ?? '' });
});

test.beforeEach(({ page }) => signIn(page, user));

const box = (page: Page): Locator => page.getByRole('textbox', { name: 'Strategy code' });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const said = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).first()).toBeVisible();

/** A new chat with one strategy file; returns its id. */
const newChat = async (code = CODE): Promise<string> => {
  chats += 1;
  const { id } = await user.get('createChat', { name: `Editor ${chats}` });
  await user.get('applyStrategy', { id, strategy_code: code });
  return id;
};

const open = async (page: Page, id: string, index = 0): Promise<void> => {
  await page.goto(pageUrl(`/app/backtest?chat=${id}&item=strategy-python-${index}`));
  await expect(box(page)).toBeVisible();
};

/** Writes at the end of the code. */
const append = async (page: Page, text: string): Promise<void> => {
  await box(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(text);
};

const saveElsewhere = (id: string, code: string) =>
  user.get('replaceStrategy', { id, strategy_code: code, selected_item: 'strategy-python-0' });

// spec: strategies.1, strategies.5, strategies.7, strategies.8, strategies.9, strategies.15, strategies.73
test('a strategy is viewed, edited, checked, saved and given up', async ({ page }) => {
  await interceptRequests(page);
  const id = await newChat();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/replace-strategy')) sent.push(request.postData() ?? '');
  });

  await page.goto(pageUrl(`/app/backtest?chat=${id}&item=strategy-python-0`));
  await expect(box(page)).toContainText('equal_weight');
  await expect(box(page)).toHaveAttribute('aria-readonly', 'true');

  await test.step('saving what has not changed only leaves edit mode', async () => {
    await button(page, 'Edit').click();
    await button(page, 'Save').click();
    await expect(button(page, 'Edit')).toBeVisible();
    expect(sent).toEqual([]);
  });

  await test.step('Ctrl+S saves a new version', async () => {
    await button(page, 'Edit').click();
    await append(page, '# one\n');
    await said(page, 'Unsaved');
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/replace-strategy', async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('ControlOrMeta+s');
    await expect(button(page, 'Saving...')).toBeDisabled();
    letGo();
    await said(page, 'Strategy saved to backtest session!');
    await expect(page.getByRole('main').getByText('version 2')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  await test.step('a syntax error shows while typing, and saving it warns', async () => {
    await button(page, 'Edit').click();
    await append(page, 'x = = 1\n');
    await expect(page.getByRole('status').filter({ hasText: 'Line 7: ' })).toBeVisible();
    await expect(page.locator('.cm-lintRange-error')).toBeVisible();
    await expectAccessible(page, 'editor with a syntax error');
    await page.keyboard.press('ControlOrMeta+s');
    await said(page, /^Saved, but it cannot run yet. Line 7: /);
    await expect(page.getByRole('main').getByText('version 3')).toBeVisible();
  });

  await test.step('Cancel restores the code, and asks when much would be lost', async () => {
    await button(page, 'Edit').click();
    await append(page, '# little\n');
    await button(page, 'Cancel').click();
    await expect(box(page)).not.toContainText('# little');
    await button(page, 'Edit').click();
    await append(page, `# ${'much '.repeat(50)}\n`);
    await button(page, 'Cancel').click();
    await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
    await button(page, 'Keep editing').click();
    await expect(box(page)).toContainText('much much');
    await button(page, 'Cancel').click();
    await button(page, 'Discard').click();
    await expect(box(page)).not.toContainText('much much');
    await expect(button(page, 'Edit')).toBeVisible();
  });

  await test.step('code is kept for five minutes, and read again on request', async () => {
    let reads = 0;
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith('/files/strategy_untitled.py')) reads += 1;
    });
    await page.getByRole('link', { name: 'Trading' }).click();
    await expect(box(page)).toHaveCount(0);
    await page.goBack();
    await expect(box(page)).toContainText('x = = 1');
    expect(reads).toBe(0);
    await button(page, 'Reload file').click();
    await expect.poll(() => reads).toBe(1);
  });
});

// spec: strategies.10, strategies.11, strategies.13, strategies.62
test('unsaved code survives a reload, another chat, a lost connection and a new login', async ({ page }) => {
  await interceptRequests(page);
  const id = await newChat();
  const other = await newChat();
  await open(page, id);
  await button(page, 'Edit').click();
  await append(page, '# kept\n');
  await page.reload();
  await expect(box(page)).toContainText('# kept');
  await said(page, 'Unsaved');

  await open(page, other);
  await expect(box(page)).not.toContainText('# kept');
  await open(page, id);
  await expect(box(page)).toContainText('# kept');

  // The place of messages is loaded last; without a connection it comes later, and they with it.
  await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached();
  await page.context().setOffline(true);
  // The line moves what is below it: a click in that moment would miss.
  await said(page, /^Connection lost/);
  await button(page, 'Save').click();
  await said(page, /^Failed to save strategy: /);
  await page.context().setOffline(false);
  await expect(page.getByText('Connection lost')).toHaveCount(0);
  await expect(box(page)).toContainText('# kept');

  await page.route('**/replace-strategy', (route) =>
    route.fulfill({ status: 401, json: { detail: 'Ended' } }),
  );
  await button(page, 'Save').click();
  await said(page, 'Unauthorized - please login again');
  await page.unroute('**/replace-strategy');
  await logIn(page, user.email, PASSWORD);
  await expect(page).toHaveURL(new RegExp(`chat=${id}`));
  await expect(box(page)).toContainText('# kept');
  await button(page, 'Save').click();
  await said(page, 'Strategy saved to backtest session!');
});

// spec: strategies.4, strategies.64, strategies.65
test('a save elsewhere is reported, and every version can be compared and restored', async ({ page }) => {
  const id = await newChat();
  await open(page, id);
  const versions = page.getByRole('dialog', { name: /Versions of/ });

  await test.step('one version is nothing to compare', async () => {
    await button(page, 'Versions').click();
    await expect(versions.getByRole('heading', { name: 'Only one version so far' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('compare with the unsaved code, and keep mine', async () => {
    await button(page, 'Edit').click();
    await append(page, '# mine\n');
    await saveElsewhere(id, `${CODE}# theirs\n`);
    await said(page, 'This file was saved elsewhere as version 2');
    await expectAccessible(page, 'editor of a file that was saved elsewhere');
    await button(page, 'Compare').click();
    await expect(versions.getByText('1 place differs')).toBeVisible();
    await expect(versions.getByRole('textbox', { name: 'Unsaved code' })).toContainText('# mine');
    await expect(versions.getByRole('textbox', { name: 'Version 2' })).toContainText('# theirs');
    await page.keyboard.press('Escape');
    await button(page, 'Keep mine').click();
    await button(page, 'Save').click();
    await expect(page.getByRole('main').getByText('version 3')).toBeVisible();
  });

  await test.step('take theirs', async () => {
    await button(page, 'Edit').click();
    await append(page, '# mine again\n');
    await saveElsewhere(id, `${CODE}# theirs again\n`);
    await button(page, 'Take theirs').click();
    await expect(box(page)).toContainText('# theirs again');
    await expect(box(page)).not.toContainText('# mine again');
    await button(page, 'Cancel').click();
  });

  await test.step('restore by keyboard', async () => {
    await button(page, 'Versions').click();
    const all = versions.getByRole('radio');
    await expect(all).toHaveCount(4);
    await expect(versions.getByText(/^Version 4 \(current\)$/).first()).toBeVisible();
    await all.nth(1).focus();
    await page.keyboard.press('ArrowDown');
    await expect(versions.getByRole('textbox', { name: 'Version 2' })).toContainText('# theirs');
    await expectAccessible(page, 'versions of a strategy');
    await page.keyboard.press('ArrowDown');
    await versions.getByRole('button', { name: 'Restore this version' }).click();
    await said(page, 'Version 1 restored as version 5');
    await expect(box(page)).not.toContainText('# theirs');
    await expect(page.getByRole('main').getByText('version 5')).toBeVisible();
  });

  await page.goto(pageUrl(`/app/backtest?chat=${id}&item=strategy-python-7`));
  await expect(page.getByRole('heading', { name: 'No Strategy File Available' })).toBeVisible();
});

// spec: strategies.16
test('the editor completes, explains, finds, and shows hidden characters', async ({ page }) => {
  const id = await newChat(`${CODE}# \u202ehidden\u0000\r\n`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, id);

  await test.step('characters that hide', async () => {
    await said(page, /^Line 6: hidden characters change the order in which code is shown/);
    await said(page, /^Line 6: bytes that are not text/);
    await expect(page.locator('.cm-specialChar')).toHaveCount(2);
  });

  await test.step('completion with what it means, and the import that it needs', async () => {
    await button(page, 'Edit').click();
    await box(page).focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('candles.');
    const list = page.getByRole('listbox');
    await expect(list.getByRole('option', { name: /^resample/ })).toBeVisible();
    await page.keyboard.type('cl');
    await expect(page.locator('.cm-completionInfo')).toContainText('Price of the last trade in the bar.');
    await list.getByRole('option', { name: 'close' }).click();
    await page.keyboard.press('Enter');
    await page.keyboard.type('rsi');
    await list.getByRole('option', { name: /^rsi\(close/ }).click();
    await expect(box(page)).toContainText('import equal_weight, rsi');
    await expect(box(page)).toContainText('rsi()');
    await page.keyboard.press('Control+i');
    await expect(page.locator('.cm-explained')).toContainText('rsi(close: DataFrame, bars: int = 14)');
    await page.keyboard.press('Escape');
    await expect(page.locator('.cm-explained')).toHaveCount(0);
    await page.getByText('equal_weight').last().hover();
    await expect(page.locator('.cm-explained')).toContainText('equal_weight(selected: DataFrame)');
  });

  await test.step('find, go to line, and a way out by keyboard', async () => {
    await page.keyboard.press('ControlOrMeta+f');
    await expect(page.getByRole('textbox', { name: 'Replace' })).toBeVisible();
    await expectAccessible(page, 'editor with find and replace');
    await page.keyboard.press('Escape');
    await button(page, 'Editor options').click();
    await page.getByRole('menuitem', { name: 'Go to line' }).click();
    await page.getByRole('textbox', { name: 'Go to line' }).fill('4');
    await page.keyboard.press('Enter');
    await said(page, 'Line 4, column 1');
    await expect(box(page)).toHaveAccessibleDescription('Press Escape, then Tab, to leave the editor.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(box(page)).not.toBeFocused();
  });

  await test.step('wrapping, size of type, a copy and a file', async () => {
    await button(page, 'Editor options').click();
    const wrap = page.getByRole('menuitemcheckbox', { name: 'Wrap long lines' });
    await wrap.click();
    await expect(wrap).toHaveAttribute('aria-checked', 'true');
    await page.getByRole('menuitem', { name: 'Larger type' }).click();
    await expect(page.locator('.code-editor')).toHaveCSS('font-size', '14.5px');
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download .py' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('strategy_untitled.py');
    expect(await readFile(await download.path(), 'utf8')).toContain('import equal_weight, rsi');
    await button(page, 'Copy the code').click();
    await expect(button(page, 'Copied the code')).toBeVisible();
    await expect(button(page, 'Copy the code')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('rsi()');
  });
});

// spec: strategies.17, strategies.19, strategies.20, strategies.21, strategies.22
test('the chat panel names its chat, and is closed where there is no agent', async ({ page }) => {
  const id = await newChat();
  const { gpt5_conversation_id: conversation } = (await user.get('listChats', {})).find(
    (chat) => chat.id === id,
  ) as { gpt5_conversation_id: string };
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(pageUrl(`/app/backtest?chat=${id}`));
  const panel = page.getByRole('region', { name: 'AI chat' });
  await expect(panel.getByRole('heading', { name: /^Chat - Editor \d+$/ })).toBeVisible();
  await expect(panel.getByText(`${conversation.slice(0, 8)}…${conversation.slice(-3)}`)).toBeVisible();
  await button(page, 'Copy the conversation id').click();
  await expect(button(page, 'Copied the conversation id')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(conversation);
  await expect(panel.getByRole('heading', { name: '1 Create Strategy' })).toBeVisible();
  await expect(panel).toContainText('Press Save Strategy below the code of a reply');
  await expect(panel.getByRole('textbox', { name: 'Message to the Strategy Agent' })).toBeVisible();
  await expectAccessible(page, 'chat panel of a new chat');
  await letGo(page);
  await expect(panel).toContainText('Please select a backtest chat first to start chatting.');

  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, id);
  await expectAccessible(page, 'editor on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const hidden = (await user.get('listChats', {})).find((chat) => chat.settings.tradeium_private);
  await page.goto(pageUrl(`/app/backtest?chat=${hidden?.id}&view=strategy`));
  await expect(panel).toContainText(
    /AI Chat Disabled:\s*AI chat is disabled for Private Chats\. These are pre-built strategies that you can run but not modify\./,
  );
  await expect(panel).toContainText('create a new Public Chat');
  await expect(panel.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page, 'chat panel of a private chat');
});
