// The system page as an operator sees it: problems, what is stuck, a retry, a rebuild and an audit of the books.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { someSystem } from '../../../testing/admin-user.ts';
import { renderWeb } from '../../../testing/render-web.tsx';
import { type Answers, eventStream, refusal, serve } from '../../../testing/server.ts';
import { SystemPage } from './system-page.tsx';

const AT = '2026-03-02T09:30:00.000Z';
const parked = {
  ...{ service: 'trading', name: 'on-lock', stream: 'auth', sequence: 1_234, type: 'AccountLocked' },
  ...{ reason: 'The exchange refused', parked_at: AT, can_retry: true },
};

const open = (more: Answers = {}) => ({
  server: serve({
    checkAdminAccess: () => ({ has_access: true, role: 'admin' }),
    getSystem: () => someSystem(),
    listStorage: () => ({
      items: [{ user_id: 'u2', username: 'grace', bytes: 2_048, results: 3 }],
      next_cursor: null,
      total: 1,
    }),
    ...more,
  }),
  ...renderWeb(<SystemPage />, { path: '/admin?tab=system' }),
});

test('a system that is well says so, with versions, streams, queues and storage', async () => {
  open();
  expect(await screen.findByText('Nothing is stuck.')).toBeDefined();
  expect(screen.getByRole('table', { name: 'Processes' }).textContent).toContain('1.4.0');
  expect(screen.getByRole('table', { name: 'Streams' }).textContent).toContain('1,234');
  expect(screen.getByRole('table', { name: 'Queues' }).textContent).toContain('backtest');
  expect((await screen.findByRole('table', { name: 'Storage' })).textContent).toContain('grace');
});

test('problems come first, then what is stuck', async () => {
  open({
    getSystem: () =>
      someSystem({
        problems: [{ part: 'MongoDB', problem: 'does not answer' }],
        parked: [parked],
        workflows: null,
        services: [{ name: 'agent', processes: [] }],
      }),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('MongoDB: does not answer');
  const stuck = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(stuck).toContain('No process of agent answers');
  expect(stuck).toContain('1 event is parked, because handling failed');
  expect(screen.queryByText('Nothing is stuck.')).toBeNull();
  expect(screen.getByText('Temporal does not answer.')).toBeDefined();
});

test('parked events are retried with a reason', async () => {
  const { server, user } = open({
    getSystem: () => someSystem({ parked: [parked] }),
    retryParkedEvents: () => ({ message: '', action_id: 'a1', changed: true, handled: 1, remaining: 0 }),
  });
  expect((await screen.findByRole('table', { name: 'Parked events' })).textContent).toContain(
    'The exchange refused',
  );
  await user.click(await screen.findByRole('button', { name: 'Retry those of trading' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'The exchange is back');
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('1 handled, 0 remain.')).toBeDefined();
  expect(server.lastInput('retryParkedEvents')).toEqual({
    service: 'trading',
    reason: 'The exchange is back',
  });
});

const openRebuild = async (stream: ReturnType<typeof eventStream>) => {
  const opened = open({ rebuildProjection: () => stream.response() });
  await opened.user.click(await screen.findByRole('button', { name: 'Rebuild runs of backtest' }));
  const dialog = within(await screen.findByRole('dialog'));
  await opened.user.type(dialog.getByLabelText('Reason'), 'A wrong figure');
  await opened.user.click(dialog.getByRole('button', { name: 'Rebuild' }));
  await waitFor(() => expect(opened.server.asked).toContain('rebuildProjection'));
  return { ...opened, dialog };
};

test('a rebuild says what it would change, shows how far it is, and ends', async () => {
  const stream = eventStream();
  const { dialog, server } = await openRebuild(stream);
  expect(server.lastInput('rebuildProjection')).toEqual({
    service: 'backtest',
    name: 'runs',
    reason: 'A wrong figure',
  });
  expect(dialog.getByText(/no event is written, no mail is sent/)).toBeDefined();
  stream.send({ done: false, handled: 25, of: 100, findings: [] });
  await waitFor(() =>
    expect(dialog.getByRole('progressbar', { name: 'Rebuild of runs' }).getAttribute('aria-valuenow')).toBe(
      '25',
    ),
  );
  stream.send({ done: true, handled: 100, of: 100, findings: [] });
  expect(await dialog.findByText(/^Rebuilt\. The new documents are served now\./)).toBeDefined();
});

test('a rebuild is cancelled', async () => {
  const stream = eventStream();
  const { dialog, user } = await openRebuild(stream);
  stream.send({ done: false, handled: 25, of: 100, findings: [] });
  await user.click(await dialog.findByRole('button', { name: 'Cancel: Rebuild of runs' }));
  expect(await dialog.findByText(/^Cancelled: nothing was changed\./)).toBeDefined();
});

test('an audit of the books lists each finding once', async () => {
  const stream = eventStream();
  const { user } = open({ verifyLedger: () => stream.response() });
  await user.click(await screen.findByRole('button', { name: 'Verify ledger' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'Monthly');
  await user.click(dialog.getByRole('button', { name: 'Verify' }));
  await dialog.findByText('Running');
  stream.send({ done: false, handled: 1, of: null, findings: ['Account u2 is 3 VUT short'] });
  stream.send({ done: true, handled: 2, of: 2, findings: ['Account u2 is 3 VUT short'] });
  const found = await dialog.findByRole('alert');
  expect(
    within(found)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Account u2 is 3 VUT short']);
});

test('a refused audit says why', async () => {
  const { user } = open({ verifyLedger: () => refusal(403, 'Admins only', 'FORBIDDEN') });
  await user.click(await screen.findByRole('button', { name: 'Verify ledger' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'Monthly');
  await user.click(dialog.getByRole('button', { name: 'Verify' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Admins only');
});

test('support sees the state and changes nothing', async () => {
  open({ checkAdminAccess: () => ({ has_access: true, role: 'support' }) });
  await screen.findByText('Nothing is stuck.');
  await screen.findByRole('table', { name: 'Storage' });
  expect(screen.queryByRole('button', { name: /^(Rebuild|Retry|Verify)/ })).toBeNull();
});
