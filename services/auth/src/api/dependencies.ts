// The dependencies of this service's api.
import type { Log } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import type { LoginAttempts } from '../attempts/login-attempts.ts';
import type { MailAllowances } from '../attempts/mail-allowances.ts';
import type { CommandDependencies } from '../commands/dependencies.ts';
import type { DigestOf } from '../secrets/command-digests.ts';
import type { DecoyUserIds } from '../secrets/decoy-user-ids.ts';
import type { MailedTokens } from '../secrets/mailed-tokens.ts';
import type { Passwords } from '../secrets/passwords.ts';
import type { RegistrationMarks } from '../secrets/registration-marks.ts';

export type Dependencies = CommandDependencies & {
  readonly nc: NatsConnection;
  readonly log: Log;
  readonly decoyUserIds: DecoyUserIds;
  readonly passwords: Passwords;
  readonly verificationTokens: MailedTokens;
  readonly resetTokens: MailedTokens;
  readonly registrationMarks: RegistrationMarks;
  readonly loginAttempts: LoginAttempts;
  readonly mailAllowances: MailAllowances;
  /** Digests the input of commands whose input must not be hashed without a key. */
  readonly digestOf: DigestOf;
  /** Says if users must verify their address before they log in. */
  readonly emailVerification: 'required' | 'off';
  /** Addresses whose proven owners are admins, normalised. */
  readonly adminEmails: ReadonlySet<string>;
  readonly now: () => Date;
};
