// An account from registration to deletion, and credits that are bought for it, by mouse and keyboard.
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { PASSWORD } from '../api-client.ts';
import {
  enter,
  enterQuickly,
  expectAccessible,
  interceptRequests,
  logIn,
  pageUrl,
  register,
  saveStrategy,
  userMenu,
  verify,
} from '../browser-user.ts';
import { mailedLink, verificationLink } from '../mailbox.ts';

const STRATEGY = 'def strategy(candles, settings):\n    return candles.close * 0 + 0.5\n';

const goTo = async (page: Page, name: 'Profile' | 'Credits'): Promise<void> => {
  await userMenu(page).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
};

const changePassword = async (page: Page, current: string, next: string): Promise<void> => {
  await page.getByLabel('Current password', { exact: true }).fill(current);
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('Repeat the new password', { exact: true }).fill(next);
  await page.keyboard.press('Enter');
};

// spec: accounts.8
test('username, password and sessions are changed in the profile', async ({ page, browser }) => {
  await interceptRequests(page);
  const email = await enter(page, 'dora');
  await goTo(page, 'Profile');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly', '');
  await expect(page.getByText('This device')).toBeVisible();
  await expectAccessible(page, 'profile');

  const username = `dora_${Date.now()}`;
  await page.getByLabel('Username').fill('d o');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Username can only contain letters, numbers, and underscores')).toBeVisible();
  await page.getByLabel('Username').fill(username);
  const save = page.getByRole('button', { name: 'Save username' });
  await page.route('**/auth/profile', async (route) => {
    // Busy long enough for the browser to take the focus.
    await expect(save).not.toBeFocused();
    await route.continue();
  });
  await save.press('Enter');
  await expect(page.getByText('Your username was changed.')).toBeVisible();
  await expect(save).toBeFocused();
  await page.unroute('**/auth/profile');
  await expect(userMenu(page)).toHaveAccessibleName(new RegExp(username));

  await changePassword(page, PASSWORD, 'Football1');
  await expect(page.getByText('This password is too common', { exact: true })).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
  await changePassword(page, 'not the password', 'another horse battery');
  await expect(page.getByText('Strong.')).toBeVisible();
  await expect(page.getByText('The current password is not correct')).toBeVisible();
  await changePassword(page, PASSWORD, 'another horse battery');
  await expect(page.getByText('Your password was changed.')).toBeVisible();

  const otherContext = await browser.newContext();
  const other = await otherContext.newPage();
  await other.goto(pageUrl('/app/credits'));
  await logIn(other, username, 'another horse battery');
  await expect(other.getByRole('heading', { name: 'Credits', level: 1 })).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Log out all other devices' }).click();
  await expectAccessible(page, 'asked before other devices are logged out');
  await page.getByRole('button', { name: 'Log out others' }).click();
  await expect(page.getByText('1 device was logged out.')).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Sign in to Tradeium' })).toBeVisible();
  await otherContext.close();
});

// spec: accounts.3
test('the link of the mail signs in where its address was registered, and asks for the password elsewhere', async ({
  page,
  browser,
}) => {
  const email = `gwen-${Date.now()}@example.com`;
  await register(page, email);
  const link = await verificationLink(process.env.MAIL_URL ?? '', email);
  const otherContext = await browser.newContext();
  const other = await otherContext.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await expect(other.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessible(other, 'verification elsewhere');
  await other.goto(pageUrl('/app/backtest'));
  await expect(other.getByRole('heading', { name: 'Sign in to Tradeium' })).toBeVisible();

  // Nothing was proven by opening it there.
  await verify(page, email);
  await expect(page).toHaveURL(/\/app\/backtest/);
  await expect(userMenu(page)).toContainText(/10,000 VUT/);

  const second = `hugo-${Date.now()}@example.com`;
  await register(other, second);
  const thirdContext = await browser.newContext();
  const third = await thirdContext.newPage();
  await third.goto(await verificationLink(process.env.MAIL_URL ?? '', second));
  await third.getByLabel('Password', { exact: true }).fill('another horse battery');
  await third.keyboard.press('Enter');
  await expect(third.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await third.getByRole('link', { name: 'Go to Login' }).press('Enter');
  await logIn(third, second, 'another horse battery');
  await expect(third).toHaveURL(/\/app\/backtest/);

  const fourth = `ines-${Date.now()}@example.com`;
  await register(other, fourth);
  await third.context().clearCookies();
  await third.goto(await verificationLink(process.env.MAIL_URL ?? '', fourth));
  await third.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await third.keyboard.press('Enter');
  await third.getByRole('link', { name: 'Open Workspace' }).press('Enter');
  await expect(userMenu(third)).toContainText(/10,000 VUT/);
  await otherContext.close();
  await thirdContext.close();
});

test('a forgotten password is replaced with the link of a mail', async ({ page }) => {
  const { email } = await enterQuickly(page);
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();

  await page.goto(pageUrl('/auth?auth=login'));
  await expectAccessible(page, 'login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectAccessible(page, 'forgotten password');
  for (const address of [`nobody-${Date.now()}@example.com`, email]) {
    await page.goto(pageUrl('/auth?auth=forgot'));
    await page.getByLabel('Email').fill(address);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    await expect(page.getByText('If there is an account for')).toBeVisible();
  }

  await page.goto(pageUrl('/reset-password'));
  await expect(page.getByText('No password reset token provided')).toBeVisible();
  const link = await mailedLink(process.env.MAIL_URL ?? '', email, 'reset-password');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('a whole new horse');
  await page.getByLabel('Repeat the new password', { exact: true }).fill('a whole new house');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expectAccessible(page, 'new password');
  await page.getByLabel('Repeat the new password', { exact: true }).fill('a whole new horse');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('yet another horse');
  await page.getByLabel('Repeat the new password', { exact: true }).fill('yet another horse');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This password reset link is invalid or has expired')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await logIn(page, email);
  await expect(page.getByText('Invalid email, username or password')).toBeVisible();
  await logIn(page, email, 'a whole new horse');
  await expect(page).toHaveURL(/\/app\/backtest/);
});

/** Orders credits and returns the tab of the payment page. */
const order = async (page: Page, usd: number, vut: string): Promise<Page> => {
  await page.getByRole('radio', { name: `${usd} USD` }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: `Buy ${vut} credits` }).click();
  const checkout = await opened;
  await expect(checkout.getByRole('heading', { level: 1 })).toBeVisible();
  return checkout;
};

// spec: accounts.4
test('credits are bought, shown as they come, and accounted for', async ({ page }) => {
  await enterQuickly(page);
  await saveStrategy(page, STRATEGY);
  await expect(page.getByText(/^Costs up to [\d.]+ VUT\. You have 10,000 VUT\.$/)).toBeVisible();
  await goTo(page, 'Credits');
  const purchases = page.getByRole('region', { name: 'Purchases' });
  await expect(purchases.getByText('No purchases yet.')).toBeVisible();
  await expectAccessible(page, 'credits');

  const paying = await order(page, 25, '25,000');
  await paying.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(paying.getByText('Payment successful! Your credits will be added shortly.')).toBeVisible();
  await expect(paying).toHaveURL(pageUrl('/credits'));
  await expect(purchases.getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'VUT balance' })).toContainText('35,000.00 VUT', {
    timeout: 30_000,
  });
  await paying.close();

  const partly = await order(page, 10, '10,000');
  await partly.getByRole('button', { name: 'Pay partly' }).click();
  await expect(purchases.getByText('Partly paid')).toBeVisible();
  await expect(purchases.getByText(/is missing/)).toBeVisible();
  await partly.close();

  const cancelling = await order(page, 10, '10,000');
  await cancelling.getByRole('link', { name: 'Cancel and return' }).click();
  await expect(cancelling.getByText('Payment cancelled.')).toBeVisible();
  await expect(cancelling).toHaveURL(pageUrl('/credits'));
  await cancelling.close();
  await expectAccessible(page, 'purchases');

  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const statement = await readFile(await (await downloaded).path(), 'utf8');
  expect(statement).toMatch(/^time_utc,operation,/);
  expect(statement).toMatch(/,25000,0,35000,0,/);
});

test('an account is exported and deleted', async ({ page }) => {
  const { email } = await enterQuickly(page);
  await goTo(page, 'Profile');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const exported = await readFile(await (await downloaded).path(), 'utf8');
  expect(exported).toContain(email);
  expect(exported).not.toContain('argon2');

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const username = await page.getByLabel('Username').inputValue();
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByLabel(/^Type .* to confirm$/).fill(username);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The current password is not correct')).toBeVisible();
  await expectAccessible(page, 'deletion of an account');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(pageUrl('/'));

  await page.goto(pageUrl('/app/profile'));
  await expect(page.getByRole('heading', { name: 'Sign in to Tradeium' })).toBeVisible();
  await logIn(page, email);
  await expect(page.getByText('Invalid email, username or password')).toBeVisible();
});

test('privacy, terms and cookies can be read by everybody', async ({ page }) => {
  for (const [path, title] of [
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms'],
    ['/cookies', 'Cookie Policy'],
  ] as const) {
    await page.goto(pageUrl(path));
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expectAccessible(page, path);
  }
});
