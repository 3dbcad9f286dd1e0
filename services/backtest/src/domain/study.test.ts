// A study from its start to its end: what repetitions, late batches and an erased account change.
import { microVutOf, type StudyEvent } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import {
  bytesOf,
  chargeOf,
  computedOf,
  decideStudy,
  type KnownStudy,
  partOf,
  type Study,
  studyAggregate,
} from './study.ts';

const ids = { studyId: 's1', chatId: 'c1', userId: 'u1' };
const digest = 'a'.repeat(64);
const started: Extract<StudyEvent, { type: 'StudyStarted' }> = {
  type: 'StudyStarted',
  data: {
    ...ids,
    strategyFilename: 'strategy_a.py',
    strategyVersion: 1,
    code: digest,
    settings: {
      portfolio: ['USDT', 'BTC'],
      timeframe: '24h',
      fees: 0.001,
      start_date: '2024-01-01',
      end_date: '2024-12-31',
    },
    plan: { method: 'grid', parameters: { n: { values: [1, 2, 3] } }, settings: {}, seed: 0 },
    fixed: { m: 1, calm: false },
    points: 3,
    list: digest,
    reserved: microVutOf(3_000),
    at: '2026-01-01T00:00:00.000Z',
  },
};
const batch = (computations: number[], failed = 0): Extract<StudyEvent, { type: 'StudyPointsComputed' }> => ({
  type: 'StudyPointsComputed',
  data: {
    ...ids,
    computations,
    done: computations.length,
    failed,
    cells: 366 * (computations.length - failed),
    failedMs: 100 * failed,
    doubt: null,
    file: digest,
    size: 10,
  },
});
const ended: Extract<StudyEvent, { type: 'StudyEnded' }> = {
  type: 'StudyEnded',
  data: {
    ...ids,
    status: 'completed',
    refusal: null,
    charged: microVutOf(0),
    probabilityOfOverfitting: null,
    walkForward: null,
    size: 5,
    at: '2026-01-01T00:01:00.000Z',
  },
};
const proposed = (round: number, list = digest): Extract<StudyEvent, { type: 'StudyPointsProposed' }> => ({
  type: 'StudyPointsProposed',
  data: { ...ids, round, list },
});
const after = (...events: StudyEvent[]): Study =>
  events.reduce<Study>((study, event) => studyAggregate.evolve(study, event), studyAggregate.initial);
const known = (...events: StudyEvent[]): KnownStudy => after(started, ...events) as KnownStudy;

describe('points that are computed', () => {
  test('are counted, charged by their cells, and stored', () => {
    const study = known(batch([0, 1]), batch([2], 1), ended);
    expect(study.progress).toMatchObject({ done: 3, failed: 1, cells: 732, failedMs: 100 });
    expect(computedOf(study)).toEqual(new Set([0, 1, 2]));
    expect(bytesOf(study)).toBe(25);
    expect(chargeOf(study)).toBeGreaterThan(0);
  });

  test('cost nothing where all have failed', () => {
    expect(chargeOf(known(batch([0, 1], 2)))).toBe(0);
  });

  test('count once: a batch that overlaps one that is written is left out', () => {
    const command = { type: 'AddPoints', data: batch([1, 2]).data } as const;
    expect(decideStudy(command, known(batch([0, 1])))).toEqual([]);
    expect(decideStudy(command, known(batch([0])))).toHaveLength(1);
  });

  test('of one execution that come in parts are charged once, and complete it once all are there', () => {
    const part = (from: number, done: number) => {
      const cells = from === 0 ? 366 : 0;
      const data = { ...batch([0]).data, done, cells, part: { from, of: 5 } };
      return { type: 'StudyPointsComputed', data } as const;
    };
    const decided = (study: Study, { data }: Pick<StudyEvent & { type: 'StudyPointsComputed' }, 'data'>) =>
      decideStudy({ type: 'AddPoints', data }, study);
    const begun = known(part(0, 2));
    expect([computedOf(begun).size, partOf(begun, 0), partOf(begun, 1)]).toEqual([0, 2, 0]);
    // Another attempt repeats the first part, or has all points again.
    for (const late of [part(0, 2), part(4, 1), batch([0]), batch([0, 1])])
      expect(decided(begun, late)).toEqual([]);
    expect(decided(begun, part(2, 3))).toHaveLength(1);
    const whole = known(part(0, 2), part(2, 3));
    expect(computedOf(whole)).toEqual(new Set([0]));
    expect(whole.progress).toMatchObject({ done: 5, cells: 366 });
    expect(chargeOf(whole)).toBe(chargeOf(begun));
    for (const late of [part(0, 2), part(2, 3), batch([0])]) expect(decided(whole, late)).toEqual([]);
  });

  test.for([
    ['ended', after(started, ended)],
    ['erased', after(started, { type: 'StudyErased', data: ids })],
  ] as const)('change nothing of one that is %s', ([, study]) => {
    expect(decideStudy({ type: 'AddPoints', data: batch([0]).data }, study)).toEqual([]);
  });
});

describe('points that a search proposes', () => {
  test('are a list after those before', () => {
    const study = known(proposed(1, 'b'.repeat(64)), batch([0]), proposed(2, 'c'.repeat(64)));
    expect(study.progress).toMatchObject({ lists: ['b'.repeat(64), 'c'.repeat(64)], done: 1 });
  });

  test.for([
    ['the first round', known(), 1, 1],
    ['the next round', known(proposed(1)), 2, 1],
    ['a round that another attempt has proposed', known(proposed(1)), 1, 0],
    ['a round too far', known(), 2, 0],
    ['a study that has ended', after(started, ended), 1, 0],
  ] as const)('are written once: %s', ([, study, round, count]) => {
    expect(decideStudy({ type: 'ProposePoints', data: proposed(round).data }, study)).toHaveLength(count);
  });
});

describe('a study that is started again', () => {
  const start = { type: 'StartStudy', data: started.data } as const;
  test('is the same study for the same request', () => {
    expect(decideStudy(start, known())).toEqual([]);
    const { fixed: _, ...older } = started.data;
    expect(decideStudy(start, after({ type: 'StudyStarted', data: older }))).toEqual([]);
    const reordered = { ...start, data: { ...start.data, fixed: { calm: false, m: 1 } } };
    expect(decideStudy(reordered, known())).toEqual([]);
  });

  test.for([
    ['another user', { userId: 'u2' }],
    ['another chat', { chatId: 'c2' }],
    ['other settings', { settings: { ...started.data.settings, fees: 0 } }],
    ['other values of what is not varied', { fixed: { m: 2, calm: false } }],
    ['values that it leaves out', { fixed: {} }],
    ['other points', { plan: { ...started.data.plan, seed: 1 } }],
  ] as const)('is refused for %s', ([, more]) => {
    const data = { ...start.data, ...more };
    expect(decideStudy({ type: 'StartStudy', data }, known())).toMatchObject({
      refused: 'COMMAND_ID_REUSED',
    });
  });
});

test('the first end stays', () => {
  const study = known(ended);
  expect(decideStudy({ type: 'EndStudy', data: { ...ended.data, status: 'cancelled' } }, study)).toEqual([]);
  expect(studyAggregate.evolve(study, batch([0]))).toBe(study);
});

test('nothing of an erased study is left', () => {
  const erased = after(started, batch([0]), { type: 'StudyErased', data: ids });
  expect(erased).toEqual({ status: 'erased' });
  expect(decideStudy({ type: 'EndStudy', data: ended.data }, erased)).toEqual([]);
});
