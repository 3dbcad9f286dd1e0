// Access tokens as the user's aggregate decides on them: proven, few, and gone with the password.
import { ACCESS_TOKENS_MAX, type UserEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { decideUser, type User, type UserCommand } from './user.ts';
import { evolveUser, unknownUser } from './user-state.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const registered: UserEvent[] = [
  {
    type: 'UserRegistered',
    data: { userId: 'ada', email: 'e', username: 'u', passwordHash: 'hash', registeredAt: NOW },
  },
  { type: 'EmailVerified', data: { userId: 'ada' } },
];
const after = (...events: UserEvent[]): User => [...registered, ...events].reduce(evolveUser, unknownUser);
const create = (tokenId: string, passwordHash = 'hash'): UserCommand => ({
  type: 'CreateAccessToken',
  tokenId,
  name: 'my desk',
  scopes: ['read'],
  days: 30,
  passwordHash,
  proof: null,
});
const made = (tokenId: string): UserEvent => ({
  type: 'AccessTokenCreated',
  data: {
    userId: 'ada',
    tokenId,
    name: 'my desk',
    scopes: ['read'],
    createdAt: NOW,
    expiresAt: '2026-01-31T00:00:00.000Z',
  },
});
const decide = (command: UserCommand, user: User, at = NOW) => decideUser(command, user, at);

test('is made for some days, with the password that was checked', () => {
  expect(decide(create('t'), after())).toEqual([made('t')]);
  expect(decide(create('t', 'another'), after())).toEqual({ refused: 'CONCURRENT_CHANGE' });
});

test('their number is limited; expired ones do not count', () => {
  const full = after(...Array.from({ length: ACCESS_TOKENS_MAX }, (_, at) => made(`t-${at}`)));
  expect(decide(create('t'), full)).toMatchObject({ refused: 'TOO_MANY_ACCESS_TOKENS' });
  expect(decide(create('t'), full, '2026-02-01T00:00:00.000Z')).toMatchObject([
    { type: 'AccessTokenCreated' },
  ]);
});

test('its use is noted every few minutes, and not after it was revoked', () => {
  const used: UserEvent = { type: 'AccessTokenUsed', data: { userId: 'ada', tokenId: 't', usedAt: NOW } };
  const use: UserCommand = { type: 'UseAccessToken', tokenId: 't' };
  expect(decide(use, after(made('t')))).toEqual([used]);
  expect(decide(use, after(made('t'), used))).toEqual([]);
  const revoked: UserEvent = {
    type: 'AccessTokensRevoked',
    data: { userId: 'ada', tokenIds: ['t'], reason: 'revoked' },
  };
  expect(decide({ type: 'RevokeAccessToken', tokenId: 't' }, after(made('t')))).toEqual([revoked]);
  expect(decide(use, after(made('t'), revoked))).toEqual([]);
});

test('a new password, a second factor and the end of the account end all of them in the same commit', () => {
  const ends = { type: 'AccessTokensRevoked', data: { tokenIds: ['t', 'u'] } };
  const user = after(made('t'), made('u'));
  const session = { sessionId: 's', device: null };
  const password: UserCommand = {
    type: 'ChangeProfile',
    username: null,
    password: { from: 'hash', to: 'next', session },
  };
  expect(decide(password, user)).toContainEqual(expect.objectContaining({ type: ends.type }));
  expect(decide({ type: 'DeleteUser', passwordHash: 'hash' }, user)).toMatchObject([
    ends,
    { type: 'UserDeleted' },
  ]);
  const factor: UserCommand = {
    type: 'EnableSecondFactor',
    passwordHash: 'hash',
    sessionId: 's',
    secret: 'x',
    step: 1,
    recoveryHashes: [],
  };
  expect(decide(factor, user)).toMatchObject([{ type: 'SecondFactorEnabled' }, ends]);
});
