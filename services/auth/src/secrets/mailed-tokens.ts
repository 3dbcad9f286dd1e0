// Makes mailed tokens: derived when a mail is written, never stored, recognised by their hash.
import { createHmac, hash, randomBytes } from 'node:crypto';
import { derivedKey, type MasterSecrets } from '@tradeium/service-kit';

export type MailedTokens = {
  /** The secret part of a user's token with this number: a random salt, and the hash of the whole token. */
  issue(userId: string, issue: number): { readonly salt: string; readonly tokenHash: string };
  /** The user's token with this hash: `<userId>.<number>.<HMAC-SHA-256>`; null when no master key makes it. */
  tokenOf(token: Readonly<{ userId: string; issue: number; salt: string; tokenHash: string }>): string | null;
};

const FORM = /^([A-Za-z0-9_-]{1,64})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/;
const SALT_BYTES = 24;

const hashOf = (token: string): string => hash('sha256', token, 'base64url');

/** Opens the tokens of one purpose, made with the newest master key. A token of another purpose is never valid here. */
export const openMailedTokens = (
  masterSecrets: MasterSecrets,
  purpose: 'verification-tokens' | 'password-reset-tokens',
): MailedTokens => {
  const [key, ...previous] = masterSecrets.map((secret) => derivedKey(secret, purpose)) as [
    Buffer,
    ...Buffer[],
  ];
  const tokenWith = (key: Buffer, userId: string, issue: number, salt: string): string => {
    const content = `${userId}.${issue}`;
    return `${content}.${createHmac('sha256', key).update(`${content}.${salt}`).digest('base64url')}`;
  };
  return {
    tokenOf: ({ userId, issue, salt, tokenHash }) =>
      [key, ...previous]
        .map((each) => tokenWith(each, userId, issue, salt))
        .find((token) => hashOf(token) === tokenHash) ?? null,
    issue: (userId, issue) => {
      const salt = randomBytes(SALT_BYTES).toString('base64url');
      return { salt, tokenHash: hashOf(tokenWith(key, userId, issue, salt)) };
    },
  };
};

/** The user and number that a returned token names, with its hash; null when it does not have the form of a token. */
export const readMailedToken = (
  token: string,
): { readonly userId: string; readonly issue: number; readonly tokenHash: string } | null => {
  const [, userId, issue] = FORM.exec(token) ?? [];
  return userId && issue ? { userId, issue: Number(issue), tokenHash: hashOf(token) } : null;
};
