// A made-up history of users for the benchmark of administration: each registers, gets the welcome credits, and spends some.
import { randomBytes } from 'node:crypto';
import { subjectOf } from '@tradeium/contracts';
import type { NatsConnection } from 'nats';
import { publishSigned } from '../libs/testing/src/servers/signing-keys.ts';

/** How many events each user has. */
export const EVENTS_OF_USER = 50;
const USERS_AT_ONCE = 500;

const DAY_MS = 86_400_000;
const BEGAN = Date.parse('2025-01-01T00:00:00.000Z');

/** The id of the n-th user; the name is the same with `_`. */
export const nameOf = (n: number): string => `user-${String(n).padStart(6, '0')}`;
const instant = (ms: number): string => new Date(BEGAN + ms).toISOString();

type Fact = { context: string; aggregate: string; id: string; type: string; data: object; at: string };

/** One user's year: registers, gets the welcome credits, and spends some of them again and again. */
const factsOf = (n: number): Fact[] => {
  const userId = nameOf(n);
  const at = (k: number) => instant(((n * 7_919) % 300) * DAY_MS + k * 3_600_000);
  const auth = { context: 'auth', aggregate: 'user', id: userId };
  const credits = { context: 'credits', aggregate: 'account', id: userId };
  const words = { email: `${userId}@example.com`, username: userId.replace('-', '_'), passwordHash: 'none' };
  const period = { periodStart: at(0), periodEnd: at(720) };
  const welcome = 10_000_000_000;
  const spent = (k: number): Fact[] => {
    const operation = { accountId: userId, operationId: `run:${k}`, purpose: 'backtest' };
    const reserved = { ...operation, amount: 2_000_000, expiresAt: at(k + 1) };
    const captured = { ...operation, amount: 1_500_000, returned: 500_000 };
    const hold = [
      ['available', -2_000_000],
      ['reserved', 2_000_000],
    ];
    const use = [
      ['reserved', -2_000_000],
      ['spent', 1_500_000],
      ['available', 500_000],
    ];
    return [
      { ...credits, type: 'CreditsReserved', data: { ...reserved, entries: hold }, at: at(k) },
      { ...credits, type: 'CreditsCaptured', data: { ...captured, entries: use }, at: at(k) },
    ];
  };
  const granted = {
    accountId: userId,
    operationId: 'verified-bonus',
    amount: welcome,
    source: 'promotion',
    reason: 'Welcome credits',
    entries: [
      ['available', welcome],
      ['promotion', -welcome],
    ],
  };
  return [
    { ...auth, type: 'UserRegistered', data: { userId, ...words, registeredAt: at(0) }, at: at(0) },
    { ...auth, type: 'EmailVerified', data: { userId }, at: at(1) },
    { ...credits, type: 'AccountOpened', data: { accountId: userId, ...period }, at: at(1) },
    { ...credits, type: 'CreditsGranted', data: granted, at: at(1) },
    ...Array.from({ length: (EVENTS_OF_USER - 4) / 2 }, (_, k) => spent(k + 2)).flat(),
  ];
};

/** Writes the events of users into the streams, as they would be stored unsealed. */
export const publishUsers = async (nc: NatsConnection, from: number, to: number): Promise<void> => {
  for (let first = from; first < to; first += USERS_AT_ONCE) {
    const users = Array.from({ length: Math.min(USERS_AT_ONCE, to - first) }, (_, k) => first + k);
    await Promise.all(
      users.map(async (user) => {
        const ends = new Map<string, number>();
        for (const { context, aggregate, id, type, data, at } of factsOf(user)) {
          const subject = subjectOf(context, aggregate, id);
          const meta = { commandId: randomBytes(12).toString('hex'), userId: id, at };
          const commit = JSON.stringify({ events: [{ type, data }], meta });
          ends.set(subject, await publishSigned(nc, subject, commit, ends.get(subject) ?? 0));
        }
      }),
    );
  }
};
