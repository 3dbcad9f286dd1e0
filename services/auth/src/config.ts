// The environment of the auth service.
import { commonConfig, masterKeyConfig } from '@tradeium/service-kit';
import { z } from 'zod';

/** Kept by the operator and never changed: 32 characters or more, drawn at random. */
const secret = z.string().min(32, 'needs at least 32 characters');

export const config = commonConfig.extend({
  /** Signs the session tokens; the gateway has the same one. */
  SESSION_SECRET: secret,
  /** They wrap the users' data keys and make the mailed tokens. */
  ...masterKeyConfig,
  /** Makes the ids of claims on email addresses and usernames. */
  CLAIM_KEY: secret,
  /** Where users open the product; links in mails begin with it. */
  PUBLIC_URL: z.url().default('http://localhost:4000'),
  SMTP_URL: z.string().default('smtp://127.0.0.1:1025'),
  MAIL_FROM: z.string().default('Tradeium <no-reply@tradeium.local>'),
  /** `off`: a registration logs in at once. */
  EMAIL_VERIFICATION: z.enum(['required', 'off']).default('required'),
  /** Addresses whose owners are admins once verified, separated by commas. */
  ADMIN_EMAILS: z.string().default(''),
});
