// The panel 'Backtest Chats' as browser stories use it: its lines, their menus, and what they show.
import { expect, type Locator, type Page } from '@playwright/test';
import type { RegisteredUser } from './api-client.ts';
import { MOMENTUM } from './backtest-story.ts';
import { pageUrl } from './browser-user.ts';

export const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Backtest Chats' });

/** A line of the tree by its name, whatever else it shows. */
export const line = (page: Page, name: string): Locator =>
  panelOf(page)
    .getByRole('treeitem')
    .and(page.locator(`[data-name=${JSON.stringify(name)}]`));

/** Chooses an entry of a line's menu. */
export const choose = async (page: Page, name: string, entry: string): Promise<void> => {
  await panelOf(page)
    .getByRole('button', { name: `Actions for ${name}`, exact: true })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
};

/** Clicks the blank space below the list, which deselects the chat. */
export const letGo = async (page: Page): Promise<void> => {
  const { height = 0 } = (await panelOf(page).boundingBox()) ?? {};
  await panelOf(page).click({ position: { x: 40, y: height - 12 } });
};

/** A toast, or any other element with this text. */
export const said = (page: Page, text: string): Promise<void> => expect(page.getByText(text)).toBeVisible();

/** Strategy files of a chat, in this order. */
export const saveStrategies = async (
  user: RegisteredUser,
  id: string,
  titles: readonly string[],
): Promise<void> => {
  for (const title of titles)
    await user.get('applyStrategy', { id, strategy_code: `"""${title}"""\n${MOMENTUM}` });
};

/** A chat of the user's own, shown in the workspace. */
export const openChat = async (page: Page, user: RegisteredUser, name: string): Promise<string> => {
  const { id } = await user.get('createChat', { name });
  await page.goto(pageUrl(`/app/backtest?chat=${id}`));
  await expect(line(page, name)).toBeVisible();
  return id;
};
