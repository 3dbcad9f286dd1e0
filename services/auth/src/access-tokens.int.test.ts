// Access tokens as their user sees them: made with the password, shown once, kept as a hash, revoked.

import { hash } from 'node:crypto';
import { MESSAGES, messageOf } from '@tradeium/contracts';
import { outputOf } from '@tradeium/service-kit';
import { sharedByTests } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { everythingKept, PASSWORD, refusal, type SignedIn, startAuth } from '../tests/auth-under-test.ts';

const auth = sharedByTests(startAuth);

const create = (who: SignedIn, password = PASSWORD, name = 'Claude on my laptop') =>
  auth.ask(messageOf('createAccessToken'), { name, scopes: ['run', 'read'], days: 30, password }, who);
const list = async (who: SignedIn) => outputOf(await auth.ask(messageOf('listAccessTokens'), {}, who));
const accessOf = async (userId: string, tokenId: string) =>
  outputOf(await auth.ask(MESSAGES.getAccess, { token_id: tokenId }, { userId })).access;

test('is created with the password, gives the access that it allows, and appears only in the answer', async () => {
  const who = await auth.signUp('maker');
  expect(await create(who, 'a wrong one')).toEqual(refusal('CURRENT_PASSWORD_WRONG'));
  const { token, access_token: made } = outputOf(await create(who));
  expect(token).toMatch(new RegExp(`^tradeium_pat_${who.userId}\\.[\\w-]{43}$`));
  const secret = token.slice(token.indexOf('.') + 1);
  expect(made).toMatchObject({
    id: hash('sha256', secret, 'base64url'),
    scopes: ['read', 'run'],
    last_used_at: null,
  });
  expect(await accessOf(who.userId, made.id)).toMatchObject({
    user: { id: who.userId },
    scopes: ['read', 'run'],
  });
  await expect.poll(async () => (await list(who))[0]?.last_used_at).not.toBeNull();
  const kept = await everythingKept(auth.nc);
  expect(kept).not.toContain(secret);
  expect(kept).not.toContain('Claude on my laptop');
});

test("opens nothing under another user's name, and nothing once it is revoked", async () => {
  const [who, other] = [await auth.signUp('owner'), await auth.signUp('other')];
  const { access_token: made } = outputOf(await create(who));
  expect(await accessOf(other.userId, made.id)).toBeNull();
  const revoke = (by: SignedIn) => auth.ask(messageOf('revokeAccessToken'), { id: made.id }, by);
  expect(await revoke(other)).toEqual(refusal('ACCESS_TOKEN_NOT_FOUND'));
  outputOf(await revoke(who));
  expect(await accessOf(who.userId, made.id)).toBeNull();
  expect(await list(who)).toEqual([]);
});

test('ends with the password that it was made with', async () => {
  const who = await auth.signUp('changer');
  const { access_token: made } = outputOf(await create(who));
  const change = { currentPassword: PASSWORD, newPassword: 'another correct horse' };
  outputOf(await auth.ask(MESSAGES.changeProfile, change, who));
  expect(await accessOf(who.userId, made.id)).toBeNull();
});
