// Sharing a result: a link that is shown once, what it may show, and the links that there are.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { SharedLink } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { refusal, serve } from '../../../testing/server.ts';
import { ShareResult } from './share-result.tsx';

const TARGET = { chatId: 'c1', folderName: 'x', runId: 'r1', runAtMs: 0, name: 'Best', hasCode: true };
const linkOf = (id: string, change: Partial<SharedLink> = {}): SharedLink => ({
  id,
  backtest_id: 'c1',
  run_id: 'r1',
  name: 'momentum · 2024',
  shows_code: false,
  created_at: '2026-01-02T03:04:05.000Z',
  expires_at: '2026-02-01T03:04:05.000Z',
  state: 'active',
  ...change,
});

const open = async (links: SharedLink[] = [], target = TARGET) => {
  const server = serve({
    listSharedLinks: () => ({ links }),
    shareResult: () => ({ token: 'the-token', link: linkOf('new') }),
    revokeSharedLink: () => ({ message: 'The link is revoked' }),
  });
  const { user } = renderWeb(<ShareResult target={target} />);
  await user.click(screen.getByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog'));
  return { server, user, dialog };
};

test('a link is made for 30 days and without code, and its address is shown with the token in the fragment', async () => {
  const { server, user, dialog } = await open();
  expect(await dialog.findByText('You have shared no result.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Make a link' }));
  await dialog.findByText(`${window.location.origin}/shared#the-token`);
  const asked = { backtest_id: 'c1', run_id: 'r1', days: 30, show_code: false };
  expect(server.lastInput('shareResult')).toEqual(asked);
  expect(dialog.getByRole('button', { name: 'Copy the link' })).toBeTruthy();
  expect(server.asked.filter((name) => name === 'listSharedLinks')).toHaveLength(2);
});

test('its user chooses for how long, and to show the code', async () => {
  const { server, user, dialog } = await open();
  await user.selectOptions(dialog.getByLabelText('Works for'), 'No end');
  await user.click(dialog.getByLabelText('Show the strategy’s code'));
  await user.click(dialog.getByRole('button', { name: 'Make a link' }));
  await dialog.findByText(/shared#the-token/);
  expect(server.lastInput('shareResult')).toMatchObject({ days: null, show_code: true });
});

test('the private strategy has no code to show', async () => {
  const { dialog } = await open([], { ...TARGET, hasCode: false });
  expect(dialog.getByLabelText('Show the strategy’s code')).toHaveProperty('disabled', true);
});

test('a refusal is said, and nothing else is lost', async () => {
  const { server, user, dialog } = await open();
  server.answer({ shareResult: () => refusal(409, 'You have reached the limit of 50 links.') });
  await user.click(dialog.getByRole('button', { name: 'Make a link' }));
  await dialog.findByText('You have reached the limit of 50 links.');
  server.answer({ shareResult: () => ({ token: 'another', link: linkOf('new') }) });
  await user.click(dialog.getByRole('button', { name: 'Make a link' }));
  await dialog.findByText(/shared#another/);
});

test('links are listed with their end, those of the result first, and revoked', async () => {
  const other = linkOf('b', { run_id: 'r2', expires_at: null, shows_code: true });
  const expired = linkOf('c', { state: 'expired' });
  const { server, user, dialog } = await open([other, linkOf('a'), expired]);
  const list = await dialog.findByRole('list', { name: 'Your links' });
  const texts = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(texts).toEqual([
    expect.stringMatching(/^This result.*works until 1 Feb 2026.*without code/),
    expect.stringMatching(/^This result.*expired 1 Feb 2026/),
    expect.stringMatching(/^momentum · 2024.*works until it is revoked; with code/),
  ]);
  await user.click(dialog.getByRole('button', { name: /^Revoke the link to momentum · 2024/ }));
  await screen.findByText('The link was revoked.');
  expect(server.lastInput('revokeSharedLink')).toEqual({ id: 'b' });
});

test('a list that cannot be loaded says so, and can be tried again', async () => {
  const server = serve({ listSharedLinks: () => refusal(503, 'Away') });
  const { user } = renderWeb(<ShareResult target={TARGET} />);
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByText(/^Your links could not be loaded: Away/);
  server.answer({ listSharedLinks: () => ({ links: [linkOf('a')] }) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('This result');
});
