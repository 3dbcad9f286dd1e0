// Steps of every browser story's user: get in, write code, and meet no barriers.
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { PASSWORD, type RegisteredUser, registerUser } from './api-client.ts';
import { signInProfile } from './browser-session.ts';
import { verificationLink } from './mailbox.ts';

/** The address of a page of the product. */
export const pageUrl = (path: string): string => `${process.env.GATEWAY_URL ?? ''}${path}`;

/**
 * Has Playwright see every request of the page from now on. The browser takes a moment to begin with that, so the first
 * route of a page that is loaded can miss the request that follows it.
 */
export const interceptRequests = (page: Page): Promise<unknown> =>
  page.route('**/*', (route) => route.fallback());

/** The violations of WCAG 2.2 AA on the page in its current state, as far as they can be measured. */
export const barriersOn = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page })
    // Passed checks are not read, and describing them takes long on a large page.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
};

/** No accessibility barriers on the page in its current state. */
export const expectAccessible = async (page: Page, what: string): Promise<void> =>
  expect(await barriersOn(page), what).toEqual([]);

/** Registers from the landing page on, by keyboard where a user would. */
export const register = async (page: Page, email: string): Promise<void> => {
  await page.goto(pageUrl('/'));
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();
  await expectAccessible(page, 'landing page');
  await page.getByRole('link', { name: 'Sign Up' }).first().click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expectAccessible(page, 'registration');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
};

/** Signs in by email address or username. */
export const logIn = async (page: Page, name: string, password = PASSWORD): Promise<void> => {
  await page.getByLabel('Email or username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
};

/** Follows the link of the mail in the browser that registered, which signs in, up to the workspace. */
export const verify = async (page: Page, email: string): Promise<void> => {
  await page.goto(await verificationLink(process.env.MAIL_URL ?? '', email));
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await expectAccessible(page, 'verified');
  await page.getByRole('link', { name: 'Open Workspace' }).press('Enter');
};

/** A new user in the workspace, with the welcome credits; returns the email address. */
export const enter = async (page: Page, name: string): Promise<string> => {
  const email = `${name}-${Date.now()}@example.com`;
  await register(page, email);
  await verify(page, email);
  await expect(page).toHaveURL(/\/app\/backtest/);
  return email;
};

/** Gives a browser the session of a user of the API, without any form. */
export const signIn = (page: Page, user: Pick<RegisteredUser, 'email'>): Promise<void> =>
  signInProfile(page.context(), user, pageUrl(''));

/** The quick way in, for stories that begin in the workspace; returns a client that prepares data through the API. */
export const enterQuickly = async (page: Page): Promise<RegisteredUser> => {
  const user = await registerUser({ gateway: pageUrl(''), mail: process.env.MAIL_URL ?? '' });
  await signIn(page, user);
  await page.goto(pageUrl('/app/backtest'));
  return user;
};

export const userMenu = (page: Page): Locator => page.getByRole('button', { name: /user menu of/i });

/** Saves code as a new strategy of the selected chat. */
export const saveStrategy = async (page: Page, code: string): Promise<void> => {
  await page.getByRole('button', { name: 'New strategy' }).click();
  await page.getByRole('textbox', { name: 'Strategy code' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(code);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Strategy saved to backtest session!')).toBeVisible();
};

/** Presses a button that downloads a file. */
export const downloaded = async (page: Page, name: string): Promise<{ filename: string; bytes: Buffer }> => {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const download = await arriving;
  return { filename: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};
