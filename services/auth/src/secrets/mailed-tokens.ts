// Makes the tokens that mails carry: derived when a mail is written, kept nowhere, known again by their hash.
import { createHmac, hash, randomBytes } from 'node:crypto';
import { derivedKey } from './derived-key.ts';

export type MailedTokens = {
  /** The secret part of a user's token with this number: a random salt, and the hash of the whole token. */
  issue(userId: string, issue: number): { readonly salt: string; readonly tokenHash: string };
  /** A user's token: `<userId>.<number>.<HMAC-SHA-256>`. Those from before there were salts have none. */
  tokenOf(token: Readonly<{ userId: string; issue: number; salt?: string | undefined }>): string;
};

const FORM = /^([A-Za-z0-9_-]{1,64})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/;
const SALT_BYTES = 24;

const hashOf = (token: string): string => hash('sha256', token, 'base64url');

/** Opens the tokens of one purpose; those of another are none of them. */
export const openMailedTokens = (
  masterKey: string,
  purpose: 'verification-tokens' | 'password-reset-tokens',
): MailedTokens => {
  const key = derivedKey(masterKey, purpose);
  const tokenOf: MailedTokens['tokenOf'] = ({ userId, issue, salt }) => {
    const content = `${userId}.${issue}`;
    const salted = salt === undefined ? content : `${content}.${salt}`;
    return `${content}.${createHmac('sha256', key).update(salted).digest('base64url')}`;
  };
  return {
    tokenOf,
    issue: (userId, issue) => {
      const salt = randomBytes(SALT_BYTES).toString('base64url');
      return { salt, tokenHash: hashOf(tokenOf({ userId, issue, salt })) };
    },
  };
};

/** Whose a returned token says to be and which, with its hash; null when it has not the form of one. */
export const readMailedToken = (
  token: string,
): { readonly userId: string; readonly issue: number; readonly tokenHash: string } | null => {
  const [, userId, issue] = FORM.exec(token) ?? [];
  return userId && issue ? { userId, issue: Number(issue), tokenHash: hashOf(token) } : null;
};
