// Each content counts once in its chat and once in the account, and the spread of its Sharpe ratios is exact.
import { TRIALS_OF_USER_MAX, type TrialsEvent } from '@tradeium/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadOf, type Trial, type Trials, trialsAggregate, trialsOfRange } from './trials.ts';

const RANGE = { startDate: '2024-01-01', endDate: '2024-12-31' };
const { decide, evolve, initial } = trialsAggregate;

const contentOf = (name: string): string => name.padEnd(22, '-');
const tried = (name: string, sharpePerDay: number | null = null): Trial => ({
  content: contentOf(name),
  sharpePerDay,
});
const decided = (state: Trials, chatId: string, trials: readonly Trial[], range = RANGE): TrialsEvent[] =>
  decide({ type: 'CountTrials', userId: 'u1', chatId, ...range, trials }, state);
const counting = (state: Trials, chatId: string, trials: readonly Trial[], range = RANGE): Trials =>
  decided(state, chatId, trials, range).reduce(evolve, state);

test('a content counts once, alone or among others, and the same again is nothing new', () => {
  const state = counting(initial, 'c1', [tried('a', 0.1), tried('a', 0.1), tried('b')]);
  expect(spreadOf(state, 'c1')).toEqual({ count: 2, variance: null });
  expect(decided(state, 'c1', [tried('b'), tried('a', 0.1)])).toEqual([]);
  expect(spreadOf(counting(state, 'c1', [tried('a', 0.1), tried('c', 0.3)]), 'c1')).toEqual({
    count: 3,
    variance: expect.closeTo(0.02, 12),
  });
});

test('one that failed gets its Sharpe ratio when it has one later, and never loses it', () => {
  const failed = counting(initial, 'c1', [tried('a'), tried('b', 0.1)]);
  const later = counting(failed, 'c1', [tried('a', 0.3)]);
  expect(spreadOf(later, 'c1')).toEqual({ count: 2, variance: expect.closeTo(0.02, 12) });
  expect(decided(later, 'c1', [tried('a')])).toEqual([]);
  expect(spreadOf(counting(initial, 'c1', [tried('a'), tried('a', 0.1), tried('b', 0.3)]), 'c1')).toEqual({
    count: 2,
    variance: expect.closeTo(0.02, 12),
  });
});

test('chats count by themselves; for the account the same content in two chats is one', () => {
  const one = counting(initial, 'c1', [tried('a', 0.1), tried('b')]);
  const both = counting(one, 'c2', [tried('a', 0.1), tried('c', 0.2)]);
  expect(spreadOf(both, 'c1').count).toBe(2);
  expect(spreadOf(both, 'c2').count).toBe(2);
  expect(spreadOf(both, 'c3')).toEqual({ count: 0, variance: null });
  expect(trialsOfRange(both, RANGE)).toBe(3);
  const other = { ...RANGE, endDate: '2025-12-31' };
  const ranges = counting(both, 'c2', [tried('d')], other);
  expect([trialsOfRange(ranges, RANGE), trialsOfRange(ranges, other)]).toEqual([3, 1]);
});

test('beyond the limit of an account no new content counts, a known one still gets its Sharpe ratio', () => {
  const full = { ...counting(initial, 'c1', [tried('a')]), total: TRIALS_OF_USER_MAX };
  expect(decided(full, 'c1', [tried('b', 0.1)])).toEqual([]);
  expect(decided(full, 'c1', [tried('a', 0.1), tried('b')])).toEqual([
    {
      type: 'TrialsCounted',
      data: { userId: 'u1', chatId: 'c1', ...RANGE, trials: [{ ...tried('a', 0.1), isNew: false }] },
    },
  ]);
});

test('however the trials come, the count is that of the contents and the variance that of all their ratios', () => {
  const ratio = fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: null });
  const contents = fc.uniqueArray(fc.tuple(fc.stringMatching(/^\w{1,8}$/), ratio), {
    selector: ([name]) => name,
    maxLength: 40,
  });
  fc.assert(
    fc.property(contents, fc.integer({ min: 1, max: 7 }), (all, size) => {
      const trials = all.map(([name, sharpe]) => tried(name, sharpe));
      let state: Trials = initial;
      for (let at = 0; at < trials.length; at += size) {
        const some = trials.slice(at, at + size);
        state = counting(counting(state, 'c1', some), 'c1', [...some, ...trials.slice(0, at)]);
      }
      const ratios = trials.flatMap(({ sharpePerDay }) => (sharpePerDay === null ? [] : [sharpePerDay]));
      const mean = ratios.reduce((sum, value) => sum + value, 0) / ratios.length;
      const variance = ratios.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (ratios.length - 1);
      expect(spreadOf(state, 'c1')).toEqual({
        count: trials.length,
        variance: ratios.length < 2 ? null : expect.closeTo(variance, 9),
      });
      expect(trialsOfRange(state, RANGE)).toBe(trials.length);
    }),
  );
});
