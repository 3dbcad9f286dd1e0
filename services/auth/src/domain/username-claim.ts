// Who a username belongs to, whatever its case: the first user that claimed it.
import { type Refusal, refuse, type UsernameEvent, usernameEvents } from '@tradeium/contracts';

export type UsernameClaim = { readonly userId: string | null };

export const unclaimedUsername: UsernameClaim = { userId: null };

/** Folds one event into the claim. */
export const evolveUsernameClaim = (_: UsernameClaim, { data }: UsernameEvent): UsernameClaim => ({
  userId: data.userId,
});

/** The claim as the event store keeps it; its id is a keyed hash of the name. */
export const usernameClaimAggregate = {
  context: 'auth',
  name: 'username',
  stateVersion: 1,
  initial: unclaimedUsername,
  evolve: evolveUsernameClaim,
  events: usernameEvents,
  snapshotEvery: 0,
} as const;

export type UsernameClaimCommand = { readonly type: 'ClaimUsername'; readonly userId: string };

/** Decides a command: a name that another user has is refused. */
export const decideUsernameClaim = (
  { userId }: UsernameClaimCommand,
  claim: UsernameClaim,
): UsernameEvent[] | Refusal => {
  if (claim.userId === null) return [{ type: 'UsernameClaimed', data: { userId } }];
  return claim.userId === userId ? [] : refuse('USERNAME_TAKEN');
};
