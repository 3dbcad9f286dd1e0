// What the commands and queries of this service work with.
import type { EmailEvent, SessionEvent, UserEvent, UsernameEvent } from '@tradeium/contracts';
import type { Aggregates } from '@tradeium/event-store';
import type { EmailClaim } from '../domain/email-claim.ts';
import type { Session } from '../domain/session.ts';
import type { User } from '../domain/user.ts';
import type { UsernameClaim } from '../domain/username-claim.ts';
import type { ClaimIds } from '../secrets/claim-ids.ts';
import type { Passwords } from '../secrets/passwords.ts';
import type { PersonalData } from '../secrets/personal-data.ts';
import type { SessionTokens } from '../secrets/session-tokens.ts';
import type { VerificationTokens } from '../secrets/verification-tokens.ts';

export type Dependencies = {
  readonly emailClaims: Aggregates<EmailClaim, EmailEvent>;
  readonly usernameClaims: Aggregates<UsernameClaim, UsernameEvent>;
  readonly users: Aggregates<User, UserEvent>;
  readonly sessions: Aggregates<Session, SessionEvent>;
  readonly claimIds: ClaimIds;
  readonly passwords: Passwords;
  readonly personalData: PersonalData;
  readonly sessionTokens: SessionTokens;
  readonly verificationTokens: VerificationTokens;
  /** Whether an e-mail address has to be proven before its user may log in. */
  readonly emailVerification: 'required' | 'off';
  readonly now: () => Date;
};
