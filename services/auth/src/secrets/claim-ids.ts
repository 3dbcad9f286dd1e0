// Turns email addresses, mailboxes and usernames into ids that cannot be reversed by guessing without the server's key.
import { createHmac } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { derivedKey } from '@tradeium/service-kit';
import { canonicalEmail, earlierEmail, normaliseUsername } from '../domain/login-name.ts';
import { mailboxOf } from '../domain/mailbox.ts';

export type ClaimIds = {
  ofEmail(email: string): string;
  /** Under which an address may have been claimed before addresses were cleaned; none where that makes no difference. */
  earlierOfEmail(email: string): readonly string[];
  ofUsername(username: string): string;
  /** The same for all addresses of one mailbox. */
  ofMailbox(email: string): string;
};

/** An address with its domain as its readers write it. */
const withUnicodeDomain = (email: string): string => {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + domainToUnicode(email.slice(at));
};

/** Ids of claims: HMAC-SHA-256 of the normalised name, base64url. A plain hash of an address could be guessed. */
export const openClaimIds = (claimKey: string): ClaimIds => {
  const emailKey = derivedKey(claimKey, 'email-claim');
  const usernameKey = derivedKey(claimKey, 'username-claim');
  const mailboxKey = derivedKey(claimKey, 'mailbox-claim');
  const idOf = (key: Buffer, name: string) => createHmac('sha256', key).update(name).digest('base64url');
  return {
    ofEmail: (email) => idOf(emailKey, canonicalEmail(email)),
    earlierOfEmail: (email) => {
      const forms = new Set([earlierEmail(email), earlierEmail(withUnicodeDomain(canonicalEmail(email)))]);
      forms.delete(canonicalEmail(email));
      return [...forms].map((form) => idOf(emailKey, form));
    },
    ofUsername: (username) => idOf(usernameKey, normaliseUsername(username)),
    ofMailbox: (email) => idOf(mailboxKey, mailboxOf(email)),
  };
};
