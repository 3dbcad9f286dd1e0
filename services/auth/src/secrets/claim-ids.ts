// Turns email addresses, mailboxes and usernames into ids that cannot be reversed by guessing without the server's key.
import { createHmac } from 'node:crypto';
import { derivedKey } from '@tradeium/service-kit';
import { canonicalEmail, normaliseUsername } from '../domain/login-name.ts';
import { mailboxOf } from '../domain/mailbox.ts';

export type ClaimIds = {
  ofEmail(email: string): string;
  ofUsername(username: string): string;
  /** The same for all addresses of one mailbox. */
  ofMailbox(email: string): string;
};

/** Ids of claims: HMAC-SHA-256 of the normalised name, base64url. A plain hash of an address could be guessed. */
export const openClaimIds = (claimKey: string): ClaimIds => {
  const emailKey = derivedKey(claimKey, 'email-claim');
  const usernameKey = derivedKey(claimKey, 'username-claim');
  const mailboxKey = derivedKey(claimKey, 'mailbox-claim');
  const idOf = (key: Buffer, name: string) => createHmac('sha256', key).update(name).digest('base64url');
  return {
    ofEmail: (email) => idOf(emailKey, canonicalEmail(email)),
    ofUsername: (username) => idOf(usernameKey, normaliseUsername(username)),
    ofMailbox: (email) => idOf(mailboxKey, mailboxOf(email)),
  };
};
