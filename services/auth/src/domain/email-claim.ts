// Who an e-mail address belongs to: the first user that it was claimed for, for good.
import { type EmailEvent, emailEvents } from '@tradeium/contracts';

export type EmailClaim = { readonly userId: string | null };

export const unclaimedEmail: EmailClaim = { userId: null };

/** Folds one event into the claim. */
export const evolveEmailClaim = (_: EmailClaim, { data }: EmailEvent): EmailClaim => ({
  userId: data.userId,
});

/** The claim as the event store keeps it; its id is a keyed hash of the address. */
export const emailClaimAggregate = {
  context: 'auth',
  name: 'email',
  stateVersion: 1,
  initial: unclaimedEmail,
  evolve: evolveEmailClaim,
  events: emailEvents,
  snapshotEvery: 0,
} as const;

export type EmailClaimCommand = { readonly type: 'ClaimEmail'; readonly userId: string };

/**
 * Decides a command. A second claim is not refused but changes nothing: the claim tells whose the address is, and
 * that user's registration decides. So a registration that broke off after its claim is completed by the next one.
 */
export const decideEmailClaim = ({ userId }: EmailClaimCommand, claim: EmailClaim): EmailEvent[] =>
  claim.userId === null ? [{ type: 'EmailClaimed', data: { userId } }] : [];
