// The events of a user become documents of each read model.
import { fromVut, type UserEvent } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import type { StoryFact } from '../../fixtures/story-fact.ts';
import { trading } from '../../fixtures/trading-story.ts';
import {
  deletion,
  documentsOf,
  EMAIL,
  purchase,
  refund,
  registration,
  reply,
  USERNAME,
  userStory,
} from '../../fixtures/user-story.ts';
import { type ChatDocument, chatsProjection } from './chats.ts';
import { type Figures, figuresProjection } from './figures.ts';
import { monthlyTokensProjection } from './monthly-tokens.ts';
import { type PaymentDocument, paymentsProjection } from './payments.ts';
import { type PersonDocument, peopleProjection } from './people.ts';
import { tokensOfLast } from './person-tokens.ts';
import { type StorageDocument, storageProjection } from './storage.ts';
import { type TraderDocument, tradersProjection } from './traders.ts';

const EARLIER = '2026-03-03T00:00:00.000Z';
const START = '2026-03-04T05:06:07.000Z';
const LATER = '2026-03-05T00:00:00.000Z';
const story = userStory('ada', START);

const personAfter = (...facts: StoryFact[]) => documentsOf<PersonDocument>(peopleProjection, facts).ada;
const userFact = (event: UserEvent): StoryFact => ({ of: 'user', id: 'ada', event, at: LATER });
const role = (type: 'RoleGranted' | 'RoleRevoked', name: string): StoryFact =>
  userFact(
    type === 'RoleGranted'
      ? { type, data: { userId: 'ada', role: name, grantedAt: LATER } }
      : { type, data: { userId: 'ada', role: name, revokedAt: LATER } },
  );

describe('a person', () => {
  test('is who registered, with what all contexts say', () =>
    expect(personAfter(...story)).toMatchObject({
      isUser: true,
      idKey: 'ada',
      email: EMAIL,
      emailKey: EMAIL.toLowerCase(),
      username: USERNAME,
      usernameKey: USERNAME.toLowerCase(),
      isVerified: true,
      createdAt: START,
      lastSeenAt: START,
      held: fromVut(9_600),
      credits: {
        available: fromVut(9_500),
        reserved: fromVut(100),
        spent: fromVut(400),
        granted: fromVut(10_000),
      },
      tokens: { total: 1_200, days: { '2026-03-04': 1_200 } },
      reached: { verified: 1, run: 1, purchase: 1, rebalance: 1 },
    }));

  test('that has not registered yet is in no list', () => {
    const early = personAfter(...story.filter(({ of }) => of !== 'user'));
    expect(early).toMatchObject({ isUser: false, email: '', held: fromVut(9_600) });
  });

  test('has the strongest role', () => {
    const granted = [
      ...registration('ada', START),
      role('RoleGranted', 'support'),
      role('RoleGranted', 'admin'),
    ];
    expect(personAfter(...granted)?.role).toBe('admin');
    expect(personAfter(...granted, role('RoleRevoked', 'admin'))?.role).toBe('support');
  });

  test('that is erased keeps figures and no words', () =>
    expect(personAfter(...story, deletion('ada', LATER))).toMatchObject({
      ...{
        isUser: false,
        idKey: '',
        email: '',
        emailKey: '',
        username: '',
        usernameKey: '',
        sessions: [],
        role: null,
      },
      ...{ erasedAt: LATER, createdAt: START, erasedSignUpAt: START, leftBehind: fromVut(9_600) },
      tokens: { total: 1_200 },
    }));

  test('has no session that was ended', () => {
    const sessionIds = ['session-of-ada'];
    const ended = userFact({
      type: 'SessionsEnded',
      data: { userId: 'ada', sessionIds, reason: 'operator' },
    });
    expect(personAfter(...registration('ada', START))?.sessions).toHaveLength(1);
    expect(personAfter(...registration('ada', START), ended)?.sessions).toEqual([]);
  });

  test('forgets the days of long ago, not their tokens', () => {
    const person = personAfter(
      reply('ada', '2026-01-01T23:59:59.999Z'),
      reply('ada', LATER),
      reply('ada', LATER),
    );
    expect(person?.tokens).toEqual({ total: 3_600, days: { '2026-03-05': 2_400 } });
  });
});

test('a week of tokens begins six days before today', () => {
  const days = { '2026-03-01': 1, '2026-03-02': 10, '2026-03-08': 100 };
  expect(tokensOfLast({ total: 111, days }, 7, '2026-03-08T12:00:00.000Z')).toBe(110);
  expect(tokensOfLast({ total: 111, days }, 1, '2026-03-08T00:00:00.000Z')).toBe(100);
});

describe('a payment', () => {
  const paymentAfter = (...facts: StoryFact[]) =>
    documentsOf<PaymentDocument>(paymentsProjection, facts)['order-of-ada'];
  const bought = purchase('ada', 'order-of-ada', START);

  test('is pending until it is settled', () => {
    expect(paymentAfter(...bought.slice(0, 1))).toMatchObject({ status: 'pending', isPending: true });
    expect(paymentAfter(...bought)).toMatchObject({
      ...{ status: 'finished', isPending: false, payCurrency: 'btc', refundedAt: null, lostRevenueAt: null },
      ...{ amountCents: 1_050, confirmedAt: '2026-03-04T05:06:09.000Z', paid: '0.5', due: '0.5' },
    });
  });

  test('that is refunded keeps its status, and says when', () =>
    expect(paymentAfter(...bought, ...refund('ada', 'order-of-ada', LATER))).toMatchObject({
      ...{ status: 'finished', isRefunded: true, refundedAt: '2026-03-05T00:00:01.000Z' },
      lostRevenueAt: '2026-03-04T05:06:09.000Z',
    }));
});

describe('a trader', () => {
  const traderAfter = (...facts: StoryFact[]) => documentsOf<TraderDocument>(tradersProjection, facts).ada;
  const ids = { userId: 'ada', deploymentId: 'deployment-of-ada' };
  const after = (event: StoryFact['event']): StoryFact => ({
    of: 'deployment',
    id: ids.deploymentId,
    event,
    at: LATER,
  });
  const active = {
    ...{ hasActive: true, active: 1, valueUsdt: 1_100, positions: 1, exchange: 'binance' },
    valuedAt: '2026-03-04T05:06:14.000Z',
  };

  test('shows the value and the return of the last event', () => {
    const trader = traderAfter(...trading('ada', START));
    expect(trader).toMatchObject({ ...active, exchanges: ['binance'] });
    expect(trader?.returnPercent).toBeCloseTo(10);
    expect(trader?.deployments['deployment-of-ada']).toMatchObject({ intervalHours: 4, isAuto: true });
  });

  test('has no play money in its value while a live deployment is active', () => {
    const paper = trading('ada', START).flatMap((fact): StoryFact[] => {
      if (fact.of !== 'deployment') return [];
      const { event } = fact;
      const data = { ...event.data, deploymentId: 'on-paper' };
      const played =
        event.type === 'DeploymentCreated' ? { ...data, mode: 'paper', createdAt: EARLIER } : data;
      return [{ ...fact, id: 'on-paper', event: { ...event, data: played } as never }];
    });
    expect(traderAfter(...paper)).toMatchObject({ mode: 'paper', valueUsdt: 1_100 });
    expect(traderAfter(...paper, ...trading('ada', START))).toMatchObject({
      ...{ mode: 'live', active: 2, valueUsdt: 1_100, positions: 1 },
    });
  });

  test('is active while paused, and not when stopped', () => {
    const paused = after({ type: 'DeploymentPaused', data: { ...ids, reason: 'KEYS_REJECTED', detail: '' } });
    const stopped = after({ type: 'DeploymentStopped', data: { ...ids, reason: 'by-user' } });
    expect(traderAfter(...trading('ada', START), paused)).toMatchObject(active);
    expect(traderAfter(...trading('ada', START), stopped)).toMatchObject({
      ...{
        isUser: true,
        hasActive: false,
        active: 0,
        valueUsdt: null,
        returnPercent: null,
        positions: null,
      },
      lastRebalanceAt: '2026-03-04T05:06:13.000Z',
    });
  });
});

test('storage counts the folders that exist', () =>
  expect(documentsOf<StorageDocument>(storageProjection, story).ada).toMatchObject({
    bytes: 5_000,
    results: 1,
  }));

test('the names of chats are with their user', () =>
  expect(documentsOf<ChatDocument>(chatsProjection, story)).toMatchObject({
    'chat-of-ada': { userId: 'ada' },
    'names:ada': { names: { 'chat-of-ada': 'Momentum of Lovelace' } },
  }));

test('tokens are counted by user and month', () =>
  expect(documentsOf(monthlyTokensProjection, story)).toEqual({
    '2026-03:ada': { month: '2026-03', userId: 'ada', tokens: 1_200 },
  }));

test('figures count by hour, by day and ever', () => {
  const documents = documentsOf<Figures>(figuresProjection, [...story, deletion('ada', LATER)]);
  const counted = {
    ...{ signups: 1, purchases: 1, revenueCents: 1_050, input: 1_000, cached: 400, output: 200 },
    ...{ runs: 1, failedRuns: 1, rebalances: 1, failedRebalances: 0 },
    ...{ granted: fromVut(10_000), bought: 0, spent: fromVut(400), held: fromVut(9_600) },
  };
  expect(documents['hour:2026-03-04T05']).toEqual({ ...counted, users: 1 });
  expect(documents['day:2026-03-04']).toEqual({ ...counted, users: 1 });
  expect(documents.ever).toEqual({ ...counted, users: 0 });
});
