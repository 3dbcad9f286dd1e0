// Verification and login as their user meets them: the password is chosen with the link, a code is asked for when needed.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { RouteInput } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import { LoginForm } from './login-form.tsx';
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

  test('may be tried again when the server was away', async () => {
    const { server, user } = open({ verifyEmail: () => refusal(503, 'Not now') });
    await user.type(await screen.findByLabelText('Password'), 'amber kettle{Enter}');
    await screen.findByText('Not now');
    server.answer({ verifyEmail: () => ({ message: 'verified' }) });
    await user.click(screen.getByRole('button', { name: 'Confirm email address' }));
    await screen.findByRole('heading', { name: 'Email verified' });
  });
});

test('a login asks for a code when the account has a second factor, and says when it is wrong', async () => {
  const sent: RouteInput<'login'>[] = [];
  serve({
    login: (input) => {
      sent.push(input);
      return input.code === undefined
        ? refusal(403, 'Please enter the code', 'SECOND_FACTOR_REQUIRED')
        : refusal(403, 'This code is not correct', 'SECOND_FACTOR_WRONG');
    },
  });
  const { user } = renderWeb(<LoginForm />);
  await user.type(screen.getByLabelText('Email or username'), 'ada');
  await user.type(screen.getByLabelText('Password'), 'amber kettle{Enter}');
  const code = await screen.findByLabelText('Code');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(code, '123456{Enter}');
  await screen.findByText('This code is not correct');
  expect(sent.map((input) => input.code)).toEqual([undefined, '123456']);
});
