// A change in one place shows in all: several tabs of an account, a lost connection, and a session that ends.
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { MESSAGES } from '@tradeium/contracts';
import { operatorAccess } from '../../scripts/running-system.ts';
import { PASSWORD, type RegisteredUser } from '../api-client.ts';
import { MOMENTUM } from '../backtest-story.ts';
import { enterQuickly, expectAccessible, logIn, pageUrl, userMenu } from '../browser-user.ts';
import { openBus } from '../bus.ts';

/** Sooner than anything polls. The promised second is measured on a quiet machine, by `npm run bench -- workspace`. */
const IN_STEP_MS = 20_000;
/** As many as would block each other, had each a stream: a browser has six connections to a server. */
const TABS = 8;
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1_280, height: 720 };
const TYPED = '# typed while the network was gone';

/** A line of the tree by its name. */
const line = (page: Page, name: string): Locator =>
  page.getByRole('treeitem').and(page.locator(`[data-name=${JSON.stringify(name)}]`));

/** Makes a change and fails unless all tabs show it soon. */
const expectInStep = async (
  what: string,
  tabs: readonly Page[],
  change: () => Promise<unknown>,
  shown: (tab: Page) => Locator,
): Promise<void> => {
  await change();
  const answered = performance.now();
  await Promise.all(tabs.map((tab) => expect(shown(tab), what).toBeVisible({ timeout: IN_STEP_MS })));
  console.info(`${what}: in ${tabs.length} tabs after ${(performance.now() - answered).toFixed(0)} ms`);
};

/** The tabs that have opened the stream, oldest first. */
const streamsOf = (context: BrowserContext): Page[] => {
  const streams: Page[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/updates') streams.push(request.frame().page());
  });
  return streams;
};

const firstChatOf = async (user: RegisteredUser): Promise<string> => (await user.get('getFirstChat', {})).id;

/** A new strategy in the editor, with the cursor in it. */
const beginStrategy = async (page: Page, id: string): Promise<Locator> => {
  await page.goto(pageUrl(`/app/backtest?chat=${id}&item=strategy-new`));
  const code = page.getByRole('textbox', { name: 'Strategy code' });
  await code.click();
  return code;
};

// spec: live.5
test('eight tabs of one account stay in step', async ({ page, context }) => {
  const streams = streamsOf(context);
  const user = await enterQuickly(page);
  const id = await firstChatOf(user);
  const open = async (path: string): Promise<Page> => {
    const tab = await context.newPage();
    await tab.goto(pageUrl(path));
    return tab;
  };
  const second = await open(`/app/backtest?chat=${id}`);
  const others = await Promise.all(Array.from({ length: TABS - 2 }, () => open('/app/profile')));
  const tabs = [page, second, ...others];
  for (const tab of tabs) await expect(userMenu(tab)).toContainText('10,000 VUT');
  await expect.poll(() => new Set(streams).size, 'tabs with a stream of their own').toBe(1);

  await page.getByRole('button', { name: 'Create Chat' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: /name/i }).fill('Dual momentum');
  const created = async () => {
    await page.keyboard.press('Enter');
    await expect(line(page, 'Dual momentum')).toBeVisible();
  };
  await expectInStep('a chat created in the other tab', [second], created, (tab) =>
    line(tab, 'Dual momentum'),
  );
  const renamed = () => user.get('renameChat', { id, name: 'Renamed elsewhere' });
  await expectInStep('a chat renamed elsewhere', [page, second], renamed, (tab) =>
    line(tab, 'Renamed elsewhere'),
  );
  const saved = () => user.get('applyStrategy', { id, strategy_code: `"""Elsewhere"""\n${MOMENTUM}` });
  await expectInStep('a strategy saved elsewhere', [second], saved, (tab) => line(tab, 'elsewhere'));
  const bus = await openBus(operatorAccess(), user.userId);
  const given = { accountId: user.userId, operationId: 'gift', amount: 5_000_000_000, reason: 'a test' };
  const granted = () => bus.ask(MESSAGES.grantCredits, given);
  await expectInStep('a balance', tabs, granted, (tab) => userMenu(tab).filter({ hasText: '15,000 VUT' }));
  await bus.close();

  await test.step('the tab with the stream is closed: another one takes over, and nothing is missed', async () => {
    const [leader] = streams as [Page];
    const left = leader === second ? page : second;
    const asked = streams.length;
    await leader.close();
    await user.get('renameChat', { id, name: 'While nobody listened' });
    await expect(line(left, 'While nobody listened')).toBeVisible();
    expect(streams.length).toBe(asked + 1);
    const again = () => user.get('renameChat', { id, name: 'Renamed again' });
    await expectInStep('a chat, by the next stream', [left], again, (tab) => line(tab, 'Renamed again'));
  });
});

// spec: live.3
test('a lost connection is shown, keeps everything typed, and recovers on its own', async ({
  page,
  context,
}) => {
  const user = await enterQuickly(page);
  const id = await firstChatOf(user);
  const said = page.getByRole('status').filter({ hasText: /connect/i });
  const code = await beginStrategy(page, id);
  // Both layouts are there before the network goes.
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('button', { name: 'Files' })).toBeVisible();
  await page.setViewportSize(DESKTOP);
  await code.click();

  await context.setOffline(true);
  await page.keyboard.insertText(TYPED);
  await expect(said).toHaveText('Connection lost. Trying again ...');
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
  await expectAccessible(page, 'workspace without a connection');
  const banner = await said.boundingBox();
  const main = await page.locator('main').boundingBox();
  expect((banner?.y ?? 0) + (banner?.height ?? 0), 'the banner covers nothing').toBeLessThanOrEqual(
    main?.y ?? 0,
  );
  await page.screenshot({ path: test.info().outputPath('lost.png') });
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('button', { name: 'Try now' })).toBeInViewport({ ratio: 1 });
  await page.screenshot({ path: test.info().outputPath('lost-360.png') });
  await page.setViewportSize(DESKTOP);
  await user.get('renameChat', { id, name: 'Renamed meanwhile' });

  await context.setOffline(false);
  await expect(said).toHaveText('Connected again');
  await expect(line(page, 'Renamed meanwhile')).toBeVisible({ timeout: IN_STEP_MS });
  await expect(code).toContainText(TYPED);
  await expect(said).toHaveCount(0);
});

// spec: live.1, live.2
test('a session that ends in mid-work leads to the login, and the draft is there after it', async ({
  page,
}) => {
  const user = await enterQuickly(page);
  const code = await beginStrategy(page, await firstChatOf(user));
  await page.keyboard.insertText(TYPED);
  await expect(code).toContainText(TYPED);
  await user.get('revokeOtherSessions', {});
  await expect(page.getByText('Unauthorized - please login again')).toBeVisible();
  await expect(page).toHaveURL(/\/auth/);
  await logIn(page, user.email, PASSWORD);
  await expect(page).toHaveURL(/\/app\/backtest/);
  await expect(code).toContainText(TYPED);
});
