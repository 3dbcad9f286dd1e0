// An operator's questions about accounts and the system, answered in the browser, and what an operator does to an account.
import { randomUUID } from 'node:crypto';
import { type BrowserContextOptions, expect, type Locator, type Page, test } from '@playwright/test';
import { PASSWORD, type RegisteredUser, registerUser } from '../api-client.ts';
import { endOfRun, MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { expectAccessible, logIn, pageUrl, signIn } from '../browser-user.ts';
import { checkout } from '../checkout.ts';
import { giveRole } from '../operators.ts';

const RUN_TIMEOUT_MS = 60_000;
const UPDATE_TIMEOUT_MS = 60_000;
const FAULTY = 'def strategy(candles, settings):\n    return candles.close / nothing\n';
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };

const urls = () => ({
  gateway: pageUrl(''),
  mail: process.env.MAIL_URL ?? '',
  nats: process.env.NATS_URL ?? '',
});

/** The accounts that operators look at: a user who paid, whose run failed, and who trades on paper. */
type Account = { readonly user: RegisteredUser; readonly username: string };

const run = async (user: RegisteredUser, code: string) => {
  const input = { ...(await saveStrategy(user, code)), run_id: `run-${randomUUID()}` };
  return { chatId: input.backtest_id, ...(await endOfRun(user, input, RUN_TIMEOUT_MS)) };
};

const newAccount = async (): Promise<Account> => {
  const user = await registerUser(urls());
  const username = `asked_${randomUUID().slice(0, 8)}`;
  await user.get('updateProfile', { username });
  await run(user, FAULTY);
  return { user, username };
};

const buyAndDeploy = async (user: RegisteredUser): Promise<void> => {
  const { payment_url } = await user.get('createInvoice', { amount_usd: 25, credits_amount: 25_000 });
  await checkout(payment_url, 'pay');
  const { chatId, body } = await run(user, MOMENTUM);
  await user.get('saveDeployment', {
    backtest_session_id: chatId,
    backtest_folder_name: (body as { filename: string }).filename,
    mode: 'paper',
    paper_capital_usdt: 10_000,
  });
  await user.get('rebalanceNow', { id: chatId });
};

const asOperator = async (page: Page, role: 'admin' | 'support'): Promise<RegisteredUser> => {
  const operator = await registerUser(urls());
  await giveRole(urls(), operator, role);
  await signIn(page, operator);
  return operator;
};

const openTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name }).click();
const section = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();
const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });

/** Finds the user by the beginning of the name, by keyboard alone. */
const findUser = async (page: Page, { username, user }: Account): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: /^Search users/ });
  await expect(field).toBeFocused();
  await page.keyboard.type(username.slice(0, -1));
  await expect(page.getByRole('option', { name: new RegExp(username) })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: username, level: 2 })).toBeVisible();
  await expect(page.getByText(user.email, { exact: true })).toBeVisible();
};

const grant = async (page: Page, amount: number, why: string): Promise<void> => {
  await button(page, 'Grant Credits').click();
  const dialog = page.getByRole('dialog', { name: /^Grant VUT Credits to/ });
  await dialog.getByLabel('Amount of Credits').fill(String(amount));
  await dialog.getByLabel('Description/Reason').fill(why);
  await expectAccessible(page, 'a grant');
  await button(dialog, 'Grant Credits').click();
  await expect(page.getByText(/^Successfully granted/)).toBeVisible();
};

/** An action of the menu that wants a reason, and the operator's password where the server asks for it. */
const act = async (page: Page, name: 'Lock account' | 'Unlock account', why: string): Promise<void> => {
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(why);
  await button(dialog, name).click();
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await expectAccessible(page, name);
  await button(dialog, name).click();
  await expect(dialog).toBeHidden();
};

const expectFailedRun = async (page: Page): Promise<void> => {
  await section(page, 'Runs');
  const failed = page.getByRole('row', { name: /Failed/ });
  await expect(failed).toContainText(/nothing/);
  await expect(failed).toContainText('(line 2)');
};

/** Locks the account while its user is in; the login says so; then unlocks it. */
const lockAndUnlock = async (page: Page, theirs: Page, { user }: Account): Promise<void> => {
  await act(page, 'Lock account', 'The card was stolen');
  await expect(page.getByText('Locked', { exact: true })).toBeVisible({ timeout: UPDATE_TIMEOUT_MS });
  await theirs.reload();
  await expect(theirs.getByRole('heading', { name: 'Sign in to Tradeium' })).toBeVisible();
  await logIn(theirs, user.email);
  await expect(theirs.getByText('This account is locked. Please contact support.')).toBeVisible();
  await act(page, 'Unlock account', 'The card was found');
  await expect(page.getByText('Locked', { exact: true })).toBeHidden({ timeout: UPDATE_TIMEOUT_MS });
  await logIn(theirs, user.email);
  await expect(theirs.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
};

/** Drawing a chart again leaves the others as high as they were. */
const expectSteadyCharts = async (page: Page): Promise<void> => {
  const plot = page.getByRole('region', { name: 'Tokens', exact: true }).locator('.main-svg').first();
  await expect(plot).toBeVisible();
  const before = await plot.boundingBox();
  for (const form of ['table', 'chart'])
    await page.getByRole('button', { name: `Sign-ups as a ${form}` }).click();
  await expect(
    page.getByRole('region', { name: 'Sign-ups', exact: true }).locator('.main-svg').first(),
  ).toBeVisible();
  expect((await plot.boundingBox())?.height).toBe(before?.height);
};

const expectAudit = async (page: Page, { username }: Account): Promise<void> => {
  await page.getByRole('link', { name: 'What operators did to this account' }).click();
  const actions = page.getByRole('table', { name: 'Actions' });
  for (const what of ['Grant credits', 'Lock account', 'Unlock account'])
    await expect(
      actions.getByRole('row').filter({ hasText: username }).filter({ hasText: what }).first(),
    ).toContainText('Done', { timeout: UPDATE_TIMEOUT_MS });
};

test.describe('at 1440 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the seven questions are answered', async ({ page, browser }) => {
    const account = await newAccount();
    await buyAndDeploy(account.user);
    await asOperator(page, 'admin');
    await page.goto(pageUrl('/admin'));
    await expectSteadyCharts(page);

    // Who is this?
    await findUser(page, account);
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page, 'a user');

    // The user's payments and spending.
    const credits = page.getByRole('region', { name: 'Credits' });
    await expect(credits).toContainText('$25.00', { timeout: UPDATE_TIMEOUT_MS });
    await expect(credits).toContainText('The ledger adds up');
    await grant(page, 500, 'For your patience');
    await section(page, 'Ledger');
    await expect(page.getByRole('row', { name: /by an operator/ })).toContainText('500', {
      timeout: UPDATE_TIMEOUT_MS,
    });
    await section(page, 'Payments');
    await expect(page.getByRole('row', { name: /25/ }).first()).toBeVisible();

    // Why did this run fail?
    await expectFailedRun(page);
    await expectAccessible(page, 'runs of a user');

    // Which orders went out?
    await section(page, 'Deployments');
    await expect(page.getByRole('tabpanel').getByText(/paper/i).first()).toBeVisible();
    await section(page, 'Orders');
    await expect(page.getByRole('tabpanel').getByText(/buy/i).first()).toBeVisible({
      timeout: UPDATE_TIMEOUT_MS,
    });

    const context = await browser.newContext();
    const theirs = await context.newPage();
    await signIn(theirs, account.user);
    await theirs.goto(pageUrl('/app/profile'));
    await expect(theirs.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    await lockAndUnlock(page, theirs, account);

    // The operator's actions.
    await expectAudit(page, account);
    await expectAccessible(page, 'audit');
    const told = theirs.getByRole('region', { name: 'What operators did' });
    for (const reason of ['For your patience', 'The card was stolen', 'The card was found'])
      await expect(told).toContainText(reason);
    await context.close();

    // Is anything stuck?
    await openTab(page, 'System');
    await expect(page.getByText('Nothing is stuck.')).toBeVisible({ timeout: UPDATE_TIMEOUT_MS });
    await expectAccessible(page, 'system');

    // The changes that a rebuild would make.
    await button(page, 'Rebuild timeline of admin').click();
    const dialog = page.getByRole('dialog', { name: 'Rebuild timeline of admin?' });
    await expect(dialog.getByText('What a rebuild would change:')).toBeVisible();
    await dialog.getByLabel('Reason').fill('A look from the outside');
    await button(dialog, 'Rebuild').click();
    await expect(dialog.getByText(/^Rebuilt\. The new documents are served now\./)).toBeVisible({
      timeout: UPDATE_TIMEOUT_MS,
    });
    await button(dialog, 'Close').last().click();
  });

  test('support sees everything and has no actions; a user sees nothing', async ({ page, browser }) => {
    const account = await newAccount();
    await asOperator(page, 'support');
    await page.goto(pageUrl('/admin'));
    await findUser(page, account);
    await expectFailedRun(page);
    await expect(button(page, 'Grant Credits')).toHaveCount(0);
    await expect(button(page, 'Actions')).toHaveCount(0);
    await openTab(page, 'Users');
    await expect(page.getByRole('region', { name: 'Users', exact: true })).toContainText(account.username);
    await expect(page.getByRole('button', { name: /^(Grant Credits|Verify Email)/ })).toHaveCount(0);
    await openTab(page, 'System');
    await expect(page.getByRole('heading', { name: 'Read models' })).toBeVisible({
      timeout: UPDATE_TIMEOUT_MS,
    });
    await expect(page.getByRole('button', { name: /^(Rebuild|Retry|Verify ledger)/ })).toHaveCount(0);
    await openTab(page, 'Audit');
    await expect(page.getByRole('heading', { name: 'What operators did' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Finish/ })).toHaveCount(0);

    const context = await browser.newContext();
    const theirs = await context.newPage();
    await signIn(theirs, account.user);
    await theirs.goto(pageUrl('/admin'));
    await expect(theirs.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expectAccessible(theirs, 'access denied');
    await context.close();
  });
});

test.describe('at 390 px', () => {
  test.use(PHONE);

  test('a user is found, granted credits, locked and unlocked', async ({ page, browser }) => {
    const account = await newAccount();
    await asOperator(page, 'admin');
    await page.goto(pageUrl('/admin'));
    await findUser(page, account);
    await expectFailedRun(page);
    await grant(page, 40, 'For the phone');
    const context = await browser.newContext(PHONE);
    const theirs = await context.newPage();
    await signIn(theirs, account.user);
    await theirs.goto(pageUrl('/app/profile'));
    await lockAndUnlock(page, theirs, account);
    await context.close();
    await expectAudit(page, account);
    await expectAccessible(page, 'audit on a phone');
    for (const name of ['System', 'Users', 'Payments']) {
      await openTab(page, name);
      await expect(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute(
        'aria-current',
        'page',
      );
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
