// The owner of a username, regardless of case: the user that claimed it, until it is given up.
import { authEvents, type Refusal, refuse, type UsernameEvent } from '@tradeium/contracts';

export type UsernameClaim = {
  readonly userId: string | null;
  /** How often it was claimed, by any user. */
  readonly claims: number;
};

export const unclaimedUsername: UsernameClaim = { userId: null, claims: 0 };

/** Folds one event into the claim. */
export const evolveUsernameClaim = (
  { claims }: UsernameClaim,
  { type, data }: UsernameEvent,
): UsernameClaim =>
  type === 'UsernameClaimed' ? { userId: data.userId, claims: claims + 1 } : { userId: null, claims };

export type UsernameClaimCommand =
  | { readonly type: 'ClaimUsername'; readonly userId: string }
  | {
      readonly type: 'ReleaseUsername';
      readonly userId: string;
      /** The count when the name was in use; absent when the user is deleted. */
      readonly claims?: number;
    };

/**
 * Decides a command: another user's name is refused. Each claim by its own user is counted, so a late release
 * of an earlier claim changes nothing.
 */
export const decideUsernameClaim = (
  command: UsernameClaimCommand,
  claim: UsernameClaim,
): UsernameEvent[] | Refusal => {
  const { userId } = command;
  if (command.type === 'ClaimUsername') {
    if (claim.userId !== null && claim.userId !== userId) return refuse('USERNAME_TAKEN');
    return [{ type: 'UsernameClaimed', data: { userId } }];
  }
  const isMeant = command.claims === undefined || command.claims === claim.claims;
  return claim.userId === userId && isMeant ? [{ type: 'UsernameReleased', data: { userId } }] : [];
};

/** The claim as an aggregate; its id is a keyed hash of the name. */
export const usernameClaimAggregate = {
  ...authEvents.username,
  stateVersion: 2,
  initial: unclaimedUsername,
  evolve: evolveUsernameClaim,
  decide: decideUsernameClaim,
  snapshotEvery: 0,
} as const;
