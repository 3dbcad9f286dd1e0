// The end of an account: its export, and that nothing can be read afterwards.
import { exportOf, messageOf } from '@tradeium/contracts';
import { outputOf } from '@tradeium/service-kit';
import { sharedByTests } from '@tradeium/testing';
import { expect, test, vi } from 'vitest';
import {
  everythingKept,
  PASSWORD,
  RESET,
  refusal,
  type SignedIn,
  startAuth,
} from '../tests/auth-under-test.ts';

const auth = sharedByTests(() => startAuth({}, 2));

const remove = (signedIn: SignedIn, password = PASSWORD) =>
  auth.ask(messageOf('deleteAccount'), { password }, signedIn);
const wrappedKeyOf = async (userId: string) =>
  (await (await auth.nc.jetstream().views.kv('USER_KEYS')).get(userId))?.string();
const erased = (userId: string) =>
  vi.waitFor(async () => expect(await wrappedKeyOf(userId)).toBe('destroyed'), {
    timeout: 60_000,
    interval: 20,
  });

test('everything that is kept of a user can be exported', async () => {
  const taker = await auth.signUp('taker');
  const data = outputOf(await auth.ask(exportOf('auth'), {}, taker));
  expect(data).toMatchObject({
    user: { id: taker.userId, email: 'taker@example.com', username: 'taker', email_verified: true },
    sessions: [{ device: 'Firefox on Linux' }],
    facts: ['UserRegistered', 'VerificationRequested', 'EmailVerified', 'SessionStarted'].map((what) => ({
      what,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })),
  });
  expect(JSON.stringify(data)).not.toContain('$argon2');
});

test('a wrong password deletes nothing', async () => {
  const careful = await auth.signUp('careful');
  expect(await remove(careful, 'wrong')).toEqual(refusal('CURRENT_PASSWORD_WRONG'));
  expect(await auth.userBehind(careful)).not.toBeNull();
});

test('a deleted user is treated as unknown, and the data key is gone permanently', async () => {
  await auth.registerVerified('leaver@example.com');
  outputOf(await auth.ask(messageOf('requestPasswordReset'), { email: 'leaver@example.com' }));
  const [resetToken = ''] = await auth.tokens('leaver@example.com', RESET);
  const [here, there] = [await auth.logIn('leaver'), await auth.logIn('leaver@example.com')];
  const wrapped = (await wrappedKeyOf(here.userId)) ?? '';
  const addresses = await auth.nc.jetstream().views.kv('LOGIN_ADDRESSES');
  const known = async () => {
    const keys: string[] = [];
    for await (const key of await addresses.keys()) keys.push(key);
    return keys.length;
  };
  const knownBefore = await known();
  expect(wrapped).toMatch(/^v2\./);
  outputOf(await remove(here));

  for (const session of [here, there]) expect(await auth.userBehind(session)).toBeNull();
  expect(await remove(there)).toEqual(refusal('UNAUTHORIZED'));
  expect(await auth.ask(exportOf('auth'), {}, here)).toEqual(refusal('UNAUTHORIZED'));
  for (const name of ['leaver', 'leaver@example.com']) {
    expect(await auth.login(name)).toEqual(refusal('INVALID_CREDENTIALS'));
  }
  const reset = auth.ask(messageOf('resetPassword'), { token: resetToken, newPassword: 'a new password' });
  expect(await reset).toEqual(refusal('RESET_TOKEN_INVALID'));

  await erased(here.userId);
  // The two logins' sessions.
  expect(await known()).toBe(knownBefore - 2);
  const kept = await everythingKept(auth.nc);
  for (const trace of ['leaver', wrapped]) expect(kept).not.toContain(trace);
});

test('the address and the name are free for another user, even before everything is erased', async () => {
  const { userId } = await auth.registerVerified('returner@example.com');
  outputOf(await remove(await auth.logIn('returner')));
  const { user_id: nextId } = outputOf(await auth.register('returner@example.com', 'another password'));
  expect(nextId).not.toBe(userId);
  const tokens = await auth.tokens('returner@example.com', /Confirm your email/, 2);
  outputOf(await auth.verify(tokens.find((token) => token.startsWith(nextId)) ?? ''));
  expect((await auth.logIn('returner', 'another password')).userId).toBe(nextId);
  await erased(userId);
  expect((await auth.logIn('returner@example.com', 'another password')).userId).toBe(nextId);
});
