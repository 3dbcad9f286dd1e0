// Makes and checks the tokens that prove an e-mail address: derived when they are needed, kept nowhere.
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { derivedKey } from './derived-key.ts';

export type VerificationToken = {
  readonly userId: string;
  readonly issue: number;
  readonly tokenHash: string;
};

export type VerificationTokens = {
  /** A user's token of this number: `<userId>.<number>.<HMAC-SHA-256>`. */
  tokenOf(userId: string, issue: number): string;
  /** The hash of that token, which the event holds. */
  hashOf(userId: string, issue: number): string;
  /** What a token says, or null when this server did not make it. */
  read(token: string): VerificationToken | null;
};

const FORM = /^([A-Za-z0-9_-]{1,64})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/;

export const openVerificationTokens = (masterKey: string): VerificationTokens => {
  const key = derivedKey(masterKey, 'verification-tokens');
  const tokenOf = (userId: string, issue: number): string => {
    const content = `${userId}.${issue}`;
    return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
  };
  const hashOf = (userId: string, issue: number) => hash('sha256', tokenOf(userId, issue), 'base64url');
  return {
    tokenOf,
    hashOf,
    read: (token) => {
      const [, userId, number] = FORM.exec(token) ?? [];
      if (!userId || !number) return null;
      const issue = Number(number);
      const isOurs = timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(userId, issue)));
      return isOurs ? { userId, issue, tokenHash: hashOf(userId, issue) } : null;
    },
  };
};
