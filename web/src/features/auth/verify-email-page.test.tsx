// The page of the verification mail as its user sees it: the password is chosen with the link.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { RouteInput } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import { VerifyEmailPage } from './verify-email-page.tsx';

describe('the link of the verification mail', () => {
  const open = (answers: Answers, path = '/verify-email?token=abc') => ({
    server: serve(answers),
    ...renderWeb(<VerifyEmailPage />, { path }),
  });

  test('proves nothing by being opened: the password is sent with it', async () => {
    const sent: RouteInput<'verifyEmail'>[] = [];
    const { user } = open({
      verifyEmail: (input) => {
        sent.push(input);
        return { message: 'verified' };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Confirm email address' }));
    await screen.findByText('Password is required');
    await user.type(screen.getByLabelText('Password'), 'amber kettle');
    expect(sent).toEqual([]);
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Email verified' });
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Go to Login' }));
    expect(sent).toEqual([{ token: 'abc', password: 'amber kettle' }]);
  });

  test.each([
    ['/verify-email', 'No verification token provided'],
    ['/verify-email?token=old', 'This verification link is invalid or has expired'],
  ])('%s that does not work says so, and offers another', async (path, text) => {
    const { user } = open({ verifyEmail: () => refusal(400, text, 'VERIFICATION_TOKEN_INVALID') }, path);
    const field = screen.queryByLabelText('Password');
    if (field) await user.type(field, 'amber kettle{Enter}');
    await screen.findByText(text);
    expect(screen.getByRole('button', { name: 'Resend verification email' })).toBeDefined();
  });

  test('may be tried again when the server was down', async () => {
    const { server, user } = open({ verifyEmail: () => refusal(503, 'Not now') });
    await user.type(await screen.findByLabelText('Password'), 'amber kettle{Enter}');
    await screen.findByText('Not now');
    server.answer({ verifyEmail: () => ({ message: 'verified' }) });
    await user.click(screen.getByRole('button', { name: 'Confirm email address' }));
    await screen.findByRole('heading', { name: 'Email verified' });
  });
});
