// The audit as an operator sees it: who did what, why, and what is not finished.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { someAction } from '../../../testing/admin-user.ts';
import { renderWeb } from '../../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../../testing/server.ts';
import { AuditPage } from './audit-page.tsx';

const open = (answers: Answers, path = '/admin?tab=audit') => ({
  server: serve({ checkAdminAccess: () => ({ has_access: true, role: 'admin' }), ...answers }),
  ...renderWeb(<AuditPage />, { path }),
});
const page = (...items: ReturnType<typeof someAction>[]) => ({
  items,
  next_cursor: null,
  total: items.length,
});

test('an action has its operator, its user, what was done, the reason, and its state', async () => {
  open({
    listAudit: () =>
      page(someAction(), someAction({ id: 'a2', state: 'refused', refusal: 'This is the last admin.' })),
  });
  const rows = within(await screen.findByRole('table', { name: 'Actions' })).getAllByRole('row');
  expect(rows[1]?.textContent).toMatch(/ada.*grace.*Granted 500 VUT.*A lost run.*Done/);
  expect(rows[2]?.textContent).toMatch(/Refused.*This is the last admin\./);
  expect(
    within(rows[1] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/admin?tab=users&user=u2');
});

test('what is not finished stands out, and is finished', async () => {
  const { server, user } = open({
    listAudit: () => page(someAction({ state: 'ordered', completed_at: null, changed: null })),
    finishAction: () => ({ message: 'Finished', action_id: 'a1', changed: true }),
  });
  expect(within(await screen.findByRole('table')).getByText('Not finished')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Finish: Granted 500 VUT' }));
  expect(await screen.findByText('Finished')).toBeDefined();
  expect(server.lastInput('finishAction')).toEqual({ id: 'a1' });
});

test.each([
  ['rebuild-read-model', 'Rebuild the read model runs of backtest'],
  ['retry-parked', 'Retry the parked events of trading'],
  ['verify-ledger', 'Audit the books'],
] as const)('%s cannot be done again, so it is marked as interrupted', async (kind, text) => {
  const ordered = { kind, text, state: 'ordered', user_id: null, username: '' } as const;
  const { server, user } = open({
    listAudit: () => page(someAction({ ...ordered, completed_at: null, changed: null })),
    finishAction: () => refusal(409, 'It was interrupted', 'JOB_INTERRUPTED'),
  });
  const mark = await screen.findByRole('button', { name: `Mark as interrupted: ${text}` });
  expect(screen.queryByRole('button', { name: /^Finish/ })).toBeNull();
  const ended = { ...ordered, state: 'refused', refusal: 'It was interrupted' } as const;
  server.answer({ listAudit: () => page(someAction(ended)) });
  await user.click(mark);
  expect(await screen.findByText('Marked as interrupted')).toBeDefined();
  expect(await screen.findByText('It was interrupted')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Mark/ })).toBeNull();
});

test('what cannot be marked as interrupted says why', async () => {
  const { user } = open({
    listAudit: () => page(someAction({ kind: 'verify-ledger', state: 'ordered', user_id: null })),
    finishAction: () => refusal(409, 'Its orderer is no admin any more', 'ORDER_OUTDATED'),
  });
  await user.click(await screen.findByRole('button', { name: /^Mark as interrupted/ }));
  expect(await screen.findByText('Its orderer is no admin any more')).toBeDefined();
});

test('support only reads', async () => {
  open({
    checkAdminAccess: () => ({ has_access: true, role: 'support' }),
    listAudit: () => page(someAction({ state: 'ordered' })),
  });
  expect(await screen.findByText('Granted 500 VUT')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Finish/ })).toBeNull();
});

test('filters are in the address, in the request, and in the file', async () => {
  const { server, user } = open({ listAudit: () => page() }, '/admin?tab=audit&user_id=u2');
  expect(await screen.findByText('No action matches.')).toBeDefined();
  await user.selectOptions(screen.getByLabelText('Kind'), 'Lock account');
  await expect
    .poll(() => server.lastInput('listAudit'))
    .toEqual({ user_id: 'u2', kind: 'lock-account', cursor: '' });
  const href = screen.getByRole('link', { name: 'Download as CSV' }).getAttribute('href');
  expect(href).toBe('/admin/exports/audit?kind=lock-account&user_id=u2');
});

test('a list that cannot be loaded says why', async () => {
  open({ listAudit: () => refusal(503, 'Not now') });
  expect(await screen.findByText(/Failed to load the actions: Not now/)).toBeDefined();
});
