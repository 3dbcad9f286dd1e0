// The facts of accounts and sessions. Users' words are sealed by the event store: unreadable once the user's key is destroyed.
import { z } from 'zod';
import { eventOf } from './event.ts';

/** A secret that auth seals with the user's data key by itself, so that it stays sealed for everyone who reads users' words. */
const sealed = z.string().min(1).max(4_096);
/** Words of the user; empty once the user is erased. */
const words = z.string().max(4_096);
const userId = z.string();
/** SHA-256 of the random id in the browser's token only. */
const sessionId = z.string();

const emailEvents = z.discriminatedUnion('type', [
  /** The email behind this claim's id (a keyed hash) belongs to this user. */
  eventOf('EmailClaimed', { userId }),
  /** Its user deleted the account: the address is free again. */
  eventOf('EmailReleased', { userId }),
]);

const usernameEvents = z.discriminatedUnion('type', [
  eventOf('UsernameClaimed', { userId }),
  eventOf('UsernameReleased', { userId }),
]);

const mailboxEvents = z.discriminatedUnion('type', [
  /**
   * The user is the first to verify an address of the mailbox behind this claim's id (a keyed hash). Never taken back, so
   * that a mailbox gets the welcome credits once, whatever happens to its accounts.
   */
  eventOf('MailboxClaimed', { userId }),
]);

/** A mailed token: numbered by `issue` for each user, made from `salt` (random) and a key that no event contains. */
const mailedToken = {
  userId,
  issue: z.int().positive(),
  tokenHash: z.string(),
  salt: z.string().max(64),
  expiresAt: z.iso.datetime(),
};

/** HMAC-SHA-256, base64url. */
const recoveryHash = z.string().min(1).max(64);

const userEvents = z.discriminatedUnion('type', [
  eventOf('UserRegistered', {
    userId,
    email: words,
    /** A name that was free then; the user gets it once the address is verified. */
    username: words,
    /** An argon2id hash. */
    passwordHash: sealed,
    registeredAt: z.iso.datetime(),
  }),
  /** A second registration before the address was verified; tokens from now on carry this password. */
  eventOf('RegistrationRepeated', { userId, passwordHash: sealed }),
  /** An attempt to register this account's address; the owner gets a mail. */
  eventOf('RegistrationNoticed', {
    userId,
    notice: z.int().positive(),
    noticedAt: z.iso.datetime(),
    /** The hash of the attempt's password; it opens nothing. */
    passwordHash: sealed.optional(),
  }),
  /** The same once its owner has had enough mails: only the attempt's password is kept. */
  eventOf('RegistrationAttempted', { userId, passwordHash: sealed }),
  eventOf('VerificationRequested', mailedToken),
  eventOf('EmailVerified', {
    userId,
    /** The token that verified it. Without a password in this event, that of the token's registration counts. */
    issue: z.int().positive().optional(),
    /** An operator vouched for the address; no mail has proven it. */
    by: z.literal('operator').optional(),
    /** Of the password that was set with the proof. */
    passwordHash: sealed.optional(),
  }),
  eventOf('UsernameChanged', {
    userId,
    username: words,
    /** The previous name, which becomes free, and how often it had been claimed by then. */
    previous: z.strictObject({ username: words, claims: z.int() }).optional(),
  }),
  /** A name claimed for a refused change, and how often it had been claimed by then. */
  eventOf('UsernameGivenUp', { userId, username: words, claims: z.int() }),
  eventOf('PasswordResetRequested', mailedToken),
  /** `by`: in the profile with the old password, or by mail with a token. Ends every session but the one it starts. */
  eventOf('PasswordChanged', {
    userId,
    passwordHash: sealed,
    by: z.enum(['profile', 'reset']),
    change: z.int(),
  }),
  /** Logins ask for a code from now on. */
  eventOf('SecondFactorEnabled', {
    userId,
    /** The base32 secret that the user's app and we share, sealed. */
    secret: sealed,
    /** The time step of the code that proved that the app has it. */
    step: z.int(),
    /** HMACs of the recovery codes, each made with the secret. */
    recoveryHashes: z.array(recoveryHash).max(20),
    enabledAt: z.iso.datetime(),
  }),
  /** Codes of this and earlier time steps are no longer valid. */
  eventOf('OneTimeCodeUsed', { userId, step: z.int() }),
  eventOf('RecoveryCodeUsed', { userId, recoveryHash, usedAt: z.iso.datetime() }),
  /** New recovery codes in place of all others. */
  eventOf('RecoveryCodesRenewed', {
    userId,
    recoveryHashes: z.array(recoveryHash).max(20),
    renewedAt: z.iso.datetime(),
  }),
  eventOf('SecondFactorDisabled', {
    userId,
    by: z.enum(['user', 'operator']),
    disabledAt: z.iso.datetime(),
  }),
  eventOf('SessionStarted', {
    userId,
    sessionId,
    startedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    /** Browser and system, as the user reads them in the list of sessions. */
    device: words.nullable(),
  }),
  /** Recorded every few hours at most, so that unused sessions end. */
  eventOf('SessionUsed', { userId, sessionId, usedAt: z.iso.datetime() }),
  eventOf('SessionsEnded', {
    userId,
    sessionIds: z.array(sessionId).min(1).max(100),
    reason: z.enum(['logout', 'revoked', 'password', 'deletion', 'too-many', 'operator', 'locked']),
  }),
  /** A program that has the token may use the tools in the user's name. `tokenId`: SHA-256 of its secret part only. */
  eventOf('AccessTokenCreated', {
    userId,
    tokenId: z.string(),
    name: words,
    /** As named when it was written, such as `read`. */
    scopes: z.array(z.string().min(1).max(40)).min(1).max(20),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  }),
  /** Recorded every few minutes at most. */
  eventOf('AccessTokenUsed', { userId, tokenId: z.string(), usedAt: z.iso.datetime() }),
  eventOf('AccessTokensRevoked', {
    userId,
    tokenIds: z.array(z.string()).min(1).max(100),
    reason: z.enum(['revoked', 'password', 'second-factor', 'deletion', 'operator', 'locked']),
  }),
  /** An operator granted or revoked a role (as named when it was written, such as `admin`). */
  eventOf('RoleGranted', { userId, role: z.string().min(1).max(40), grantedAt: z.iso.datetime() }),
  eventOf('RoleRevoked', { userId, role: z.string().min(1).max(40), revokedAt: z.iso.datetime() }),
  /** An operator locked the account: it has no sessions, and nobody logs in to it. */
  eventOf('UserLocked', { userId, lockedAt: z.iso.datetime() }),
  eventOf('UserUnlocked', { userId, unlockedAt: z.iso.datetime() }),
  /** The account is gone: a reaction destroys the user's key and frees address and name. */
  eventOf('UserDeleted', { userId, deletedAt: z.iso.datetime() }),
]);

/**
 * The admins by role, as far as taking the role from one, or locking one, is concerned: all of them in one aggregate, so that
 * of two who demote each other at the same moment one stays. `sequence`: the user's commit that it follows, in the stream.
 */
const staffEvents = z.discriminatedUnion('type', [
  eventOf('StaffJoined', { userId, sequence: z.int().nonnegative() }),
  /** Before the user's own event, which may still be refused: then the user joins again. */
  eventOf('StaffLeft', { userId, sequence: z.int().nonnegative() }),
]);

/**
 * The words of users, and what a reader gets of them after an erasure. Hashes of passwords and the secret of the second
 * factor are no words: auth seals them by hand, so that no other reader of events ever has them open.
 */
const USER_WORDS = {
  UserRegistered: { email: '', username: '' },
  UsernameChanged: { username: '', previous: undefined },
  UsernameGivenUp: { username: '' },
  SessionStarted: { device: null },
  AccessTokenCreated: { name: '' },
} as const;

export type EmailEvent = z.infer<typeof emailEvents>;
export type UsernameEvent = z.infer<typeof usernameEvents>;
export type MailboxEvent = z.infer<typeof mailboxEvents>;
export type UserEvent = z.infer<typeof userEvents>;
export type StaffEvent = z.infer<typeof staffEvents>;

/** The events of the auth context, by aggregate. */
export const authEvents = {
  user: {
    context: 'auth',
    name: 'user',
    events: userEvents,
    personal: USER_WORDS,
  },
  email: { context: 'auth', name: 'email', events: emailEvents },
  username: { context: 'auth', name: 'username', events: usernameEvents },
  mailbox: { context: 'auth', name: 'mailbox', events: mailboxEvents },
  staff: { context: 'auth', name: 'staff', events: staffEvents },
} as const;
