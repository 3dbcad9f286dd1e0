// How often a user or an address may ask, so that guessing, flooding and runaway scripts end in 429.
import { refuse } from '@tradeium/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { GatewayConfig } from './config.ts';
import { paced } from './pace.ts';
import { sendRefusal } from './refusals.ts';
import { scopeOf } from './request-scope.ts';

export type Limits = {
  /** Every API request, by user, else by address. */
  readonly general: RequestHandler;
  /** Attempts at an account, by address and the name that was typed. */
  readonly account: RequestHandler;
  /** Those attempts of strangers that hash a password: each waits for its turn. */
  readonly pace: RequestHandler;
  readonly execute: RequestHandler;
  /** Checks of code, each of which starts a sandbox. */
  readonly checks: RequestHandler;
  /** Files of all that is kept of a user, which take long to gather. */
  readonly exports: RequestHandler;
  /** Notices of the payment provider, by address. */
  readonly webhook: RequestHandler;
};

/** The account that a login, registration or resend is about, as typed by whoever asks. */
const accountName = ({ body }: Request): string => {
  const email: unknown = body && typeof body === 'object' ? (body as { email?: unknown }).email : undefined;
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 254) : '';
};

const address = (request: Request): string => ipKeyGenerator(request.ip ?? 'unknown');

const whoAsks = (request: Request, response: Response): string =>
  scopeOf(response).session?.user.id ?? address(request);

/** Counts in this process: several gateways allow as many times more. */
const limiter = (limit: number, keyOf: (request: Request, response: Response) => string): RequestHandler =>
  rateLimit({
    windowMs: 60_000,
    limit,
    keyGenerator: keyOf,
    standardHeaders: 'draft-6',
    legacyHeaders: false,
    // Its checks of our configuration write to the console; the tests are ours.
    validate: false,
    handler: (_request, response) => sendRefusal(response, refuse('TOO_MANY_REQUESTS')),
  });

export const openLimits = (config: GatewayConfig): Limits => ({
  general: limiter(config.RATE_LIMIT_PER_MINUTE, whoAsks),
  account: limiter(
    config.RATE_LIMIT_AUTH_PER_MINUTE,
    (request) => `${address(request)} ${accountName(request)}`,
  ),
  pace: paced(config.ATTEMPT_PACE_MS),
  execute: limiter(config.RATE_LIMIT_EXECUTE_PER_MINUTE, whoAsks),
  checks: limiter(config.RATE_LIMIT_CHECK_PER_MINUTE, whoAsks),
  exports: limiter(config.RATE_LIMIT_EXPORT_PER_MINUTE, whoAsks),
  webhook: limiter(config.RATE_LIMIT_WEBHOOK_PER_MINUTE, address),
});
