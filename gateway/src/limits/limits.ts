// Limits how often a user or an address may ask, so that guessing, flooding and runaway scripts end in 429.
import { hash } from 'node:crypto';
import { LIMITS, type Limit, type LimitName, refuse } from '@tradeium/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit, type Store } from 'express-rate-limit';
import type { GatewayConfig } from '../config.ts';
import { sendRefusal } from '../requests/refusals.ts';
import { scopeOf } from '../requests/request-scope.ts';
import type { Counts } from './counts.ts';

/** The handler that enforces each limit. */
export type Limits = Readonly<Record<LimitName, RequestHandler>>;

const WINDOW_MS = 60_000;
const NAME_LENGTH_MAX = 254;

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * The address that a request counts for; for IPv6 the network, which one household or company shares. A proxy on this
 * machine that is not trusted hides where its visitors are: they count together, and never as this machine.
 */
export const addressOf = ({ ip = 'unknown', headers }: Pick<Request, 'ip' | 'headers'>): string =>
  LOOPBACK.has(ip) && headers['x-forwarded-for'] !== undefined ? 'behind a proxy' : ipKeyGenerator(ip);

/**
 * The account of a login, registration or reset, as its sender typed it, or the user that the token of a mail names;
 * hashed, as counts travel between gateways and must be short.
 */
const accountName = ({ body }: Request): string => {
  const fields: { email?: unknown; token?: unknown } = body && typeof body === 'object' ? body : {};
  const { email, token } = fields;
  const [user] = typeof token === 'string' ? token.split('.', 1) : [];
  const name = typeof email === 'string' ? email.trim().toLowerCase() : (user ?? '');
  return hash('sha256', name.slice(0, NAME_LENGTH_MAX), 'base64url');
};

const KEY_OF: Readonly<Record<Limit['countedBy'], (request: Request, response: Response) => string>> = {
  user: (request, response) => scopeOf(response).session?.user.id ?? addressOf(request),
  address: addressOf,
  account: (request, response) =>
    scopeOf(response).session?.user.id ?? `${addressOf(request)} ${accountName(request)}`,
};

/** After this share of a limit, hits are published at once: it bounds what others admit unknowingly. */
const PUBLISHED_SHARE = 0.1;

const storeOf = (counts: Counts, name: string, limit: number): Store => {
  const publishAfter = Math.max(1, Math.floor(limit * PUBLISHED_SHARE));
  return {
    increment: (key) => {
      const { total, resetAt } = counts.hit(`${name} ${key}`, WINDOW_MS, publishAfter);
      return { totalHits: total, resetTime: new Date(Date.now() + resetAt - performance.now()) };
    },
    decrement: () => undefined,
    resetKey: () => undefined,
  };
};

const limiter = (store: Store, limit: number, countedBy: Limit['countedBy']): RequestHandler =>
  rateLimit({
    store,
    windowMs: WINDOW_MS,
    limit,
    keyGenerator: KEY_OF[countedBy],
    standardHeaders: 'draft-6',
    legacyHeaders: false,
    // Its checks of our configuration write to the console; our tests do that job.
    validate: false,
    handler: (_request, response) => sendRefusal(response, refuse('TOO_MANY_REQUESTS')),
  });

export const openLimits = ({ config, counts }: { config: GatewayConfig; counts: Counts }): Limits => {
  const entries = Object.entries(LIMITS).map(([name, { setting, countedBy }]) => [
    name,
    limiter(storeOf(counts, name, config[setting]), config[setting], countedBy),
  ]);
  return Object.fromEntries(entries) as Limits;
};
