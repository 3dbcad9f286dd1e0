// A mandate allows and refuses orders, line by line, and some rules hold for all of them.
import { type Mandate, NO_MANDATE } from '@tradeium/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { after, created, ids, NOW, typesOf } from '../../fixtures/deployment-story.ts';
import type { DeploymentCommand } from './deployment.ts';
import { drawdownState, isExpired, limitsLeft, type MandatedOrder, mandateRefusal } from './mandate.ts';

const order: MandatedOrder = { coin: 'BTC', side: 'buy', quantity: '1', notional: '100', limitPrice: '0' };
const judge = (mandate: Partial<Mandate>, given: Partial<MandatedOrder> = {}, turnoverToday = 0) =>
  mandateRefusal({ ...NO_MANDATE, ...mandate }, { ...order, ...given }, { turnoverToday, now: NOW })
    ?.refused ?? null;

describe('an order', () => {
  test.each<[string, Partial<Mandate>, Partial<MandatedOrder>, number, string | null]>([
    ['is free without a mandate', {}, { notional: '1000000' }, 1e9, null],
    ['may be as large as allowed', { order_max_usdt: 100 }, {}, 0, null],
    [
      'is refused a cent above',
      { order_max_usdt: 100 },
      { notional: '100.01' },
      0,
      'MANDATE_ORDER_TOO_LARGE',
    ],
    ['is refused as a sell, too', { order_max_usdt: 99 }, { side: 'sell' }, 0, 'MANDATE_ORDER_TOO_LARGE'],
    [
      'is judged by what it may cost at its limit price',
      { order_max_usdt: 100 },
      { quantity: '0.1', limitPrice: '1000.1' },
      0,
      'MANDATE_ORDER_TOO_LARGE',
    ],
    [
      'counts so for the day, too',
      { daily_turnover_max_usdt: 150 },
      { limitPrice: '101' },
      50,
      'MANDATE_TURNOVER',
    ],
    ['may use up the turnover of the day', { daily_turnover_max_usdt: 150 }, {}, 50, null],
    ['is refused beyond it', { daily_turnover_max_usdt: 150 }, {}, 50.01, 'MANDATE_TURNOVER'],
    ['may buy a listed coin', { coins: ['BTC', 'ETH'] }, {}, 0, null],
    ['must not buy another', { coins: ['ETH'] }, {}, 0, 'MANDATE_COIN'],
    ['may sell another, to get out of it', { coins: ['ETH'] }, { side: 'sell' }, 0, null],
    ['must not buy with an empty list', { coins: [] }, {}, 0, 'MANDATE_COIN'],
    ['may be sent before the end', { expires_at: '2026-03-01T12:00:00.001Z' }, {}, 0, null],
    ['is refused from then on', { expires_at: NOW }, {}, 0, 'MANDATE_EXPIRED'],
    ['is not sold after the end either', { expires_at: NOW }, { side: 'sell' }, 0, 'MANDATE_EXPIRED'],
  ])('%s', (_, mandate, given, turnoverToday, wanted) => {
    expect(judge(mandate, given, turnoverToday)).toBe(wanted);
  });
});

describe('a drawdown', () => {
  test.each([
    [0, 'fine'],
    [15.99, 'fine'],
    [16, 'warn'],
    [19.99, 'warn'],
    [20, 'stop'],
    [100, 'stop'],
  ])('of %d percent, with a stop at 20: %s', (percent, wanted) => {
    expect(drawdownState({ drawdown_stop_percent: 20 }, percent)).toBe(wanted);
  });

  test('stops nothing without a mandate', () => {
    expect(drawdownState(NO_MANDATE, 100)).toBe('fine');
  });
});

test('a mandate without an end never expires', () => {
  expect(isExpired(NO_MANDATE, '9999-01-01T00:00:00.000Z')).toBe(false);
});

test('a mandate is saved with an end that is still to come', () => {
  const saved = (expires_at: string) =>
    after([created(), { type: 'ChangeMandate', ...ids, mandate: { ...NO_MANDATE, expires_at } }], NOW).answer;
  expect(typesOf(saved(NOW))).toBe('MANDATE_INVALID');
  expect(typesOf(saved('2026-03-01T12:00:00.001Z'))).toEqual(['MandateChanged']);
});

test('a mandate that allows the same, in whatever order its coins are, is not saved again', () => {
  const change = (coins: string[], order_max_usdt: number | null = null): DeploymentCommand => ({
    ...{ type: 'ChangeMandate', ...ids, mandate: { ...NO_MANDATE, coins, order_max_usdt } },
  });
  const saved = [created(), change(['BTC', 'ETH'])];
  expect(after([...saved, change(['ETH', 'BTC'])], NOW).answer).toEqual([]);
  expect(typesOf(after([...saved, change(['BTC'])], NOW).answer)).toEqual(['MandateChanged']);
  expect(typesOf(after([...saved, change(['BTC', 'ETH'], 100)], NOW).answer)).toEqual(['MandateChanged']);
});

const limit = fc.option(fc.integer({ min: 1, max: 10_000 }));
test('orders that are let through, one after the other, stay within the day and each within the largest', () => {
  fc.assert(
    fc.property(limit, limit, fc.array(fc.integer({ min: 1, max: 5_000 })), (orderMax, dayMax, notionals) => {
      let turnoverToday = 0;
      for (const notional of notionals) {
        const mandate = { order_max_usdt: orderMax, daily_turnover_max_usdt: dayMax };
        if (judge(mandate, { notional: String(notional) }, turnoverToday) !== null) continue;
        turnoverToday += notional;
        expect(notional).toBeLessThanOrEqual(orderMax ?? Number.POSITIVE_INFINITY);
      }
      expect(turnoverToday).toBeLessThanOrEqual(dayMax ?? Number.POSITIVE_INFINITY);
    }),
  );
});

test('what a strict mandate lets through, a looser one does too', () => {
  fc.assert(
    fc.property(
      limit,
      fc.integer({ min: 0, max: 1_000 }),
      fc.integer({ min: 1, max: 9_999 }),
      (max, more, notional) => {
        const at = (order_max_usdt: number | null) =>
          judge({ order_max_usdt }, { notional: String(notional) });
        if (at(max) === null) expect(at(max === null ? null : max + more)).toBeNull();
      },
    ),
  );
});

test('what is left of a day has no digits of its own', () => {
  const mandate = { ...NO_MANDATE, daily_turnover_max_usdt: 0.3 };
  expect(limitsLeft(mandate, 0.1)).toEqual({ orderMax: null, turnoverLeft: 0.2, onLimit: 'cut' });
  expect(limitsLeft(mandate, 5).turnoverLeft).toBe(0);
  expect(limitsLeft({ ...NO_MANDATE, order_max_usdt: 7, on_limit: 'stop' }, 5)).toEqual({
    ...{ orderMax: 7, turnoverLeft: null, onLimit: 'stop' },
  });
});
