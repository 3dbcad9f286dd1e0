// Sessions: where a user is logged in, and how that ends.
import { MESSAGES, messageOf, SESSIONS_MAX } from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { outputOf } from '@tradeium/service-kit';
import { sharedByTests, silentLog } from '@tradeium/testing';
import { expect, test, vi } from 'vitest';
import { PASSWORD, refusal, type SignedIn, startAuth } from '../tests/auth-under-test.ts';
import { userAggregate } from './domain/user.ts';

const auth = sharedByTests(startAuth);

const list = async (signedIn: SignedIn) => outputOf(await auth.ask(messageOf('listSessions'), {}, signedIn));
const users = () => openAggregates({ nc: auth.nc, log: silentLog, now: () => new Date() }, userAggregate);

test('logout ends the session, and only that one', async () => {
  await auth.registerVerified('ada@example.com');
  const [first, second] = [await auth.logIn('ada'), await auth.logIn('ada')];
  expect(await auth.userBehind(first)).toMatchObject({ username: 'ada' });
  outputOf(await auth.ask(MESSAGES.endSession, { sessionId: first.sessionId }, first));
  expect(await auth.userBehind(first)).toBeNull();
  expect(await auth.userBehind(second)).not.toBeNull();
  const again = (sessionId: string) =>
    auth.ask(MESSAGES.endSession, { sessionId }, { ...second, commandId: 'logged-out-once' });
  outputOf(await again(second.sessionId));
  expect(await again('another')).toEqual(refusal('COMMAND_ID_REUSED'));
});

test("an unknown session, one without a user, and another user's have no user", async () => {
  const { userId } = await auth.registerVerified('bea@example.com');
  const eve = await auth.signUp('eve');
  expect(await auth.userBehind({ userId, sessionId: 'unknown' })).toBeNull();
  expect(await auth.userBehind({ userId, sessionId: eve.sessionId })).toBeNull();
  expect(await auth.userBehind({ userId: 'nobody', sessionId: eve.sessionId })).toBeNull();
  expect(outputOf(await auth.ask(MESSAGES.getSession, { sessionId: eve.sessionId })).user).toBeNull();
});

test('they are listed with the browser, the current one marked, and revoked one by one or together', async () => {
  await auth.registerVerified('carl@example.com');
  const client = { address: '192.0.2.1', userAgent: 'Mozilla/5.0 (iPhone) Version/26.1 Safari/604.1' };
  const phone = await auth.logIn('carl', PASSWORD, { client });
  const laptop = await auth.logIn('carl');
  const other = await auth.logIn('carl');
  expect(await list(laptop)).toMatchObject([
    { id: other.sessionId, device: 'Firefox on Linux', current: false },
    { id: laptop.sessionId, device: 'Firefox on Linux', current: true },
    { id: phone.sessionId, device: 'Safari on iPhone', current: false },
  ]);

  const revoke = (id: string, ids = {}) =>
    auth.ask(messageOf('revokeSession'), { id }, { ...laptop, ...ids });
  const once = { commandId: 'revoked-once' };
  const answered = outputOf(await revoke(phone.sessionId, once));
  expect(outputOf(await revoke(phone.sessionId, once))).toEqual(answered);
  expect(await revoke(other.sessionId, once)).toEqual(refusal('COMMAND_ID_REUSED'));
  expect(await revoke(phone.sessionId)).toEqual(refusal('SESSION_NOT_FOUND'));
  expect(await auth.userBehind(phone)).toBeNull();
  expect(outputOf(await auth.ask(messageOf('revokeOtherSessions'), {}, laptop))).toEqual({ revoked: 1 });
  expect(await list(laptop)).toMatchObject([{ id: laptop.sessionId }]);
  expect(await auth.userBehind(other)).toBeNull();
});

test("a user cannot revoke another user's session", async () => {
  await auth.registerVerified('dora@example.com');
  await auth.registerVerified('mallory@example.com');
  const [dora, mallory] = [await auth.logIn('dora'), await auth.logIn('mallory')];
  const revoke = auth.ask(messageOf('revokeSession'), { id: dora.sessionId }, mallory);
  expect(await revoke).toEqual(refusal('SESSION_NOT_FOUND'));
  await auth.ask(MESSAGES.endSession, { sessionId: dora.sessionId }, mallory);
  expect(await auth.userBehind(dora)).not.toBeNull();
});

test('beyond the limit the oldest ends', async () => {
  const oldest = await auth.signUp('many');
  const { userId } = oldest;
  await users().execute(userId, { commandId: 'many-sessions' }, () =>
    Array.from({ length: SESSIONS_MAX - 1 }, (_, index) => ({
      type: 'SessionStarted' as const,
      data: {
        userId,
        sessionId: `session-${index}`,
        startedAt: new Date().toISOString(),
        expiresAt: '2100-01-01T00:00:00.000Z',
        device: null,
      },
    })),
  );
  expect(await auth.userBehind(oldest)).not.toBeNull();
  const newest = await auth.logIn('many');
  expect(await auth.userBehind(oldest)).toBeNull();
  expect(await list(newest)).toHaveLength(SESSIONS_MAX);
});

test('a use is recorded after some hours, and a session unused for a week is over', async () => {
  const { userId } = await auth.registerVerified('idle@example.com');
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const session = (sessionId: string, startedAt: string) => ({
    type: 'SessionStarted' as const,
    data: { userId, sessionId, startedAt, expiresAt: '2100-01-01T00:00:00.000Z', device: null },
  });
  await users().execute(userId, { commandId: 'started-earlier' }, () => [
    session('unused', hoursAgo(7 * 24 + 1)),
    session('used', hoursAgo(7 * 24 - 2)),
  ]);
  expect(await auth.userBehind({ userId, sessionId: 'unused' })).toBeNull();
  const used = { userId, sessionId: 'used' };
  expect(await auth.userBehind(used)).not.toBeNull();
  await vi.waitFor(
    async () => {
      const [entry] = (await list(used)).filter(({ id }) => id === 'used');
      expect(Date.now() - Date.parse(entry?.last_used_at ?? '')).toBeLessThan(60_000);
    },
    { timeout: 60_000 },
  );
});
