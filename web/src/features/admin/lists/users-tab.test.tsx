// The list of users as an operator sees it, and what he does to one of them.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { takeUpdate } from '../../../core/refetch.ts';
import { onlyPage, someAccount, someUsage } from '../../../testing/admin.ts';
import { renderWeb } from '../../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../../testing/server.ts';
import { AdminPage } from '../admin-page.tsx';

const unverified = someAccount({ user_id: 'u3', id: 'u3', username: 'alan', email_verified: false });
const done = { message: 'Done', action_id: 'a1', changed: true };

const answers: Answers = {
  checkAdminAccess: () => ({ has_access: true, role: 'admin' }),
  getUsage: () => someUsage(),
  listUsers: () => onlyPage(someAccount(), unverified),
  grantCreditsToUser: () => done,
  verifyUserEmail: () => done,
};

const open = async (more: Answers = {}, path = '/admin?tab=users') => {
  const server = serve({ ...answers, ...more });
  const view = renderWeb(<AdminPage />, { path });
  await screen.findByRole('region', { name: 'Users' });
  return { server, ...view };
};
const cellsOf = async (text: string) => {
  const row = (await screen.findByText(text)).closest('tr');
  return [...(row?.children ?? [])].map(({ textContent }) => textContent);
};

describe('the list', () => {
  // spec: admin.9
  test('shows each user with balance and usage, and the totals of all', async () => {
    const { container } = await open();
    expect((await cellsOf('grace')).slice(0, 10)).toEqual([
      'u2',
      'grace',
      'grace@example.com',
      '9,876.5',
      '11',
      '222',
      '3,333',
      '44,444',
      'Verified',
      '2 Mar 2026',
    ]);
    expect((await cellsOf('alan'))[8]).toBe('Unverified');
    await screen.findByText('900,009');
    const totals = [...container.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    expect(totals).toEqual([
      'Tokens Used Today1,001',
      'Tokens Used Past Week7,007',
      'Tokens Used Past Month30,030',
      'Tokens Used Total900,009',
    ]);
  });

  // spec: admin.10
  test('is read again by Refresh, which says that it is busy', async () => {
    const { server, user } = await open();
    await screen.findByText('grace');
    const late = Promise.withResolvers<ReturnType<typeof onlyPage<ReturnType<typeof someAccount>>>>();
    server.answer({ listUsers: () => late.promise });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const busy = await screen.findByRole('button', { name: 'Refreshing...' });
    expect(busy).toHaveProperty('disabled', true);
    late.resolve(onlyPage(someAccount({ username: 'hopper' })));
    await screen.findByText('hopper');
    await screen.findByRole('button', { name: 'Refresh' });
  });

  // spec: admin.11
  test('says that it could not be read, and can be retried', async () => {
    const { server, user } = await open({ listUsers: () => refusal(503, 'Not now') });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load users: Not now');
    server.answer(answers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('grace');
  });

  test('says that nobody matches', async () => {
    await open({ listUsers: () => onlyPage() });
    await screen.findByText('No users match.');
  });

  // spec: admin.24
  test('is searched, filtered and sorted by the server, and the address keeps that', async () => {
    const { server, user } = await open();
    await screen.findByText('grace');
    await user.type(screen.getByRole('textbox', { name: 'Search the list' }), 'gra');
    await waitFor(() => expect(server.lastInput('listUsers')).toMatchObject({ search: 'gra', cursor: '' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Email' }), 'false');
    await waitFor(() => expect(server.lastInput('listUsers')).toMatchObject({ verified: 'false' }));
    await user.click(await screen.findByRole('button', { name: 'VUT Credits' }));
    await waitFor(() =>
      expect(server.lastInput('listUsers')).toMatchObject({ sort: 'vut_credits', direction: 'desc' }),
    );
    const head = await screen.findByRole('columnheader', { name: 'VUT Credits' });
    expect(head.getAttribute('aria-sort')).toBe('descending');
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
      tab: 'users',
      search: 'gra',
      verified: 'false',
      sort: 'vut_credits',
      direction: 'desc',
    });
    expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
      '/admin/exports/users?verified=false&search=gra&sort=vut_credits&direction=desc',
    );
  });

  // spec: admin.25
  test('loads more from where the last page ended', async () => {
    const pages: Answers = {
      listUsers: ({ cursor }) =>
        cursor === 'c1'
          ? { items: [unverified], next_cursor: null, total: 2 }
          : { items: [someAccount()], next_cursor: 'c1', total: 2 },
    };
    const { user } = await open(pages);
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByText('alan');
    screen.getByText('grace');
    screen.getByText('2 users');
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  // spec: admin.25
  test('draws the rows in sight only', async () => {
    const many = Array.from({ length: 500 }, (_, place) =>
      someAccount({ user_id: `u${place}`, id: `u${place}`, username: `user ${place}` }),
    );
    await open({ listUsers: () => onlyPage(...many) });
    const table = await screen.findByRole('table', { name: 'Users' });
    expect(table.getAttribute('aria-rowcount')).toBe('501');
    expect(within(table).getAllByRole('row').length).toBeLessThan(60);
  });

  test('leads to the page of a user', async () => {
    await open();
    const link = await screen.findByRole('link', { name: 'grace' });
    expect(link.getAttribute('href')).toBe('/admin?tab=users&user=u2');
  });

  test.each([
    ['grace@example.com', { username: '' }],
    ['u2', { username: '', email: '' }],
  ])('leads to a user without a name by %s, and names them so', async (text, less) => {
    await open({ listUsers: () => onlyPage(someAccount(less)) });
    const link = await screen.findByRole('link', { name: text });
    expect(link.getAttribute('href')).toBe('/admin?tab=users&user=u2');
    screen.getByRole('button', { name: `Grant Credits to ${text}` });
  });

  // spec: admin.26
  test('follows what is changed elsewhere', async () => {
    const { server, store } = await open();
    await screen.findByText('grace');
    server.answer({ listUsers: () => onlyPage(someAccount({ username: 'hopper' })) });
    store.dispatch(takeUpdate({ topic: 'administration', backtest_id: null }));
    await screen.findByText('hopper');
  });

  // spec: admin.27
  test('has no actions for the role support', async () => {
    await open({ checkAdminAccess: () => ({ has_access: true, role: 'support' }) });
    await screen.findByText('grace');
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Grant Credits/ })).toBeNull();
  });
});

describe('granting credits', () => {
  const openDialog = async (more: Answers = {}) => {
    const view = await open(more);
    await view.user.click(await screen.findByRole('button', { name: 'Grant Credits to grace' }));
    const dialog = await screen.findByRole('dialog', { name: 'Grant VUT Credits to grace' });
    return { ...view, dialog: within(dialog) };
  };
  const fill = async ({ dialog, user }: Awaited<ReturnType<typeof openDialog>>) => {
    await user.type(dialog.getByRole('textbox', { name: 'Amount of Credits' }), '500');
    await user.type(dialog.getByRole('textbox', { name: 'Description/Reason' }), 'Sorry for the outage');
  };

  // spec: admin.14
  test('shows the balance and waits for an amount and a description', async () => {
    const opened = await openDialog();
    const { dialog, user } = opened;
    dialog.getByText('Current Balance: 9,876.5 VUT');
    const grant = dialog.getByRole('button', { name: 'Grant Credits' });
    expect(grant).toHaveProperty('disabled', true);
    await user.type(dialog.getByRole('textbox', { name: 'Amount of Credits' }), '500{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toBe('Please fill in all fields');
    await user.type(dialog.getByRole('textbox', { name: 'Description/Reason' }), 'Sorry');
    expect(grant).toHaveProperty('disabled', false);
  });

  test.each(['12.5', '-5', '0', '10000001'])(
    'refuses %s, and never makes another amount of it',
    async (typed) => {
      const { dialog, user } = await openDialog();
      const amount = dialog.getByRole('textbox', { name: 'Amount of Credits' });
      await user.type(amount, typed);
      await user.type(dialog.getByRole('textbox', { name: 'Description/Reason' }), 'Sorry');
      expect((amount as HTMLInputElement).value).toBe(typed);
      dialog.getByText('A whole number from 1 to 10,000,000');
      expect(dialog.getByRole('button', { name: 'Grant Credits' })).toHaveProperty('disabled', true);
    },
  );

  test('shows the balance that a grant makes', async () => {
    const { dialog, user } = await openDialog();
    await user.type(dialog.getByRole('textbox', { name: 'Amount of Credits' }), '500');
    dialog.getByText('New balance: 10,376.5 VUT');
  });

  test('says who reads the description, and that it stays', async () => {
    const { dialog } = await openDialog();
    const field = dialog.getByRole('textbox', { name: 'Description/Reason' });
    expect(field.getAttribute('aria-describedby')).toBe(dialog.getByText(/no personal data/).id);
    dialog.getByText(/owner of the account reads it.* stored permanently/);
  });

  // spec: admin.15
  test('says that it is under way, then how much was granted to whom, closes, and reads the list again', async () => {
    const late = Promise.withResolvers<typeof done>();
    const opened = await openDialog({ grantCreditsToUser: () => late.promise });
    const { dialog, user, server } = opened;
    await fill(opened);
    const readings = () => server.asked.filter((name) => name === 'listUsers').length;
    const before = readings();
    await user.click(dialog.getByRole('button', { name: 'Grant Credits' }));
    await dialog.findByRole('button', { name: 'Granting...' });
    late.resolve(done);
    await screen.findByText('Successfully granted 500 tokens to grace');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(readings()).toBe(before + 1));
    expect(server.lastInput('grantCreditsToUser')).toEqual({
      id: 'u2',
      user_id: 'u2',
      amount: 500,
      description: 'Sorry for the outage',
      reason: 'Sorry for the outage',
    });
    expect(server.lastHeader('grantCreditsToUser', 'idempotency-key')).toMatch(/^[\w-]{36}$/);
  });

  // spec: admin.16
  test('stays open when it is refused, and says why', async () => {
    const opened = await openDialog({ grantCreditsToUser: () => refusal(409, 'Closed', 'ACCOUNT_CLOSED') });
    await fill(opened);
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Grant Credits' }));
    expect((await opened.dialog.findByRole('alert')).textContent).toBe('Failed to grant tokens: Closed');
  });

  // spec: admin.28
  test.each(['password', 'code'])(
    'is confirmed by the operator’s %s when the server wants that',
    async (by) => {
      const label = `Your ${by}`;
      const opened = await openDialog({
        grantCreditsToUser: (input) => {
          const proof = input.password ?? input.code;
          if (proof === undefined)
            return refusal(403, `Please confirm this with your ${by}`, 'CONFIRMATION_REQUIRED');
          return proof === 'right' ? done : refusal(403, `This ${by} is not correct`, 'CONFIRMATION_WRONG');
        },
      });
      const { dialog, user, server } = opened;
      await fill(opened);
      const send = () => user.click(dialog.getByRole('button', { name: 'Grant Credits' }));
      await send();
      const field = await dialog.findByLabelText(label);
      expect((await dialog.findByRole('alert')).textContent).toBe(`Please confirm this with your ${by}`);
      await user.type(field, 'wrong');
      await send();
      await dialog.findByText(`This ${by} is not correct`);
      await user.type(dialog.getByLabelText(label), 'right');
      await send();
      await screen.findByText('Successfully granted 500 tokens to grace');
      expect(server.lastInput('grantCreditsToUser')).toMatchObject({ [by]: 'right', amount: 500 });
    },
  );

  // spec: admin.29
  test('is sent again under the same key after a lost answer, and under another one after a refusal', async () => {
    const keys = new Set<string | null | undefined>();
    let answered = 0;
    const outcomes = [() => refusal(503, 'Not now'), () => refusal(409, 'Closed'), () => done];
    const opened = await openDialog({ grantCreditsToUser: () => (outcomes[answered++] ?? (() => done))() });
    const { dialog, user, server } = opened;
    await fill(opened);
    const counts: number[] = [];
    for (const words of [/Not now/, /Closed/, null]) {
      await user.click(dialog.getByRole('button', { name: 'Grant Credits' }));
      await (words ? dialog.findByText(words) : screen.findByText(/Successfully granted/));
      keys.add(server.lastHeader('grantCreditsToUser', 'idempotency-key'));
      counts.push(keys.size);
    }
    expect(counts).toEqual([1, 1, 2]);
  });
});

describe('verifying an email', () => {
  const openDialog = async (more: Answers = {}) => {
    const view = await open(more);
    await view.user.click(await screen.findByRole('button', { name: 'Verify Email of alan' }));
    return {
      ...view,
      dialog: within(await screen.findByRole('dialog', { name: 'Verify the email of alan?' })),
    };
  };

  // spec: admin.12
  test('is offered for unverified users only, and confirmed in a dialog', async () => {
    const { dialog, user, server } = await openDialog();
    expect(screen.queryByRole('button', { name: 'Verify Email of grace' })).toBeNull();
    expect(server.asked).not.toContain('verifyUserEmail');
    await user.click(dialog.getByRole('button', { name: 'Verify Email' }));
    await waitFor(() => expect(server.lastInput('verifyUserEmail')).toEqual({ id: 'u3' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  // spec: admin.13
  test('says why it failed', async () => {
    const { dialog, user } = await openDialog({ verifyUserEmail: () => refusal(409, 'Already verified') });
    await user.click(dialog.getByRole('button', { name: 'Verify Email' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to verify email: Already verified');
  });
});
