// Who gets into the admin dashboard, and how its tabs are reached.
// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { takeUpdate } from '../../core/refetch.ts';
import { onlyPage, someAccount, someOverview, someUsage } from '../../testing/admin.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import { AdminPage } from './admin-page.tsx';

const answers: Answers = {
  checkAdminAccess: () => ({ has_access: true, role: 'admin' }),
  getOverview: () => someOverview(),
  getUsage: () => someUsage(),
  listUsers: () => onlyPage(someAccount()),
};

const open = (more: Answers = {}, path = '/admin') => {
  const server = serve({ ...answers, ...more });
  return { server, ...renderWeb(<AdminPage />, { path }) };
};

// spec: admin.1
test('access is checked before anything is shown', async () => {
  const late = Promise.withResolvers<{ has_access: boolean; role: 'admin' }>();
  const { server } = open({ checkAdminAccess: () => late.promise });
  expect(screen.getByRole('status').textContent).toBe('Checking access...');
  await waitFor(() => expect(server.asked).toEqual(['checkAdminAccess']));
  late.resolve({ has_access: true, role: 'admin' });
  await screen.findByRole('heading', { name: 'Admin' });
});

// spec: admin.2
test.each<[string, Answers]>([
  ['is no operator', { checkAdminAccess: () => ({ has_access: false, role: null }) }],
  ['could not be checked', { checkAdminAccess: () => refusal(500, 'Not now') }],
])('whoever %s is denied access and led to the app', async (_who, more) => {
  open(more);
  await screen.findByRole('heading', { name: 'Access Denied' });
  screen.getByText("You don't have permission to access the admin dashboard.");
  expect(screen.getByRole('link', { name: 'Go to App' }).getAttribute('href')).toBe('/app');
});

test('an operator whose role is taken sees nothing of it any more', async () => {
  const { server, store } = open({}, '/admin?tab=users');
  await screen.findByText('grace');
  server.answer({
    checkAdminAccess: () => ({ has_access: false, role: null }),
    listUsers: () => refusal(403, 'Not for you', 'FORBIDDEN'),
  });
  act(() => store.dispatch(takeUpdate({ topic: 'administration', backtest_id: null })));
  await screen.findByRole('heading', { name: 'Access Denied' });
  expect(screen.queryByText('grace')).toBeNull();
});

// spec: admin.3
test('tabs are links that say which one is shown, and the way back leads through them', async () => {
  const { user } = open();
  const tabs = within(await screen.findByRole('navigation', { name: 'Admin' }));
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'Users',
    'Trading',
    'Payments',
    'Usage',
    'Audit',
    'System',
  ]);
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Overview');
  await user.click(tabs.getByRole('link', { name: 'Users' }));
  await screen.findByRole('table', { name: 'Users' });
  expect(window.location.search).toBe('?tab=users');
  window.history.back();
  await waitFor(() => expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Overview'));
});

test('an address with a tab opens on it', async () => {
  open({}, '/admin?tab=usage');
  await screen.findByText('Top Users by Token Usage');
});
