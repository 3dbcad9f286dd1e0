// Signing in: what is sent, what is refused where, and an address that is not verified yet.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { selectUser } from '../../core/session.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { someUser } from '../../testing/samples.ts';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import { AuthPage } from './auth-page.tsx';

const open = (answers: Answers) => ({
  server: serve(answers),
  ...renderWeb(<AuthPage />, { path: '/auth?auth=login' }),
});
type View = ReturnType<typeof open>;

const signIn = async ({ user }: View, name: string, password = 'amber kettle') => {
  await user.type(await screen.findByLabelText('Email or username'), name);
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`);
};

/** The codes that were sent, one for each login. */
const withSecondFactor = (right: string) => {
  const codes: (string | undefined)[] = [];
  const answers: Answers = {
    login: ({ code }) => {
      codes.push(code);
      if (code === undefined) return refusal(403, 'Please enter the code', 'SECOND_FACTOR_REQUIRED');
      return code === right ? { user: someUser } : refusal(403, 'Not this one', 'SECOND_FACTOR_WRONG');
    },
  };
  return { codes, answers };
};

describe('a login', () => {
  test('by name and password makes its user known', async () => {
    const view = open({ login: () => ({ user: someUser }) });
    await signIn(view, ' ada ');
    await waitFor(() => expect(selectUser(view.store.getState())).toEqual(someUser));
    expect(view.server.lastInput('login')).toEqual({ email: 'ada', password: 'amber kettle' });
  });

  test('that is incomplete is refused at its fields, and nothing is sent', async () => {
    const { server, user } = open({});
    await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    await screen.findByText('Email or username is required');
    expect(screen.getByText('Password is required')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Email or username'));
    expect(server.asked).toEqual([]);
  });

  test('of a locked account says so in the words of the server', async () => {
    const words = 'This account is locked. Please contact support.';
    await signIn(open({ login: () => refusal(403, words, 'ACCOUNT_LOCKED') }), 'ada');
    expect((await screen.findByRole('alert')).textContent).toBe(words);
  });

  test('with a wrong password says so, keeps what was typed, and may be tried again', async () => {
    const words = 'Invalid email, username or password';
    const view = open({ login: () => refusal(401, words, 'INVALID_CREDENTIALS') });
    await signIn(view, 'ada');
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(screen.getByLabelText('Email or username')).toHaveProperty('value', 'ada');
    view.server.answer({ login: () => ({ user: someUser }) });
    await view.user.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(selectUser(view.store.getState())).toEqual(someUser));
  });

  test('after too many attempts waits as long as the server says', async () => {
    const detail = 'Too many failed attempts. Please try again in 90 s.';
    const headers = { 'content-type': 'application/json', 'retry-after': '90' };
    const code = 'TOO_MANY_LOGIN_ATTEMPTS';
    const view = open({
      login: () => new Response(JSON.stringify({ detail, code }), { status: 429, headers }),
    });
    await signIn(view, 'ada');
    await screen.findByText(detail);
    expect(screen.getByRole('button', { name: /^Try again in/ })).toHaveProperty('disabled', true);
  });
});

describe('a login with a second factor', () => {
  test('asks for the code only then, has it focused, and signs in with it', async () => {
    const { codes, answers } = withSecondFactor('123456');
    const view = open(answers);
    expect(screen.queryByLabelText('Code')).toBeNull();
    await signIn(view, 'ada');
    const code = await screen.findByLabelText('Code');
    expect(document.activeElement).toBe(code);
    expect(screen.queryByRole('alert')).toBeNull();
    await view.user.keyboard('123456{Enter}');
    await waitFor(() => expect(selectUser(view.store.getState())).toEqual(someUser));
    expect(codes).toEqual([undefined, '123456']);
  });

  test('says at the field that a code is wrong, and takes the next one', async () => {
    const { codes, answers } = withSecondFactor('222222');
    const view = open(answers);
    await signIn(view, 'ada');
    const code = await screen.findByLabelText('Code');
    await view.user.type(code, '111111{Enter}');
    await screen.findByText('Not this one');
    expect(document.activeElement).toBe(code);
    await view.user.clear(code);
    expect(screen.queryByText('Not this one')).toBeNull();
    await view.user.type(code, '222222{Enter}');
    await waitFor(() => expect(selectUser(view.store.getState())).toEqual(someUser));
    expect(codes).toEqual([undefined, '111111', '222222']);
  });
});

describe('an address that is not verified', () => {
  const unverified: Answers = {
    login: () => refusal(403, 'Please verify your email address', 'EMAIL_NOT_VERIFIED'),
    resendVerification: () => ({ message: 'sent' }),
  };
  const resend = () => screen.findByRole('button', { name: 'Resend verification email' });

  test('gets the mail again where the login names it', async () => {
    const view = open(unverified);
    await signIn(view, 'ada@example.com');
    await view.user.click(await resend());
    await screen.findByText('Verification email sent successfully!');
    expect(screen.queryByLabelText('Your email address')).toBeNull();
    expect(view.server.lastInput('resendVerification')).toEqual({ email: 'ada@example.com' });
  });

  test('is requested if the login does not name it, and checked before it is sent', async () => {
    const view = open(unverified);
    await signIn(view, 'ada');
    await view.user.click(await resend());
    await screen.findByText('Email is required');
    const field = screen.getByLabelText('Your email address');
    expect(document.activeElement).toBe(field);
    await view.user.type(field, 'ada@');
    await view.user.click(await resend());
    await screen.findByText('Please enter a valid email address');
    expect(view.server.asked).not.toContain('resendVerification');
    await view.user.type(field, 'example.com ');
    await view.user.click(await resend());
    await screen.findByText('Verification email sent successfully!');
    expect(view.server.lastInput('resendVerification')).toEqual({ email: 'ada@example.com' });
  });

  test.each([
    ['Too many mails', () => refusal(429, 'Too many mails')],
    ['Failed to send verification email', () => refusal(500, null)],
    ['An error occurred while sending verification email', () => Promise.reject(new TypeError('offline'))],
  ])('learns why no mail was sent: %s', async (words, refused) => {
    const view = open({ ...unverified, resendVerification: refused });
    await signIn(view, 'ada@example.com');
    await view.user.click(await resend());
    expect(await screen.findByText(words)).toBeDefined();
  });
});
