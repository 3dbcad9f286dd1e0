// The screens and states of the product, and how each is reached.
import type { Page } from '@playwright/test';
import { PASSWORD } from '../api-client.ts';
import type { ExampleAccount } from './example-account.ts';

type Visit = { readonly page: Page; readonly account: ExampleAccount; readonly isNarrow: boolean };
type Then = (visit: Visit) => Promise<void>;

export type Screen = {
  readonly name: string;
  /** Who is signed in. */
  readonly who: 'nobody' | 'user' | 'newcomer' | 'operator';
  readonly path: (account: ExampleAccount) => string;
  /** The steps on the page before the picture. */
  readonly then?: Then;
};

const visited = (name: string, path: string, then?: Then): Screen => ({
  name,
  who: 'nobody',
  path: () => path,
  ...(then && { then }),
});

const entered = (name: string, path: string, then?: Then): Screen => ({
  name,
  who: 'user',
  path: () => path,
  ...(then && { then }),
});

/** An item of a chat in the workspace. */
const item = (
  name: string,
  chat: keyof ExampleAccount['chats'],
  key: string | null,
  then?: Then,
): Screen => ({
  ...entered(name, '', then),
  path: ({ chats }) => `/app/backtest?chat=${chats[chat]}${key === null ? '' : `&item=${key}`}`,
});

const press = async (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

const tab = async (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();

/** The list of chats, which is in a drawer on small screens. */
const list: Then = async ({ page, isNarrow }) => {
  if (isNarrow) await press(page, /^Files/);
};

const fromList =
  (then: (page: Page) => Promise<void>): Then =>
  async (visit) => {
    await list(visit);
    await then(visit.page);
  };

const chatMenu = (chat: string, entry: string): Then =>
  fromList(async (page) => {
    await press(page, `Actions for ${chat}`);
    await page.getByRole('menuitem', { name: entry }).click();
  });

const MOMENTUM = 'Momentum, six coins';

/** The page of the mail's link with this answer to it, as no mail is sent for a picture. */
const verification = (name: string, status: number, answer: object): Screen =>
  visited(name, '/verify-email?token=unknown', async ({ page }) => {
    await page.route('**/auth/verify-email', (route) => route.fulfill({ status, json: answer }));
    await page.reload();
  });

const PUBLIC: readonly Screen[] = [
  visited('landing', '/'),
  visited('login', '/auth?auth=login'),
  visited('register', '/auth?auth=register'),
  verification('verify-email', 400, {
    detail: 'Please type your password to verify this address',
    code: 'VERIFICATION_PASSWORD_REQUIRED',
  }),
  verification('verify-email-done', 200, {
    message: 'Your email address is verified, and you are logged in.',
    user: {
      id: 'user-1',
      email: 'ada@example.com',
      username: 'ada',
      email_verified: true,
      created_at: '2026-01-01T00:00:00.000Z',
    },
  }),
  visited('verify-email-failed', '/verify-email'),
  visited('reset-password', '/reset-password?token=unknown'),
  visited('privacy', '/privacy'),
  visited('assistants', '/assistants'),
  { ...visited('shared-result', ''), path: ({ sharedToken }) => `/shared#${sharedToken}` },
  visited('shared-nothing', '/shared#unknown'),
];

const WORKSPACE: readonly Screen[] = [
  { ...visited('first-visit', '/app/backtest'), who: 'newcomer' },
  { ...visited('chat', '/app/backtest?view=strategy'), who: 'newcomer' },
  {
    ...entered('chat-limits', '/app/backtest?view=strategy', async ({ page }) => {
      const show = page.getByRole('button', { name: 'Show chat panel' });
      if (await show.isVisible()) await show.click();
      await press(page, 'Limits');
    }),
    who: 'newcomer',
  },
  item('strategy-library', 'momentum', 'strategy-library'),
  item('new-strategy', 'momentum', 'strategy-new'),
  item('strategy', 'momentum', 'strategy-python-0'),
  item('strategy-editing', 'momentum', 'strategy-python-0', ({ page }) => press(page, 'Edit')),
  item('strategy-versions', 'momentum', 'strategy-python-0', ({ page }) => press(page, /^Versions/)),
  item('strategy-help', 'momentum', 'strategy-python-0', ({ page }) =>
    press(page, 'How to write a strategy'),
  ),
  item('strategy-data', 'momentum', 'strategy-csv'),
  item('result', 'momentum', 'backtest-folder-0'),
  item('result-settings', 'momentum', 'folder-backtest-folder-0-0'),
  item('result-statistics', 'momentum', 'folder-backtest-folder-0-1'),
  item('result-chance', 'momentum', 'folder-backtest-folder-0-2'),
  item('result-strategy', 'momentum', 'folder-backtest-folder-0-3'),
  item('result-table', 'momentum', 'folder-backtest-folder-0-4'),
  item('result-table-all', 'momentum', 'folder-backtest-folder-0-4', ({ page }) => press(page, /^Show all/)),
  item('result-trades', 'momentum', 'folder-backtest-folder-0-5'),
  item('result-chart', 'momentum', 'folder-backtest-folder-0-6'),
  item('results-list', 'momentum', 'backtest-results'),
  item('comparison', 'momentum', 'backtest-results', async ({ page }) => {
    for (const box of await page.getByRole('checkbox', { name: /^Compare / }).all()) await box.check();
    await press(page, 'Compare');
    await page.getByRole('table', { name: 'Figures of the compared results' }).waitFor();
  }),
  item('command-palette', 'momentum', 'backtest-folder-0', async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
  }),
  item('private-strategy', 'private', 'strategy-private-trendbot'),
  item('private-result', 'private', 'backtest-folder-0'),
  item('missing-item', 'momentum', 'backtest-folder-77'),
  item('file-list', 'momentum', 'backtest-folder-0', list),
  item(
    'create-chat',
    'momentum',
    null,
    fromList((page) => press(page, /^Create Chat/)),
  ),
  item('rename-chat', 'momentum', null, chatMenu(MOMENTUM, 'Rename')),
  item('chat-details', 'momentum', null, chatMenu(MOMENTUM, 'View Details')),
  item('duplicate-chat', 'momentum', null, chatMenu(MOMENTUM, 'Duplicate')),
  item('delete-chat', 'momentum', null, chatMenu(MOMENTUM, 'Delete')),
  item('run-succeeded', 'momentum', 'strategy-python-0', async ({ page }) => {
    await press(page, 'Execute Backtest');
    await page.getByRole('dialog', { name: 'Backtest completed successfully!' }).waitFor();
  }),
  item('run-failed', 'mistake', 'strategy-python-0', async ({ page }) => {
    await press(page, 'Execute Backtest');
    await page.getByRole('dialog', { name: /Strategy execution failed/ }).waitFor();
  }),
  item('backtest-settings', 'momentum', 'strategy-python-0', async ({ page }) => {
    const show = page.getByRole('button', { name: 'Show settings panel' });
    if (await show.isVisible()) await show.click();
    await page.getByRole('slider', { name: 'Start of the period' }).scrollIntoViewIfNeeded();
  }),
  item('deploy', 'momentum', 'backtest-folder-0', async ({ page }) => {
    await press(page, 'Deploy');
    await page.getByRole('dialog').waitFor();
  }),
  item('share', 'momentum', 'backtest-folder-0', async ({ page }) => {
    await press(page, 'Share');
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  }),
  item('connection-lost', 'momentum', 'strategy-python-0', async ({ page }) => {
    await page.context().setOffline(true);
    await page.getByText('Connection lost').waitFor();
  }),
];

/** A study in the workspace. */
const study = (name: string, then?: Then, which: 'study' | 'search' | 'policies' = 'study'): Screen => ({
  ...entered(name, '', then),
  path: ({ chats, [which]: id }) => `/app/backtest?chat=${chats.studied}&item=backtest-study&run=${id}`,
});

/** Looks at a point of the map. */
const lookAt =
  (cell: number): Then =>
  async ({ page }) => {
    await page.getByRole('grid').getByRole('gridcell').nth(cell).focus();
    await page.getByRole('region', { name: /^Point / }).waitFor();
  };

const STUDIES: readonly Screen[] = [
  item('study-form', 'studied', 'strategy-python-0', async ({ page }) => {
    const show = page.getByRole('button', { name: 'Show settings panel' });
    if (await show.isVisible()) await show.click();
    await press(page, 'Study parameters');
    await page.getByText(/^You have /).waitFor();
  }),
  study('study-search', undefined, 'search'),
  study('study'),
  study('study-map', lookAt(3)),
  study('study-table', async ({ page }) => {
    await page.getByLabel('Choose point 2', { exact: true }).check();
    await page.getByLabel('Choose point 5', { exact: true }).check();
  }),
  item('policies-form', 'momentum', 'backtest-folder-0', async ({ page }) => {
    await press(page, 'Rebalance policies');
    await page.getByText(/^You have /).waitFor();
  }),
  study('policies', lookAt(26), 'policies'),
  item('studies-list', 'studied', 'backtest-results'),
];

const ACCOUNT: readonly Screen[] = [
  entered('credits', '/app/credits'),
  entered('profile', '/app/profile'),
  entered('delete-account', '/app/profile', ({ page }) => press(page, 'Delete account')),
  entered('second-factor-setup', '/app/profile', ({ page }) => press(page, 'Turn on')),
  entered('access-token-new', '/app/profile', ({ page }) => press(page, 'New access token')),
  entered('access-token-made', '/app/profile', async ({ page }) => {
    await press(page, 'New access token');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Claude on my laptop');
    await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('button', { name: 'I have copied it' }).waitFor();
  }),
  { ...visited('trading-first-visit', '/app/trading'), who: 'newcomer' },
  entered('trading', '/app/trading'),
  entered('trading-activity', '/app/trading', ({ page }) => tab(page, 'Activity')),
  entered('trading-control', '/app/trading', ({ page }) => tab(page, 'Control')),
  entered('trading-limits', '/app/trading', ({ page }) => page.getByText(/^Limits: /).click()),
  entered('trading-stop', '/app/trading', ({ page }) => press(page, 'Stop trading')),
  entered('trading-notices', '/app/trading', ({ page }) => press(page, /^Notices/)),
  entered('trading-list', '/app/trading', ({ page }) => press(page, 'Backtest chats')),
  entered('trading-preview', '/app/trading', async ({ page }) => {
    await press(page, 'Rebalance now');
    await page.getByRole('table', { name: 'What this rebalance does' }).waitFor();
  }),
  {
    ...entered('trading-connect', '/app/trading', ({ page }) => press(page, 'Add API Keys')),
    who: 'newcomer',
  },

  entered('user-menu', '/app/backtest', ({ page }) => press(page, /user menu of/i)),
];

const operated = (name: string, path: string, then?: Then): Screen => ({
  ...visited(name, path, then),
  who: 'operator',
});

/** A section of the user's page. */
const ofUser = (name: string, section: string, then?: Then): Screen => ({
  ...operated(name, '', then),
  path: ({ user }) => `/admin?tab=users&user=${user.userId}&section=${section}`,
});

const ADMINISTRATION: readonly Screen[] = [
  entered('admin-denied', '/admin'),
  operated('admin-overview', '/admin'),
  operated('admin-users', '/admin?tab=users'),
  operated('admin-trading', '/admin?tab=trading'),
  operated('admin-payments', '/admin?tab=payments'),
  operated('admin-usage', '/admin?tab=usage'),
  operated('admin-audit', '/admin?tab=audit'),
  operated('admin-system', '/admin?tab=system'),
  operated('admin-search', '/admin', async ({ page, account }) => {
    await page.getByRole('combobox', { name: /^Search users/ }).fill(account.user.email.slice(0, 12));
    await page.getByRole('listbox', { name: 'What was found' }).getByRole('option').first().waitFor();
  }),
  ofUser('admin-user', 'timeline'),
  ofUser('admin-user-ledger', 'ledger'),
  ofUser('admin-user-runs', 'runs'),
  ofUser('admin-user-orders', 'orders'),
  ofUser('admin-user-actions', 'sessions', ({ page }) => press(page, 'Actions')),
  ofUser('admin-grant', 'timeline', async ({ page }) => {
    await press(page, 'Grant Credits');
    await page.getByRole('dialog').waitFor();
  }),
  operated('admin-rebuild', '/admin?tab=system', async ({ page }) => {
    await press(page, 'Rebuild timeline of admin');
    await page.getByRole('dialog').waitFor();
  }),
];

export const SCREENS: readonly Screen[] = [
  ...PUBLIC,
  ...WORKSPACE,
  ...STUDIES,
  ...ACCOUNT,
  ...ADMINISTRATION,
];
