// The page of one user as an operator sees it: who, what was paid, what happened, and what can be done.
// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { takeUpdate } from '../../../core/refetch.ts';
import { onlyPage, somePayment } from '../../../testing/admin.ts';
import { someEntry, someRun, someUserPage } from '../../../testing/admin-user.ts';
import { renderWeb } from '../../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../../testing/server.ts';
import { UserPage } from './user-page.tsx';

const none = { items: [], next_cursor: null };
const answers: Answers = {
  checkAdminAccess: () => ({ has_access: true, role: 'admin' }),
  getUser: () => someUserPage(),
  getUserTimeline: () => none,
  getUserLedger: () => none,
};
const done = { message: 'Done in the words of the server', action_id: 'a1', changed: true };

const open = (more: Answers = {}, search = '') => ({
  server: serve({ ...answers, ...more }),
  ...renderWeb(<UserPage id="u2" />, { path: `/admin?tab=users&user=u2${search}` }),
});

const choose = async (user: ReturnType<typeof open>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name }));
  return within(await screen.findByRole('dialog'));
};

test('says who it is, what is unusual about the account, and whether the books agree', async () => {
  open({ getUser: () => someUserPage({ user: { locked: true, role: 'support' }, balance: { owed: 3 } }) });
  expect((await screen.findByRole('heading', { level: 2, name: 'grace' })).textContent).toBe('grace');
  for (const text of ['grace@example.com', 'u2', 'Verified', 'Locked', 'Support', 'No second factor'])
    expect(screen.getByText(text)).toBeDefined();
  const credits = screen.getByRole('region', { name: 'Credits' });
  expect(credits.textContent).toMatch(/Available9,876\.5 VUT.*Reserved1\.5 VUT.*Owed3 VUT.*Paid\$0\.00/);
  expect(credits.textContent).toContain('The ledger adds up (7 entries).');
});

test('books that disagree are an alarm', async () => {
  open({ getUser: () => someUserPage({ balance: { adds_up: false } }) });
  expect((await screen.findByRole('alert')).textContent).toContain('does not add up (7 entries)');
});

test('the timeline is grouped by day, names problems, and links to what an entry is about', async () => {
  const { user } = open({
    getUserTimeline: () => ({
      items: [
        someEntry(),
        someEntry({ id: 'e2', text: 'Signed in', tone: 'neutral', context: 'account', link: null }),
        someEntry({
          id: 'e3',
          at: '2026-03-01T08:00:00.000Z',
          text: 'Bought credits',
          tone: 'good',
          link: null,
        }),
      ],
      next_cursor: null,
    }),
    listAllRuns: () => ({
      items: [someRun({ status: 'failed', failure: 'x is not defined', line: 7 })],
      next_cursor: null,
      total: 1,
    }),
  });
  const day = await screen.findByRole('region', { name: '2 Mar 2026' });
  expect(day.textContent).toMatch(/Problem: A backtest failed.*Backtest · 09:30 UTC.*Signed in/);
  expect(screen.getByRole('region', { name: '1 Mar 2026' }).textContent).toContain('Bought credits');
  await user.click(within(day).getByRole('link', { name: 'Show the run' }));
  const runs = await screen.findByRole('table', { name: 'Runs' });
  expect(runs.textContent).toContain('x is not defined (line 7)');
  expect(screen.getByText(/^Only what begins with/).textContent).toContain('r1');
});

test('more of the timeline follows from the cursor', async () => {
  const { server, user } = open({ getUserTimeline: () => ({ items: [someEntry()], next_cursor: 'next' }) });
  const more = await screen.findByRole('button', { name: 'Show more' });
  server.answer({
    getUserTimeline: () => ({ items: [someEntry({ id: 'e9', text: 'Older' })], next_cursor: null }),
  });
  await user.click(more);
  expect(await screen.findByText('Older')).toBeDefined();
  expect(server.lastInput('getUserTimeline')).toEqual({ id: 'u2', cursor: 'next' });
});

test('a lock says what will happen, wants a reason, and a proof when the server does', async () => {
  const { server, user } = open({
    lockUser: ({ password }) =>
      password === undefined
        ? refusal(403, 'Please confirm this with your password', 'CONFIRMATION_REQUIRED')
        : done,
  });
  const dialog = await choose(user, 'Lock account');
  const { textContent } = dialog.getByText(/Nobody can sign in to it any more/);
  for (const part of [
    'sessions end',
    'access tokens are revoked',
    'role as an operator, if any, is taken',
    'Links of mails that verify the address or reset the password stop working',
    'deployments stop, live and on paper',
  ])
    expect(textContent).toContain(part);
  await user.type(dialog.getByLabelText('Reason'), 'Stolen account');
  await user.click(dialog.getByRole('button', { name: 'Lock account' }));
  await user.type(await dialog.findByLabelText('Your password'), 'my password');
  server.answer({ getUser: () => someUserPage({ user: { locked: true } }) });
  await user.click(dialog.getByRole('button', { name: 'Lock account' }));
  expect(await screen.findByText(done.message)).toBeDefined();
  expect(server.lastInput('lockUser')).toEqual({
    ...{ id: 'u2', reason: 'Stolen account', password: 'my password' },
  });
  expect(await screen.findByText('Locked')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a refusal stays in the dialog, in the words of the server', async () => {
  const { server, user } = open({
    changeUserRole: () => refusal(409, 'This is the last admin.', 'LAST_ADMIN'),
  });
  server.answer({ getUser: () => someUserPage({ user: { role: 'admin' } }) });
  const dialog = await choose(user, 'Change role');
  await user.click(dialog.getByRole('radio', { name: 'None' }));
  await user.type(dialog.getByLabelText('Reason'), 'Left');
  await user.click(dialog.getByRole('button', { name: 'Change role' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('This is the last admin.');
});

test('a role is given in place of any other', async () => {
  const { server, user } = open({ changeUserRole: () => done });
  const dialog = await choose(user, 'Change role');
  await user.click(dialog.getByRole('radio', { name: 'Support' }));
  await user.type(dialog.getByLabelText('Reason'), 'New colleague');
  await user.click(dialog.getByRole('button', { name: 'Change role' }));
  expect(await screen.findByText(done.message)).toBeDefined();
  expect(server.lastInput('changeUserRole')).toEqual({ id: 'u2', role: 'support', reason: 'New colleague' });
});

test('sessions end, and a mail is sent again', async () => {
  const { server, user } = open({ endUserSessions: () => done, resendUserMail: () => done });
  let dialog = await choose(user, 'End sessions');
  await user.type(dialog.getByLabelText('Reason'), 'Lost phone');
  await user.click(dialog.getByRole('button', { name: 'End sessions' }));
  await screen.findByText(done.message);
  expect(server.lastInput('endUserSessions')).toEqual({ id: 'u2', reason: 'Lost phone' });
  dialog = await choose(user, 'Resend mail');
  await user.type(dialog.getByLabelText('Reason'), 'Forgot the password');
  await user.click(dialog.getByRole('button', { name: 'Send mail' }));
  await expect
    .poll(() => server.lastInput('resendUserMail'))
    .toEqual({
      ...{ id: 'u2', mail: 'password-reset', reason: 'Forgot the password' },
    });
});

test('a grant is taken back from its line of the ledger; other lines have no way to', async () => {
  const line = {
    ...{ id: 'l1', at: '2026-03-02T09:30:00.000Z', operation_type: 'grant', operation_id: 'g1' },
    ...{ description: 'Welcome credits', available_change: 100, reserved_change: 0, spent_change: 0 },
    ...{ debt_change: 0, reverses: null },
  };
  const released = { ...line, id: 'l2', operation_type: 'release', description: 'Released' };
  const bought = { ...line, id: 'l3', operation_id: 'payment:p1', description: 'Bought' };
  const { server, user } = open(
    {
      getUserLedger: () => ({ items: [line, released, bought], next_cursor: null }),
      reverseUserGrant: () => done,
    },
    '&section=ledger',
  );
  await screen.findByRole('table', { name: 'Ledger' });
  expect(await screen.findAllByRole('button', { name: /^Reverse/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Reverse the grant Welcome credits' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'Granted twice');
  await user.click(dialog.getByRole('button', { name: 'Reverse the grant' }));
  await screen.findByText(done.message);
  expect(server.lastInput('reverseUserGrant')).toEqual({ id: 'u2', grant: 'g1', reason: 'Granted twice' });
});

test('a grant that was taken back has no way to be taken back again', async () => {
  const line = {
    ...{ id: 'l1', at: '2026-03-02T09:30:00.000Z', operation_type: 'grant', operation_id: 'g1' },
    ...{ description: 'Welcome credits', available_change: 100, reserved_change: 0, spent_change: 0 },
    ...{ debt_change: 0, reverses: null },
  };
  const taken = { operation_type: 'reversal', operation_id: 'r1', reverses: 'g1', debt_change: -30 };
  const reversal = { ...line, id: 'l2', ...taken };
  open({ getUserLedger: () => ({ items: [reversal, line], next_cursor: null }) }, '&section=ledger');
  await screen.findByText('Taken back');
  // The debt grows by it.
  expect(screen.getByRole('table', { name: 'Ledger' }).textContent).toContain('+30.0000');
  expect(screen.queryByRole('button', { name: /^Reverse/ })).toBeNull();
});

test('a payment of which a part has arrived says how much', async () => {
  const part = { status: 'partially_paid', amount_paid: '0.0001', amount_due: '0.00025' } as const;
  open({ listPayments: () => onlyPage(somePayment(part)) }, '&section=payments');
  await screen.findByText('0.0001 of 0.00025 BTC arrived');
});

test('an order says at which price it was filled', async () => {
  const order = {
    ...{ id: 'o1', user_id: 'u2', username: 'grace', deployment_id: 'd1', rebalance_id: 'r1' },
    ...({ mode: 'live', kind: 'manual', at: '2026-03-02T09:30:00.000Z', coin: 'BTC', side: 'buy' } as const),
    ...({ quantity: '0.02', limit_price: '50100', notional_usdt: '996.9442665', status: 'filled' } as const),
    ...{ filled: '0.02', quote_filled: '1000.5', exchange_order_id: null, reason: null },
  };
  open({ listAllOrders: () => ({ items: [order], next_cursor: null, total: 1 }) }, '&section=orders');
  await screen.findByText('1,000.50 USDT at 50,025');
  await screen.findByText('996.94 USDT');
});

test('an operator of the role support sees everything and has no actions', async () => {
  open({ checkAdminAccess: () => ({ has_access: true, role: 'support' }) });
  await screen.findByRole('heading', { level: 2, name: 'grace' });
  await screen.findByText('Nothing has happened yet.');
  expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Grant Credits' })).toBeNull();
});

test('a user who is erased while the page is open is shown without name and actions', async () => {
  const { server, store } = open();
  await screen.findByRole('button', { name: 'Actions' });
  const erased = { username: '', email: '', erased_at: '2026-03-03T00:00:00.000Z' };
  server.answer({ getUser: () => someUserPage({ user: erased }) });
  act(() => store.dispatch(takeUpdate({ topic: 'administration', backtest_id: null })));
  expect(await screen.findByText(/^This account was erased on/)).toBeDefined();
  expect(screen.queryByText('grace@example.com')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
});

test('a page that cannot be loaded can be tried again; an unknown id is nobody', async () => {
  const { server, user } = open({ getUser: () => refusal(503, 'Not now') });
  expect(await screen.findByText(/Failed to load the user: Not now/)).toBeDefined();
  server.answer({ getUser: () => refusal(404, 'No such user', 'USER_NOT_FOUND') });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nobody has this id.')).toBeDefined();
});
