// Mailboxes: which addresses reach the same one, and which user was the first to prove one of them.
import { authEvents, cleanAddress, type MailboxEvent } from '@tradeium/contracts';

/** Domains whose addresses reach the mailbox of the same name at another domain. */
const SAME_AS: ReadonlyMap<string, string> = new Map([
  ['googlemail.com', 'gmail.com'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
  ['me.com', 'icloud.com'],
  ['mac.com', 'icloud.com'],
]);

/** Characters that a provider overlooks in the names of its mailboxes. */
const OVERLOOKED: ReadonlyMap<string, RegExp> = new Map([
  ['gmail.com', /\./g],
  ['proton.me', /[._-]/g],
]);

/**
 * The mailbox that an address reaches, as far as it can be known. What follows a `+` counts as a tag at every domain,
 * as nearly all mail servers do: two people whose mailboxes differ in that only would share the welcome credits and a
 * limit of mails, never an account.
 */
export const mailboxOf = (address: string): string => {
  const clean = cleanAddress(address).toLowerCase();
  const at = clean.lastIndexOf('@');
  const written = clean.slice(at + 1);
  const domain = SAME_AS.get(written) ?? written;
  const name = clean.slice(0, at).replace(/(?!^)\+.*$/s, '');
  const overlooked = OVERLOOKED.get(domain);
  return `${(overlooked && name.replace(overlooked, '')) || name}@${domain}`;
};

export type MailboxClaim = { readonly userId: string | null };

export const unclaimedMailbox: MailboxClaim = { userId: null };

/** Folds one event into the claim. */
export const evolveMailboxClaim = (_: MailboxClaim, { data }: MailboxEvent): MailboxClaim => ({
  userId: data.userId,
});

/** The first user to prove an address of the mailbox keeps it permanently. */
export const decideMailboxClaim = (userId: string, claim: MailboxClaim): MailboxEvent[] =>
  claim.userId === null ? [{ type: 'MailboxClaimed', data: { userId } }] : [];

/** The claim as the event store keeps it; its id is a keyed hash of the mailbox. */
export const mailboxAggregate = {
  ...authEvents.mailbox,
  stateVersion: 1,
  initial: unclaimedMailbox,
  evolve: evolveMailboxClaim,
  decide: decideMailboxClaim,
  snapshotEvery: 0,
} as const;
