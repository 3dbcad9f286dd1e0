// What the commands and queries of this service work with.
import type { EmailEvent, UserEvent, UsernameEvent } from '@tradeium/contracts';
import type { Aggregates } from '@tradeium/event-store';
import type { Log } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import type { LoginAttempts } from '../attempts/login-attempts.ts';
import type { EmailClaim } from '../domain/email-claim.ts';
import type { User } from '../domain/user.ts';
import type { UsernameClaim } from '../domain/username-claim.ts';
import type { ClaimIds } from '../secrets/claim-ids.ts';
import type { DigestOf } from '../secrets/command-digests.ts';
import type { MailedTokens } from '../secrets/mailed-tokens.ts';
import type { Passwords } from '../secrets/passwords.ts';
import type { SessionTokens } from '../secrets/session-tokens.ts';
import type { StandInIds } from '../secrets/stand-in-ids.ts';
import type { UserKeys } from '../secrets/user-keys.ts';

export type Dependencies = {
  readonly nc: NatsConnection;
  readonly log: Log;
  readonly emailClaims: Aggregates<EmailClaim, EmailEvent>;
  readonly usernameClaims: Aggregates<UsernameClaim, UsernameEvent>;
  readonly users: Aggregates<User, UserEvent>;
  readonly claimIds: ClaimIds;
  readonly standInIds: StandInIds;
  readonly passwords: Passwords;
  readonly userKeys: UserKeys;
  readonly sessionTokens: SessionTokens;
  readonly verificationTokens: MailedTokens;
  readonly resetTokens: MailedTokens;
  readonly loginAttempts: LoginAttempts;
  /** The input that is told with commands whose own must not be hashed without a key. */
  readonly digestOf: DigestOf;
  /** Whether an e-mail address has to be proven before its user may log in. */
  readonly emailVerification: 'required' | 'off';
  /** Addresses whose proven owners are admins, normalised. */
  readonly adminEmails: ReadonlySet<string>;
  readonly now: () => Date;
};
