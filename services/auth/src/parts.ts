// Opens the dependencies of the auth service's handlers and reactions.
import { masterSecretsOf, noteResults, type ServiceKit } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { aggregates } from './aggregates.ts';
import type { Dependencies } from './api/dependencies.ts';
import { openLoginAttempts } from './attempts/login-attempts.ts';
import { openMailAllowances } from './attempts/mail-allowances.ts';
import type { config as schema } from './config.ts';
import { readAdminEmails } from './domain/roles.ts';
import { openMailer } from './mail/mailer.ts';
import { openClaimIds } from './secrets/claim-ids.ts';
import { openCommandDigests } from './secrets/command-digests.ts';
import { openDecoyUserIds } from './secrets/decoy-user-ids.ts';
import { openMailedTokens } from './secrets/mailed-tokens.ts';
import { openPasswords } from './secrets/passwords.ts';
import { openRegistrationMarks } from './secrets/registration-marks.ts';
import { openSessionTokens } from './secrets/session-tokens.ts';

type Kit = ServiceKit<z.output<typeof schema>, typeof aggregates, true>;

export type Parts = Dependencies & {
  readonly mailer: ReturnType<typeof openMailer>;
  readonly publicUrl: string;
};

export const openParts = async (kit: Kit): Promise<Parts> => {
  const { config, nc, log, now, lifetime, aggregates } = kit;
  const { PUBLIC_URL: publicUrl, MASTER_KEY: masterKey, CLAIM_KEY: claimKey } = config;
  const masterSecrets = masterSecretsOf(config);
  const passwords = await openPasswords();
  lifetime.onStop('passwords', passwords.stop);
  return {
    ...aggregates,
    nc,
    log,
    now,
    passwords,
    publicUrl,
    mailer: noteResults(
      openMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, publicUrl }),
      kit.outside('mail'),
    ),
    claimIds: openClaimIds(claimKey),
    decoyUserIds: openDecoyUserIds(claimKey),
    userKeys: kit.sealing,
    verificationTokens: openMailedTokens(masterSecrets, 'verification-tokens'),
    resetTokens: openMailedTokens(masterSecrets, 'password-reset-tokens'),
    registrationMarks: openRegistrationMarks(masterSecrets),
    loginAttempts: await openLoginAttempts(nc, claimKey, now),
    mailAllowances: await openMailAllowances(nc, claimKey, now),
    digestOf: openCommandDigests(masterKey),
    sessionTokens: openSessionTokens(config.SESSION_SECRET),
    emailVerification: config.EMAIL_VERIFICATION,
    adminEmails: readAdminEmails(config.ADMIN_EMAILS),
  };
};
