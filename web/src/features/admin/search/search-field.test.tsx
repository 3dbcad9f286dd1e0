// The search over everything: grouped hits that lead where they belong, by keyboard alone.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { SearchHit } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { refusal, serve } from '../../../testing/server.ts';
import { SearchField } from './search-field.tsx';

const hits: SearchHit[] = [
  { kind: 'run', id: 'r1', user_id: 'u2', title: 'momentum', detail: 'Failed' },
  { kind: 'user', id: 'u2', user_id: 'u2', title: 'grace', detail: 'grace@example.com' },
  { kind: 'action', id: 'a1', user_id: null, title: 'Verified the ledger', detail: '' },
];
const open = () => ({
  server: serve({ searchEverything: () => ({ hits }) }),
  ...renderWeb(<SearchField />, { path: '/admin' }),
});
const address = () => window.location.pathname + window.location.search;

test('the key / moves the focus to it, and hits are grouped with users first', async () => {
  const { server, user } = open();
  await user.keyboard('/');
  const field = screen.getByRole('combobox');
  expect(document.activeElement).toBe(field);
  await user.keyboard('gr');
  const options = await screen.findAllByRole('option', { hidden: true });
  expect(options.map(({ textContent }) => textContent)).toEqual([
    ...['gracegrace@example.com', 'momentumFailed', 'Verified the ledger'],
  ]);
  expect(screen.getByText('Users')).toBeDefined();
  expect(server.lastInput('searchEverything')).toEqual({ q: 'gr' });
});

test('Enter opens the first hit; the arrow keys reach others', async () => {
  const { user } = open();
  await user.keyboard('/');
  await user.keyboard('gr');
  await screen.findAllByRole('option', { hidden: true });
  await user.keyboard('{Enter}');
  expect(address()).toBe('/admin?tab=users&user=u2');
  await user.keyboard('/');
  await user.keyboard('gr');
  await screen.findAllByRole('option', { hidden: true });
  await user.keyboard('{ArrowDown}{Enter}');
  expect(address()).toBe('/admin?tab=users&user=u2&section=runs&find=r1');
});

test('says when nothing was found, and why it could not search', async () => {
  const { server, user } = open();
  server.answer({ searchEverything: () => ({ hits: [] }) });
  await user.keyboard('/');
  await user.keyboard('zz');
  expect(await screen.findByText('Nothing begins with this.')).toBeDefined();
  server.answer({ searchEverything: () => refusal(503, 'Not now') });
  await user.keyboard('z');
  expect(await screen.findByText('Not now')).toBeDefined();
});
