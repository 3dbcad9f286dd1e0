// Registering: what is refused where, and what follows with and without a mail.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { RouteOutput } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { selectUser } from '../../core/session.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { someUser } from '../../testing/samples.ts';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import { AuthPage } from './auth-page.tsx';

const PASSWORD = 'amber kettle sings';

const made = (more: Partial<RouteOutput<'register'>> = {}): RouteOutput<'register'> => ({
  access_token: null,
  user_id: 'u1',
  email: 'ada@example.com',
  username: 'ada',
  email_verified: false,
  ...more,
});

const open = (answers: Answers) => ({
  server: serve(answers),
  ...renderWeb(<AuthPage />, { path: '/auth?auth=register' }),
});
type View = ReturnType<typeof open>;

const register = async ({ user }: View, email: string, password = PASSWORD) => {
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`);
};

test('a registration says where the mail went, and sends it again', async () => {
  const view = open({ register: () => made(), resendVerification: () => ({ message: 'sent' }) });
  await register(view, ' ada@example.com ');
  await screen.findByRole('heading', { name: 'Check Your Email' });
  expect(view.server.lastInput('register')).toEqual({ email: 'ada@example.com', password: PASSWORD });
  expect(screen.getByText('ada@example.com')).toBeDefined();
  await view.user.click(screen.getByRole('button', { name: 'Resend verification email' }));
  await screen.findByText('Verification email sent successfully!');
  expect(view.server.lastInput('resendVerification')).toEqual({ email: 'ada@example.com' });
  await view.user.click(screen.getByRole('link', { name: 'Sign In' }));
  await screen.findByRole('heading', { name: 'Sign in to Tradeium' });
});

test('where no mail is needed, the new user is signed in at once', async () => {
  const view = open({
    register: () => made({ access_token: 'token', email_verified: true }),
    getMe: () => someUser,
  });
  await register(view, 'ada@example.com');
  await waitFor(() => expect(selectUser(view.store.getState())).toEqual(someUser));
  expect(screen.queryByRole('heading', { name: 'Check Your Email' })).toBeNull();
});

describe('a registration is refused at its field, before it is sent,', () => {
  test.each([
    ['ada@', PASSWORD, 'Please enter a valid email address', 'Email'],
    ['ada@example.com', 'short', 'Password must be at least 6 characters', 'Password'],
    ['ada@example.com', 'Football1', 'This password is too common', 'Password'],
  ])('for %s and %s', async (email, password, words, label) => {
    const view = open({ register: () => made() });
    await register(view, email, password);
    await screen.findByText(words);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
    expect(view.server.asked).not.toContain('register');
  });
});

test('an address that is taken is refused at its field, anything else above the form', async () => {
  const taken = 'An account with this email address already exists';
  const view = open({ register: () => refusal(409, taken, 'EMAIL_TAKEN') });
  await register(view, 'ada@example.com');
  await screen.findByText(taken);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  view.server.answer({ register: () => refusal(500, null) });
  await view.user.click(screen.getByRole('button', { name: 'Sign Up' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Registration failed');
});
