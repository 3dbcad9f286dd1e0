// Names belong to the first who claims them.
import { specify } from '@tradeium/testing';
import { describe, test } from 'vitest';
import { decideEmailClaim, type EmailClaim, emailClaimAggregate } from './email-claim.ts';
import { decideUsernameClaim, type UsernameClaim, usernameClaimAggregate } from './username-claim.ts';

describe('an e-mail address', () => {
  const { given } = specify(emailClaimAggregate);
  const claimed = (userId: string) => ({ type: 'EmailClaimed' as const, data: { userId } });
  const claim = (userId: string) => (state: EmailClaim) =>
    decideEmailClaim({ type: 'ClaimEmail', userId }, state);

  test('is claimed by the first', () => given().when(claim('a')).emits(claimed('a')));
  test('stays with him, whoever claims it again', () => {
    given(claimed('a')).when(claim('a')).emitsNothing();
    given(claimed('a')).when(claim('b')).emitsNothing();
  });
});

describe('a username', () => {
  const { given } = specify(usernameClaimAggregate);
  const claimed = (userId: string) => ({ type: 'UsernameClaimed' as const, data: { userId } });
  const claim = (userId: string) => (state: UsernameClaim) =>
    decideUsernameClaim({ type: 'ClaimUsername', userId }, state);

  test('is claimed by the first', () => given().when(claim('a')).emits(claimed('a')));
  test('is his already when he claims it again', () => given(claimed('a')).when(claim('a')).emitsNothing());
  test('is refused to another', () => given(claimed('a')).when(claim('b')).refuses('USERNAME_TAKEN'));
});
