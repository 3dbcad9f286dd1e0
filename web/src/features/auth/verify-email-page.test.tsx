// The page of the verification mail as its user sees it: signed in where the address was registered, asked for the password elsewhere.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { RouteInput } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { selectUser } from '../../core/session.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { someUser } from '../../testing/samples.ts';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import { VerifyEmailPage } from './verify-email-page.tsx';

describe('the link of the verification mail', () => {
  const open = (answers: Answers, path = '/verify-email?token=abc') => ({
    server: serve(answers),
    ...renderWeb(<VerifyEmailPage />, { path }),
  });

  const VERIFIED = { message: 'verified', user: null };
  /** In a browser that did not register only a password counts. */
  const elsewhere =
    (sent: RouteInput<'verifyEmail'>[] = []): NonNullable<Answers['verifyEmail']> =>
    (input) => {
      sent.push(input);
      return input.password ? VERIFIED : refusal(400, 'Choose one', 'VERIFICATION_PASSWORD_REQUIRED');
    };

  // spec: accounts.2
  test('opened in the browser that registered is verified and signs in, without a form', async () => {
    const sent: RouteInput<'verifyEmail'>[] = [];
    const answer = Promise.withResolvers<{ message: string; user: typeof someUser }>();
    const { store } = open({
      verifyEmail: (input) => {
        sent.push(input);
        return answer.promise;
      },
    });
    await screen.findByRole('heading', { name: 'Verifying your email' });
    answer.resolve({ message: 'verified', user: someUser });
    await screen.findByRole('heading', { name: 'Email verified' });
    const link = screen.getByRole('link', { name: 'Open Workspace' });
    expect(link.getAttribute('href')).toBe('/app/backtest');
    expect(document.activeElement).toBe(link);
    await waitFor(() => expect(selectUser(store.getState())).toEqual(someUser));
    expect(screen.getByRole('heading', { name: 'Email verified' })).toBeDefined();
    expect(sent).toEqual([{ token: 'abc', same_browser: true }]);
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  test('opened elsewhere proves nothing by that: the password is sent with it', async () => {
    const sent: RouteInput<'verifyEmail'>[] = [];
    const { user } = open({ verifyEmail: elsewhere(sent) });
    await user.click(await screen.findByRole('button', { name: 'Confirm email address' }));
    await screen.findByText('Password is required');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.type(screen.getByLabelText('Password'), 'amber kettle');
    expect(sent).toEqual([{ token: 'abc', same_browser: true }]);
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Email verified' });
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Go to Login' }));
    expect(sent.slice(1)).toEqual([{ token: 'abc', password: 'amber kettle' }]);
  });

  // spec: accounts.2
  test('opened elsewhere signs in with the password of the registration, typed once', async () => {
    const { store, user } = open({
      verifyEmail: ({ password }) =>
        password
          ? { message: 'verified', user: someUser }
          : refusal(400, 'Type it', 'VERIFICATION_PASSWORD_REQUIRED'),
    });
    await user.type(await screen.findByLabelText('Password'), 'amber kettle{Enter}');
    await screen.findByRole('link', { name: 'Open Workspace' });
    await waitFor(() => expect(selectUser(store.getState())).toEqual(someUser));
    expect(screen.queryByRole('link', { name: 'Go to Login' })).toBeNull();
  });

  // spec: accounts.2
  test.each([
    ['/verify-email', 'No verification token provided'],
    ['/verify-email?token=old', 'This verification link is invalid or has expired'],
  ])('%s that does not work says so at once, and offers another', async (path, text) => {
    open({ verifyEmail: () => refusal(400, text, 'VERIFICATION_TOKEN_INVALID') }, path);
    await screen.findByText(text);
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.getByRole('button', { name: 'Resend verification email' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to Login' })).toBeDefined();
  });

  test.each([
    ['was down', () => refusal(503, 'Not now'), 'Not now'],
    ['had no words', () => refusal(500, null), 'Verification failed'],
    [
      'was out of reach',
      () => Promise.reject(new TypeError('offline')),
      'An error occurred during verification',
    ],
  ])('may be opened again when the server %s', async (_, failed, text) => {
    const { server, user } = open({ verifyEmail: failed });
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    server.answer({ verifyEmail: () => ({ message: 'verified', user: someUser }) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Open Workspace' });
  });

  test('may be tried again with its password when the server was down', async () => {
    const { server, user } = open({ verifyEmail: elsewhere() });
    await screen.findByLabelText('Password');
    server.answer({ verifyEmail: () => refusal(503, 'Not now') });
    await user.type(screen.getByLabelText('Password'), 'amber kettle{Enter}');
    await screen.findByText('Not now');
    server.answer({ verifyEmail: elsewhere() });
    await user.click(screen.getByRole('button', { name: 'Confirm email address' }));
    await screen.findByRole('heading', { name: 'Email verified' });
  });
});
