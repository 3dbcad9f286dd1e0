// Every event of all contexts has a sentence or is left out on purpose.
import { readdirSync, readFileSync } from 'node:fs';
import {
  adminEvents,
  agentEvents,
  authEvents,
  backtestEvents,
  creditsEvents,
  fromVut,
  type RawEvent,
  tradingEvents,
} from '@tradeium/contracts';
import { expect, describe as group, test } from 'vitest';
import { describe, factsOf, LEFT_OUT, TOLD } from './describe.ts';
import type { UsersEvent } from './told.ts';

type Declared = {
  readonly context: string;
  readonly name: string;
  readonly events: { parse(raw: unknown): unknown };
  readonly upcast?: (written: RawEvent) => RawEvent;
};

const AGGREGATES = [
  authEvents,
  creditsEvents,
  backtestEvents,
  agentEvents,
  tradingEvents,
  adminEvents,
].flatMap((context) => Object.values(context) as unknown as Declared[]);

const typesOf = ({ events }: Declared): string[] =>
  (events as unknown as { options: { shape: { type: { value: string } } }[] }).options.map(
    ({ shape }) => shape.type.value,
  );

test('each event type has a sentence or is left out, and not both', () => {
  const types = AGGREGATES.flatMap(typesOf);
  const decided = [...TOLD.map(({ type }) => type), ...LEFT_OUT];
  expect(decided.toSorted()).toEqual(types.toSorted());
});

const golden = new URL('../../../../libs/contracts/golden/', import.meta.url);

const examples = AGGREGATES.flatMap((aggregate) => {
  const directory = new URL(`${aggregate.context}.${aggregate.name}/`, golden);
  const known = readdirSync(golden).includes(`${aggregate.context}.${aggregate.name}`);
  const files = known ? readdirSync(directory).filter((file) => !file.includes('.sealed.')) : [];
  return files.map((file) => ({ file, aggregate, url: new URL(file, directory) }));
});

test.each(examples)('$file makes a sentence of whole words', ({ aggregate, url }) => {
  const raw = JSON.parse(readFileSync(url, 'utf8')) as RawEvent;
  const event = aggregate.events.parse(aggregate.upcast?.(raw) ?? raw) as UsersEvent;
  const facts = factsOf(event, 'c');
  if (facts === null) return;
  // As a database returns them.
  const { text } = describe(event.type, JSON.parse(JSON.stringify(facts)));
  expect(text).not.toMatch(/undefined|NaN|null|\[object/);
  expect(text.length).toBeGreaterThan(5);
});

const userId = 'u1';
const say = (event: UsersEvent, commandId = 'c') => describe(event.type, factsOf(event, commandId) ?? {});

const registered = (): UsersEvent => {
  const data = { userId, email: 'secret@b.c', username: 'secret', passwordHash: 'secret', registeredAt: '' };
  return { type: 'UserRegistered', data };
};

const runFailed = (
  part: Partial<Extract<UsersEvent, { type: 'RunFailed' }>['data']>,
): Extract<UsersEvent, { type: 'RunFailed' }> => {
  const ids = { runId: 'r', chatId: 'c', userId };
  const nothing = { strategyError: null, line: null, refusal: null, report: null, computeMs: 0 };
  return { type: 'RunFailed', data: { ...ids, ...nothing, ...part } };
};

group('sentences', () => {
  const shared = { userId, chatId: 'c', runId: 'r', linkId: 'l', at: '' };
  test.each<[string, UsersEvent]>([
    ['Registered', registered()],
    [
      'An operator stopped a deployment',
      { type: 'DeploymentStopped', data: { userId, deploymentId: 'd', reason: 'by-operator' } },
    ],
    ['An operator locked the account', { type: 'UserLocked', data: { userId, lockedAt: '' } }],
    [
      'Ended 2 sessions',
      { type: 'SessionsEnded', data: { userId, sessionIds: ['a', 'b'], reason: 'revoked' } },
    ],
    [
      'Bought 10,000 VUT for 10 USD',
      {
        type: 'PaymentSettled',
        data: {
          paymentId: 'p1',
          accountId: userId,
          providerPaymentId: '1',
          amountUsdCents: 1_000,
          credits: fromVut(10_000),
        },
      },
    ],
    [
      'A backtest failed: The backtest was cancelled. No credits were charged.',
      runFailed({ refusal: { refused: 'RUN_CANCELLED' } }),
    ],
    [
      'A backtest failed: the strategy has an error in line 7',
      runFailed({ strategyError: 'my secret', line: 7 }),
    ],
    [
      'Shared a result by a link, without code, until 2026-01-31',
      { type: 'ResultShared', data: { ...shared, showsCode: false, expiresAt: '2026-01-31T00:00:00.000Z' } },
    ],
    [
      'Shared a result by a link, with code, without an end',
      { type: 'ResultShared', data: { ...shared, showsCode: true, expiresAt: null } },
    ],
    [
      'Got 500 VUT: by an operator',
      {
        type: 'CreditsGranted',
        data: {
          ...{
            accountId: userId,
            operationId: 'o',
            amount: fromVut(500),
            source: 'promotion',
            reason: 'For Ada',
          },
          ...{ entries: [], balance: { available: fromVut(500), reserved: fromVut(0) } },
        },
      },
    ],
    [
      'An operator ordered: grant 500 VUT',
      {
        type: 'ActionOrdered',
        data: {
          ...{ actionId: 'a', userId, actorId: 'o', subjectId: userId, kind: 'grant-credits' },
          ...{ details: { amount: 500 }, reason: 'For Ada', orderedAt: '' },
        },
      },
    ],
  ])('%s', (text, event) => expect(say(event).text).toBe(text));

  const stopped: UsersEvent = { type: 'TradingStopped', data: { userId, deploymentIds: ['d'], stops: [1] } };
  const mailed = { userId, issue: 1, tokenHash: 'h', salt: 's', expiresAt: '' };
  test.each<[string, string, UsersEvent]>([
    ['Stopped all deployments', `${userId}:stopAllTrading:admin`, stopped],
    ['An operator stopped all deployments', 'admin:a1', stopped],
    ['All deployments were stopped with the lock of the account', `locked:${userId}:7`, stopped],
    ['Requested a mail that resets the password', 'c', { type: 'PasswordResetRequested', data: mailed }],
    [
      'An operator sent a mail that resets the password',
      'admin:a1',
      { type: 'PasswordResetRequested', data: mailed },
    ],
    [
      'An operator sent a mail that verifies the address',
      'admin:a1',
      { type: 'VerificationRequested', data: mailed },
    ],
    [
      'An operator ordered: send a mail that resets the password',
      'c',
      {
        type: 'ActionOrdered',
        data: {
          ...{ actionId: 'a', userId, actorId: 'o', subjectId: userId, kind: 'resend-mail' },
          ...{ details: { mail: 'password-reset' }, reason: '', orderedAt: '' },
        },
      },
    ],
  ])('%s: by the command %s', (text, commandId, event) => expect(say(event, commandId).text).toBe(text));

  test('hold no word that a person chose', () => {
    const events = [
      runFailed({ strategyError: 'my secret', line: 7 }),
      registered(),
      { type: 'ChatRenamed', data: { userId, chatId: 'c', name: 'my secret' } } as const,
      {
        type: 'FavoriteAdded',
        data: { userId, chatId: 'c', item: { type: 'strategy', filename: 'my secret' }, name: 'my secret' },
      } as const,
    ];
    expect(JSON.stringify(events.map((event) => factsOf(event, 'c')))).not.toContain('secret');
  });

  test('of comparisons without a difference do not exist', () => {
    const data = { userId, deploymentId: 'd', holdings: {}, changes: [] };
    expect(factsOf({ type: 'AccountReconciled', data }, 'c')).toBeNull();
  });

  test('of a second reversal are no problem, of every other refused command they are', () => {
    const toned = (command: 'ReverseGrant' | 'RefundCredits', refused: string) => {
      const data = { accountId: userId, operationId: 'o', command, refused };
      return say({ type: 'CommandRefused', data }).tone;
    };
    expect(toned('ReverseGrant', 'REFUND_EXCEEDS_CHARGE')).toBe('neutral');
    expect(toned('ReverseGrant', 'ACCOUNT_CLOSED')).toBe('bad');
    expect(toned('RefundCredits', 'REFUND_EXCEEDS_CHARGE')).toBe('bad');
  });

  test('name a code that the catalogue has lost', () =>
    expect(say(runFailed({ refusal: { refused: 'OLD_LOST_CODE' } })).text).toBe(
      'A backtest failed: old lost code',
    ));
});
