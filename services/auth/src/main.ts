// Wires the auth service: users, the proof of their e-mail addresses, and their sessions.
import { assertStream, openAggregates, runReaction } from '@tradeium/event-store';
import { operationHandlers, serveRequests, startService } from '@tradeium/service-kit';
import { handlers } from './api/handlers.ts';
import { config as schema } from './config.ts';
import { emailClaimAggregate } from './domain/email-claim.ts';
import { sessionAggregate } from './domain/session.ts';
import { userAggregate } from './domain/user.ts';
import { usernameClaimAggregate } from './domain/username-claim.ts';
import { openMailer } from './mail/mailer.ts';
import { MAIL_ATTEMPTS_MAX, sendVerificationMail } from './reactions/send-verification-mail.ts';
import { openClaimIds } from './secrets/claim-ids.ts';
import { openPasswords } from './secrets/passwords.ts';
import { openPersonalData } from './secrets/personal-data.ts';
import { openSessionTokens } from './secrets/session-tokens.ts';
import { openVerificationTokens } from './secrets/verification-tokens.ts';

await startService('auth', schema, async ({ config, log, nc, blobs, metrics, lifetime }) => {
  const now = () => new Date();
  const { PUBLIC_URL: publicUrl } = config;
  await assertStream(nc, 'auth');
  const users = openAggregates({ nc, log, now }, userAggregate);

  const personalData = await openPersonalData(nc, config.MASTER_KEY);
  const verificationTokens = openVerificationTokens(config.MASTER_KEY);
  const mailer = openMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, publicUrl });
  const mailing = runReaction(
    { nc, log, now },
    {
      name: 'send-verification-mail',
      reads: [userAggregate],
      handle: sendVerificationMail({ users, personalData, verificationTokens, mailer, publicUrl, now }),
      maxAttempts: MAIL_ATTEMPTS_MAX,
    },
  );
  lifetime.onStop('reactions', mailing.stop);

  const server = serveRequests({
    nc,
    log,
    metrics,
    blobs,
    // Its query reads the aggregates, which know every write.
    waitForWrites: async () => undefined,
    handlers: [
      ...handlers({
        emailClaims: openAggregates({ nc, log, now }, emailClaimAggregate),
        usernameClaims: openAggregates({ nc, log, now }, usernameClaimAggregate),
        users,
        sessions: openAggregates({ nc, log, now }, sessionAggregate),
        claimIds: openClaimIds(config.CLAIM_KEY),
        passwords: await openPasswords(),
        personalData,
        sessionTokens: openSessionTokens(config.SESSION_SECRET),
        verificationTokens,
        emailVerification: config.EMAIL_VERIFICATION,
        now,
      }),
      ...operationHandlers('auth', { reactions: [mailing] }),
    ],
  });
  lifetime.onStop('requests', server.stop);
  return {};
});
