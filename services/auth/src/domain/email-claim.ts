// The owner of an email address: the first user to claim it, until that account is deleted.
import { authEvents, type EmailEvent } from '@tradeium/contracts';

export type EmailClaim = { readonly userId: string | null };

export const unclaimedEmail: EmailClaim = { userId: null };

/** Folds one event into the claim. */
export const evolveEmailClaim = (_: EmailClaim, { type, data }: EmailEvent): EmailClaim =>
  type === 'EmailClaimed' ? { userId: data.userId } : unclaimedEmail;

export type EmailClaimCommand = {
  readonly type: 'ClaimEmail' | 'ReleaseEmail';
  readonly userId: string;
};

/**
 * Decides a command. A second claim is not refused but changes nothing: the claim names the owner, and that
 * user's registration decides. So the next registration completes one that broke off after its claim. Only a
 * deleted user's claim is released, and deletion is final.
 */
export const decideEmailClaim = ({ type, userId }: EmailClaimCommand, claim: EmailClaim): EmailEvent[] => {
  if (type === 'ClaimEmail') return claim.userId === null ? [{ type: 'EmailClaimed', data: { userId } }] : [];
  return claim.userId === userId ? [{ type: 'EmailReleased', data: { userId } }] : [];
};

/** The claim as an aggregate; its id is a keyed hash of the address. */
export const emailClaimAggregate = {
  ...authEvents.email,
  stateVersion: 1,
  initial: unclaimedEmail,
  evolve: evolveEmailClaim,
  decide: decideEmailClaim,
  snapshotEvery: 0,
} as const;
