// When bars close and rebalances are due: a moment after the close, by a calendar at the bars of a simulation.
import { calendarOf, firstOpenFrom, TIMEFRAME_MS, type Timeframe } from '@tradeium/contracts';
import { tradedBars } from '@tradeium/portfolio';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { after, created, ids, intended, RESULT } from '../../fixtures/deployment-story.ts';
import { AFTER_CLOSE_MS, decidesAfter, isDueAt, newestClose, nextRebalance } from './bar-times.ts';
import { type CreatedDeployment, emptyDeployment } from './deployment-state.ts';

const at = (iso: string): number => Date.parse(iso);

test.each([
  ['24h', '2026-03-04T00:00:00Z', '2026-03-04T00:00:00Z'],
  ['24h', '2026-03-03T23:59:59Z', '2026-03-03T00:00:00Z'],
  ['4h', '2026-03-04T13:30:00Z', '2026-03-04T12:00:00Z'],
  // Weeks begin on Monday.
  ['weekly', '2026-03-04T13:30:00Z', '2026-03-02T00:00:00Z'],
] as const)('the newest closed bar of %s at %s closed at %s', (timeframe, now, close) => {
  expect(newestClose(timeframe, at(now))).toBe(at(close));
});

type Rebalancing = Parameters<typeof isDueAt>[0];
type Calendar = NonNullable<NonNullable<Rebalancing['created']>['settings']['rebalance_every']>;

/** A deployment that last rebalanced on a bar, or never did. */
const deployed = (timeframe: Timeframe, calendar: Calendar, last: string | null): Rebalancing => {
  const { data } = created() as Extract<ReturnType<typeof created>, { type: 'CreateDeployment' }>;
  return {
    created: { ...data, settings: { ...data.settings, timeframe, rebalance_every: calendar } },
    isInvested: last !== null,
    lastBarClose: last,
    open: null,
  };
};

describe('the next rebalance', () => {
  test('comes a moment after the close, and after that with the next bar', () => {
    const midnight = at('2026-03-04T00:00:00Z');
    const due = midnight + AFTER_CLOSE_MS;
    const daily = deployed('24h', 'bar', '2026-03-03T00:00:00.000Z');
    expect(nextRebalance(daily, midnight)).toBe(due);
    expect(nextRebalance(daily, due)).toBe(due + 86_400_000);
  });

  test.each<[string, Timeframe, Calendar, string | null, string, string]>([
    ['the first one with the next bar', '24h', 'monthly', null, '2026-03-04T13:00', '2026-03-05T00:00'],
    ['then on Monday', '24h', 'weekly', '2026-03-03T00:00', '2026-03-04T13:00', '2026-03-09T00:00'],
    [
      'then on the first of the month',
      '1h',
      'monthly',
      '2026-03-01T00:00',
      '2026-03-04T13:30',
      '2026-04-01T00:00',
    ],
    [
      'weekly bars on the first Monday of a month',
      'weekly',
      'monthly',
      '2026-03-02T00:00',
      '2026-03-04T13:30',
      '2026-04-06T00:00',
    ],
    [
      'one that was missed with the next bar',
      '1h',
      'monthly',
      '2026-03-01T00:00',
      '2026-04-03T13:30',
      '2026-04-03T14:00',
    ],
    [
      'not in the second half of a month',
      '1h',
      'monthly',
      '2026-03-01T00:00',
      '2026-04-17T13:30',
      '2026-05-01T00:00',
    ],
    [
      'one by hand before it does not replace it',
      '1h',
      'daily',
      '2026-03-04T13:00',
      '2026-03-04T13:30',
      '2026-03-05T00:00',
    ],
  ])('by a calendar comes %s', (_, timeframe, calendar, last, now, next) => {
    const deployment = deployed(timeframe, calendar, last && `${last}:00.000Z`);
    expect(new Date(nextRebalance(deployment, at(`${now}Z`)) - AFTER_CLOSE_MS)).toEqual(new Date(`${next}Z`));
  });

  test('while one is under way it is the one after it', () => {
    const before = deployed('1h', 'weekly', '2026-02-23T00:00:00.000Z');
    const barClose = '2026-03-02T00:00:00.000Z';
    const open = { kind: 'scheduled', barClose } as NonNullable<Rebalancing['open']>;
    expect(nextRebalance(before, at('2026-03-02T00:10:00Z'))).toBe(at('2026-03-02T01:00:03Z'));
    const next = nextRebalance({ ...before, open }, at('2026-03-02T00:10:00Z'));
    expect(next).toBe(at('2026-03-09T00:00:03Z'));
  });
});

describe('a rebalance that sold and could not buy', () => {
  type Kind = 'scheduled' | 'manual';
  const failure = { code: 'MANDATE_EXCEEDED', detail: 'a buy was refused' };

  /** One more on the bar, of which one order filled. */
  const rebalanced = (
    before: CreatedDeployment,
    barClose: string,
    kind: Kind,
    isCompleted: boolean,
  ): CreatedDeployment => {
    const rebalance = { ...ids, rebalanceId: `${kind}-${barClose}` };
    const outcome = { kind: 'closed', result: RESULT } as const;
    const { state } = after(
      [
        { type: 'StartRebalance', ...rebalance, kind, barClose },
        intended(barClose, '100', rebalance.rebalanceId),
        { type: 'RecordOutcome', ...rebalance, clientOrderId: barClose, outcome },
        { type: 'EndRebalance', ...rebalance, charged: 0, failure: isCompleted ? null : failure },
      ],
      barClose,
      before,
    );
    expect(state).toMatchObject({ open: null, lastRebalanceAt: barClose });
    return { ...state, created: before.created };
  };

  const march = '2026-03-01T00:00:00.000Z';
  const invested = (calendar: Calendar): CreatedDeployment => ({
    ...emptyDeployment,
    ...deployed('1h', calendar, march),
    isOn: true,
  });

  test.each<Kind>(['scheduled', 'manual'])(
    'and was %s is tried once a bar, with the same decisions, until one has come to its end',
    (kind) => {
      const [first, second, third] = [0, 1, 2].map((hour) => at(`2026-04-01T0${hour}:00:00Z`)) as [
        number,
        number,
        number,
      ];
      const failed = rebalanced(invested('monthly'), '2026-04-01T00:00:00.000Z', kind, false);
      expect(nextRebalance(failed, first + AFTER_CLOSE_MS)).toBe(second + AFTER_CLOSE_MS);
      expect(isDueAt(failed, second)).toBe(true);
      expect(decidesAfter(failed, second)).toBe(at(march));

      const again = rebalanced(failed, '2026-04-01T01:00:00.000Z', 'scheduled', false);
      expect(nextRebalance(again, second + AFTER_CLOSE_MS)).toBe(third + AFTER_CLOSE_MS);
      expect(decidesAfter(again, third)).toBe(at(march));
      expect(isDueAt(again, at('2026-04-17T00:00:00Z'))).toBe(false);

      const completed = rebalanced(again, '2026-04-01T02:00:00.000Z', kind, true);
      const may = at('2026-05-01T00:00:00Z');
      expect(nextRebalance(completed, third + AFTER_CLOSE_MS)).toBe(may + AFTER_CLOSE_MS);
      expect(decidesAfter(completed, may)).toBe(third);
    },
  );

  test('changes nothing without a calendar: each bar is due, with its own decision', () => {
    const failed = rebalanced(invested('bar'), '2026-04-01T00:00:00.000Z', 'scheduled', false);
    const next = at('2026-04-01T01:00:00Z');
    expect(isDueAt(failed, next)).toBe(true);
    expect(decidesAfter(failed, next)).toBe(at('2026-04-01T00:00:00Z'));
  });

  test('is not begun a second time on its bar', () => {
    const barClose = '2026-04-01T00:00:00.000Z';
    const failed = rebalanced(invested('monthly'), barClose, 'scheduled', false);
    const rebalanceId = `scheduled-${barClose}`;
    const start = { type: 'StartRebalance', ...ids, rebalanceId, kind: 'scheduled', barClose } as const;
    expect(after([start], barClose, failed).answer).toEqual([]);
  });
});

test('a deployment trades the decisions that a simulation trades, at the same bars', () => {
  const timeframes = fc.constantFrom<Timeframe>('1h', '6h', '24h', 'weekly');
  const calendars = fc.constantFrom<Calendar>('bar', 'daily', 'weekly', 'monthly');
  const decisions = fc.array(fc.boolean(), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(timeframes, calendars, decisions, fc.nat(400), (timeframe, calendar, decides, day) => {
      const first = firstOpenFrom(timeframe, at('2024-01-01T00:00:00Z') + day * 86_400_000);
      const closes = decides.map((_, bar) => first + bar * TIMEFRAME_MS[timeframe]);
      let deployment = deployed(timeframe, calendar, null);
      const live = closes.map((closeMs, bar) => {
        if (!isDueAt(deployment, closeMs)) return -1;
        const afterMs = decidesAfter(deployment, closeMs) ?? Number.NEGATIVE_INFINITY;
        const newest = decides.lastIndexOf(true, bar);
        const decided = newest >= 0 && (closes[newest] as number) > afterMs ? newest : -1;
        const isInvested = deployment.isInvested || decided >= 0;
        deployment = { ...deployment, isInvested, lastBarClose: new Date(closeMs).toISOString() };
        return decided;
      });
      const { settings } = deployment.created;
      expect(live).toEqual([...tradedBars(closes, (bar) => decides[bar] === true, calendarOf(settings))]);
    }),
  );
});
