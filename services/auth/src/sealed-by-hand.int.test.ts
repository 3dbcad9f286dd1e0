// Accounts from before users' words were declared: their events hold each word sealed by itself.
import { hash } from '@node-rs/argon2';
import { authEvents, MESSAGES, messageOf } from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { openDataKeys, outputOf } from '@tradeium/service-kit';
import { sharedByTests, silentLog } from '@tradeium/testing';
import { expect, test, vi } from 'vitest';
import { CLAIM_KEY, everythingKept, MASTER_KEY, PASSWORD, startAuth } from '../tests/auth-under-test.ts';
import { emailClaimAggregate } from './domain/email-claim.ts';
import { userAggregate } from './domain/user.ts';
import { usernameClaimAggregate } from './domain/username-claim.ts';
import { openClaimIds } from './secrets/claim-ids.ts';

const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2999-01-01T00:00:00.000Z';

const auth = sharedByTests(startAuth);

/** Writes a verified account with a session and an access token as auth wrote them then. Without keys the store seals nothing. */
const writeByHand = async (userId: string, name: string): Promise<void> => {
  const store = { nc: auth.nc, log: silentLog, now: () => new Date() };
  const claimIds = openClaimIds(CLAIM_KEY);
  const email = `${name}@example.com`;
  await openAggregates(store, emailClaimAggregate).execute(
    claimIds.ofEmail(email),
    { commandId: 'email' },
    () => [{ type: 'EmailClaimed', data: { userId } }],
  );
  await openAggregates(store, usernameClaimAggregate).execute(
    claimIds.ofUsername(name),
    { commandId: 'username' },
    () => [{ type: 'UsernameClaimed', data: { userId } }],
  );
  const key = await (await openDataKeys(auth.nc, [MASTER_KEY])).ensure(userId);
  const passwordHash = key.seal('password', await hash(PASSWORD));
  const registered = {
    userId,
    email: key.seal('email', email),
    username: key.seal('username', `${name}_first`),
    passwordHash,
    registeredAt: AT,
  };
  const device = key.seal('device', 'Safari on macOS');
  const token = { tokenId: 'token-1', name: key.seal('access-token', 'my desk'), scopes: ['read'] };
  await openAggregates(store, userAggregate).execute(userId, { commandId: 'by-hand' }, () => [
    { type: 'UserRegistered', data: registered },
    { type: 'UsernameChanged', data: { userId, username: key.seal('username', name) } },
    { type: 'EmailVerified', data: { userId } },
    {
      type: 'SessionStarted',
      data: {
        ...{ userId, sessionId: 'session-1', device },
        ...{ startedAt: new Date().toISOString(), expiresAt: LATER },
      },
    },
    { type: 'AccessTokenCreated', data: { userId, ...token, createdAt: AT, expiresAt: LATER } },
  ]);
};

test('such an account logs in by both names, and shows its words', async () => {
  await writeByHand('user-ada', 'ada');
  const here = await auth.logIn('ada');
  expect(await auth.userBehind(here)).toMatchObject({ email: 'ada@example.com', username: 'ada' });
  expect((await auth.logIn('ada@example.com')).userId).toBe('user-ada');
  const sessions = outputOf(await auth.ask(messageOf('listSessions'), {}, here));
  expect(sessions.map(({ device }) => device)).toContain('Safari on macOS');
  const tokens = outputOf(await auth.ask(messageOf('listAccessTokens'), {}, here));
  expect(tokens).toMatchObject([{ name: 'my desk' }]);
});

test('it is renamed, which frees its old name', async () => {
  await writeByHand('user-bob', 'bob');
  const bob = await auth.logIn('bob');
  outputOf(await auth.ask(MESSAGES.changeProfile, { username: 'robert' }, bob));
  expect((await auth.logIn('robert')).userId).toBe('user-bob');
  await auth.registerVerified('bob@elsewhere.example');
  expect((await auth.logIn('bob')).userId).not.toBe('user-bob');
});

test('its new words are sealed by the store, so another reader with the keys reads old and new ones', async () => {
  await writeByHand('user-cid', 'cid');
  outputOf(await auth.ask(MESSAGES.changeProfile, { username: 'cidney' }, await auth.logIn('cid')));
  const sealing = await openDataKeys(auth.nc, [MASTER_KEY]);
  const store = { nc: auth.nc, log: silentLog, now: () => new Date() };
  type Words = readonly string[];
  const names = openAggregates<Words, { type: string; data: Record<string, unknown> }>(store, {
    ...{ ...authEvents.user, sealing, stateVersion: 1, initial: [], snapshotEvery: 0 },
    evolve: (words: Words, { data }) =>
      typeof data.username === 'string' ? [...words, data.username] : words,
  });
  expect((await names.load('user-cid')).state).toEqual(['cid_first', 'cid', 'cidney']);
  const kept = await everythingKept(auth.nc);
  for (const word of ['cidney', 'cid_first', 'cid@example.com', 'my desk']) expect(kept).not.toContain(word);
});

test('it is erased: address and name are free, and no word can be read', async () => {
  await writeByHand('user-dan', 'dan');
  outputOf(await auth.ask(messageOf('deleteAccount'), { password: PASSWORD }, await auth.logIn('dan')));
  const keys = await auth.nc.jetstream().views.kv('USER_KEYS');
  await vi.waitFor(async () => expect((await keys.get('user-dan'))?.string()).toBe('destroyed'), {
    timeout: 60_000,
    interval: 20,
  });
  const { userId } = await auth.registerVerified('dan@example.com');
  expect(userId).not.toBe('user-dan');
  expect((await auth.logIn('dan')).userId).toBe(userId);
});
