// Names belong to the first user that claims them.
import { specify } from '@tradeium/testing';
import { describe, test } from 'vitest';
import { decideEmailClaim, type EmailClaim, emailClaimAggregate } from './email-claim.ts';
import { decideUsernameClaim, type UsernameClaim, usernameClaimAggregate } from './username-claim.ts';

describe('an email address', () => {
  const { given } = specify(emailClaimAggregate);
  const claimed = (userId: string) => ({ type: 'EmailClaimed' as const, data: { userId } });
  const claim = (userId: string) => (state: EmailClaim) =>
    decideEmailClaim({ type: 'ClaimEmail', userId }, state);

  test('is claimed by the first', () => given().when(claim('a')).emits(claimed('a')));
  test('stays with its user, whichever user claims it again', () => {
    given(claimed('a')).when(claim('a')).emitsNothing();
    given(claimed('a')).when(claim('b')).emitsNothing();
  });
  test('is free again once it is released for its user, and for no other', () => {
    const released = { type: 'EmailReleased' as const, data: { userId: 'a' } };
    const release = (userId: string) => (state: EmailClaim) =>
      decideEmailClaim({ type: 'ReleaseEmail', userId }, state);
    given(claimed('a')).when(release('a')).emits(released);
    given(claimed('a')).when(release('b')).emitsNothing();
    given(claimed('a'), released).when(release('a')).emitsNothing();
    given(claimed('a'), released).when(claim('b')).emits(claimed('b'));
  });
});

describe('a username', () => {
  const { given } = specify(usernameClaimAggregate);
  const claimed = (userId: string) => ({ type: 'UsernameClaimed' as const, data: { userId } });
  const claim = (userId: string) => (state: UsernameClaim) =>
    decideUsernameClaim({ type: 'ClaimUsername', userId }, state);

  test('is claimed by the first', () => given().when(claim('a')).emits(claimed('a')));
  test('can be claimed again by its user', () => given(claimed('a')).when(claim('a')).emits(claimed('a')));
  test('is refused to another', () => given(claimed('a')).when(claim('b')).refuses('USERNAME_TAKEN'));

  const released = { type: 'UsernameReleased' as const, data: { userId: 'a' } };
  const release = (userId: string, claims?: number) => (state: UsernameClaim) =>
    decideUsernameClaim({ type: 'ReleaseUsername', userId, ...(claims !== undefined && { claims }) }, state);

  test('is free again once it is released for its user, and for no other', () => {
    given(claimed('a')).when(release('a')).emits(released);
    given(claimed('a')).when(release('b')).emitsNothing();
    given(claimed('a'), released).when(claim('b')).emits(claimed('b'));
  });
  test('is not released by a release that was meant for an earlier claim', () => {
    given(claimed('a')).when(release('a', 1)).emits(released);
    given(claimed('a'), claimed('a')).when(release('a', 1)).emitsNothing();
    given(claimed('a'), released, claimed('a')).when(release('a', 1)).emitsNothing();
  });
});
