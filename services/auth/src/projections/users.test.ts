// What each event does to a user's document; names stay sealed until a query unseals them.
import type { UserEvent } from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { userOutput, usersProjection } from './users.ts';

const userId = 'user-1';
const registeredAt = '2026-03-01T12:00:00.000Z';
const registered: UserEvent = {
  type: 'UserRegistered',
  data: { userId, email: 'v1.e', username: 'v1.u', passwordHash: 'hash', registeredAt },
};
const document = { email: 'v1.e', username: 'v1.u', emailVerified: false, registeredAt };

test('UserRegistered keeps the sealed names and no password hash', () =>
  expect(projected(usersProjection, [registered])).toEqual({ [userId]: document }));
test('VerificationRequested changes nothing', () =>
  expect(
    projected(usersProjection, [
      registered,
      {
        type: 'VerificationRequested',
        data: { userId, issue: 1, tokenHash: 'hash', expiresAt: registeredAt },
      },
    ]),
  ).toEqual({ [userId]: document }));
test('EmailVerified marks him', () =>
  expect(projected(usersProjection, [registered, { type: 'EmailVerified', data: { userId } }])).toEqual({
    [userId]: { ...document, emailVerified: true },
  }));
test('a user is told with his names unsealed', () =>
  expect(
    userOutput(userId, document, {
      seal: () => '',
      unseal: (field, sealed) => `${field} of ${sealed}`,
    }),
  ).toEqual({
    id: userId,
    email: 'email of v1.e',
    username: 'username of v1.u',
    email_verified: false,
    created_at: registeredAt,
  }));
