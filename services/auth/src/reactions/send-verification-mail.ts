// Sends the mail that a requested verification needs; one that is no longer needed is not sent.
import { type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import type { Aggregates, StoredEvent } from '@tradeium/event-store';
import type { User } from '../domain/user.ts';
import type { Mailer } from '../mail/mailer.ts';
import { verificationMail } from '../mail/verification-mail.ts';
import type { PersonalData } from '../secrets/personal-data.ts';
import type { VerificationTokens } from '../secrets/verification-tokens.ts';

type Dependencies = {
  readonly users: Pick<Aggregates<User, UserEvent>, 'load'>;
  readonly personalData: PersonalData;
  readonly verificationTokens: VerificationTokens;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly now: () => Date;
};

/** Mail servers may be away for hours; no mail is sent once its token has expired, so this is over within a day. */
export const MAIL_ATTEMPTS_MAX = 2_000;

/** Rejects when the mail could not be handed over, to be called again; an address that takes no mail is refused. */
export const sendVerificationMail =
  ({ users, personalData, verificationTokens, mailer, publicUrl, now }: Dependencies) =>
  async ({ event }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'VerificationRequested') return;
    const { userId, issue, expiresAt } = event.data;
    const { state: user } = await users.load(userId);
    const isNeeded = user.status === 'registered' && user.verification?.issue === issue;
    if (!isNeeded || now().toISOString() >= expiresAt) return;
    const key = await personalData.keyOf(userId);
    if (!key) return;
    const outcome = await mailer.send(
      verificationMail({
        to: key.unseal('email', user.email),
        username: key.unseal('username', user.username),
        token: verificationTokens.tokenOf(userId, issue),
        publicUrl,
        id: `verification.${userId}.${issue}`,
      }),
    );
    return outcome === 'sent' ? undefined : refuse('EMAIL_INVALID');
  };
