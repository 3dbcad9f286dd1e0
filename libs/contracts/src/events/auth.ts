// The facts of accounts and sessions. Personal fields are sealed: unreadable once the user's key is destroyed.
import { z } from 'zod';
import { eventOf } from './event.ts';

/** Text sealed with the user's own data key: `v1.<nonce>.<ciphertext and tag>`, base64url. */
const sealed = z.string().min(1).max(4_096);
const userId = z.string();

export const emailEvents = z.discriminatedUnion('type', [
  /** The e-mail behind this claim's id (a keyed hash) belongs to this user. */
  eventOf('EmailClaimed', { userId }),
]);

export const usernameEvents = z.discriminatedUnion('type', [eventOf('UsernameClaimed', { userId })]);

export const userEvents = z.discriminatedUnion('type', [
  eventOf('UserRegistered', {
    userId,
    email: sealed,
    username: sealed,
    passwordHash: z.string(),
    registeredAt: z.iso.datetime(),
  }),
  /** `issue` numbers the tokens of a user; the token itself is derived from it, never stored. */
  eventOf('VerificationRequested', {
    userId,
    issue: z.int().positive(),
    tokenHash: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  eventOf('EmailVerified', { userId }),
]);

export const sessionEvents = z.discriminatedUnion('type', [
  eventOf('SessionStarted', { sessionId: z.string(), userId, expiresAt: z.iso.datetime() }),
  eventOf('SessionEnded', { sessionId: z.string(), userId }),
]);

export type EmailEvent = z.infer<typeof emailEvents>;
export type UsernameEvent = z.infer<typeof usernameEvents>;
export type UserEvent = z.infer<typeof userEvents>;
export type SessionEvent = z.infer<typeof sessionEvents>;
