// Access tokens as their user sees them: made with the password, shown once, listed with their use, revoked.
// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react';
import type { AccessToken } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import { AccessTokens } from './access-tokens.tsx';

const made: AccessToken = {
  id: 'token-1',
  name: 'Claude',
  scopes: ['read', 'run'],
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-04-01T00:00:00.000Z',
  last_used_at: null,
};
const use = {
  id: 'call-1',
  access_token_id: 'token-1',
  tool: 'run_backtest',
  chat_id: 'chat',
  used_at: '2026-01-02T00:00:00.000Z',
  failed: false,
  cost_vut: 1.25,
};
const none: Answers = {
  listAccessTokens: () => [],
  listToolUses: () => ({ uses: [] }),
  getSecondFactor: () => ({ enabled: false, recovery_codes_left: 0 }),
};
const open = (answers: Answers) => ({ server: serve(answers), ...renderWeb(<AccessTokens />) });

test('is made for what is chosen, and shown until it is copied', async () => {
  const asked: unknown[] = [];
  const { server, user } = open({
    ...none,
    createAccessToken: (input) => {
      asked.push(input);
      return { token: 'tradeium_pat_ann.secret', access_token: made };
    },
  });
  await screen.findByText('There are no access tokens.');
  await user.click(screen.getByRole('button', { name: 'New access token' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByLabelText('Code')).toBeNull();
  await user.type(within(dialog).getByLabelText('Name'), 'Claude');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Edit' }));
  await user.type(within(dialog).getByLabelText('Current password'), 'my password');
  server.answer({ listAccessTokens: () => [made] });
  await user.keyboard('{Enter}');
  await screen.findByText('tradeium_pat_ann.secret');
  expect(asked).toEqual([
    { name: 'Claude', scopes: ['read', 'edit', 'run'], days: 90, password: 'my password' },
  ]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText('tradeium_pat_ann.secret')).toBeNull();
  await screen.findByRole('button', { name: 'Revoke Claude' });
});

test('says at its field what is wrong', async () => {
  const { user } = open({
    ...none,
    getSecondFactor: () => ({ enabled: true, recovery_codes_left: 9 }),
    createAccessToken: () => refusal(403, 'The current password is wrong', 'CURRENT_PASSWORD_WRONG'),
  });
  await user.click(await screen.findByRole('button', { name: 'New access token' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByLabelText('Code'), '123456');
  await user.type(within(dialog).getByLabelText('Current password'), 'not mine');
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }));
  await within(dialog).findByText(/name/i, { selector: '[class*="error"]' });
  await user.type(within(dialog).getByLabelText('Name'), 'Claude');
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }));
  await within(dialog).findByText('The current password is wrong');
});

test('each use is listed with its tool and cost, and the token is revoked with one press', async () => {
  const { server, user } = open({
    ...none,
    listAccessTokens: () => [made],
    listToolUses: () => ({ uses: [use, { ...use, id: 'call-2', access_token_id: 'gone', cost_vut: 0 }] }),
    revokeAccessToken: () => ({ message: 'revoked' }),
  });
  const table = await screen.findByRole('table', { name: 'Recent use' });
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^run_backtestClaude.*1\.25/),
    expect.stringMatching(/^run_backtesta revoked token.*free$/),
  ]);
  server.answer({ listAccessTokens: () => [] });
  await user.click(screen.getByRole('button', { name: 'Revoke Claude' }));
  await screen.findByText('There are no access tokens.');
});

test('a list that cannot be read says so, and can be retried', async () => {
  const { server, user } = open({ ...none, listAccessTokens: () => refusal(503, 'Not now') });
  await screen.findByText('Failed to load access tokens: Not now');
  server.answer(none);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('There are no access tokens.');
});
