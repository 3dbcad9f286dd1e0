// Wires the auth service: users, the proof of their e-mail addresses, and their sessions.
import { openAggregates, runReaction } from '@tradeium/event-store';
import {
  masterSecretsOf,
  openDataKeys,
  operationHandlers,
  serveRequests,
  startService,
} from '@tradeium/service-kit';
import { handlers } from './api/handlers.ts';
import { openLoginAttempts } from './attempts/login-attempts.ts';
import { config as schema } from './config.ts';
import { emailClaimAggregate } from './domain/email-claim.ts';
import { readAdminEmails } from './domain/roles.ts';
import { userAggregate } from './domain/user.ts';
import { usernameClaimAggregate } from './domain/username-claim.ts';
import { openMailer } from './mail/mailer.ts';
import { eraseUser } from './reactions/erase-user.ts';
import { releaseUsernames } from './reactions/release-usernames.ts';
import { retryParkedEvery } from './reactions/retry-parked.ts';
import { MAIL_ATTEMPTS_MAX, sendMails } from './reactions/send-mails.ts';
import { openClaimIds } from './secrets/claim-ids.ts';
import { openCommandDigests } from './secrets/command-digests.ts';
import { openMailedTokens } from './secrets/mailed-tokens.ts';
import { openPasswords } from './secrets/passwords.ts';
import { openSessionTokens } from './secrets/session-tokens.ts';
import { openStandInIds } from './secrets/stand-in-ids.ts';

/** How long a mail that a server deferred waits: less than greylisting asks for is of no use. */
const DEFERRED_MAIL_MS = 10 * 60_000;

await startService('auth', schema, async ({ config, log, nc, blobs, metrics, lifetime }) => {
  const now = () => new Date();
  const { PUBLIC_URL: publicUrl, MASTER_KEY: masterKey } = config;
  const masterSecrets = masterSecretsOf(config);
  const store = { nc, log, now };
  const shared = {
    users: openAggregates(store, userAggregate),
    emailClaims: openAggregates(store, emailClaimAggregate),
    usernameClaims: openAggregates(store, usernameClaimAggregate),
    claimIds: openClaimIds(config.CLAIM_KEY),
    userKeys: await openDataKeys(nc, masterSecrets),
    verificationTokens: openMailedTokens(masterSecrets, 'verification-tokens'),
    resetTokens: openMailedTokens(masterSecrets, 'password-reset-tokens'),
    loginAttempts: await openLoginAttempts(nc, config.CLAIM_KEY, now),
    log,
    now,
  };

  const mailer = openMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, publicUrl });
  const mailing = runReaction(store, {
    name: 'send-mails',
    reads: [userAggregate],
    handle: sendMails({ ...shared, mailer, publicUrl }),
    maxAttempts: MAIL_ATTEMPTS_MAX,
  });
  lifetime.onStop('mails', mailing.stop);
  lifetime.onStop('deferred mails', retryParkedEvery(mailing, DEFERRED_MAIL_MS, log));
  const erasing = runReaction(store, {
    name: 'erase-user',
    reads: [userAggregate],
    handle: eraseUser(shared),
  });
  lifetime.onStop('erasing', erasing.stop);
  const releasing = runReaction(store, {
    name: 'release-usernames',
    reads: [userAggregate],
    handle: releaseUsernames(shared),
  });
  lifetime.onStop('releasing', releasing.stop);

  const passwords = await openPasswords();
  lifetime.onStop('passwords', passwords.stop);
  const server = serveRequests({
    nc,
    log,
    metrics,
    blobs,
    // Its queries read the aggregates, which know every write.
    waitForWrites: async () => undefined,
    handlers: [
      ...handlers({
        ...shared,
        nc,
        passwords,
        digestOf: openCommandDigests(masterKey),
        standInIds: openStandInIds(config.CLAIM_KEY),
        sessionTokens: openSessionTokens(config.SESSION_SECRET),
        emailVerification: config.EMAIL_VERIFICATION,
        adminEmails: readAdminEmails(config.ADMIN_EMAILS),
      }),
      ...operationHandlers('auth', { reactions: [mailing, erasing, releasing] }),
    ],
  });
  lifetime.onStop('requests', server.stop);
  return {};
});
