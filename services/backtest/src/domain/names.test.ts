// Names: when two are equal, and what a copy is called.
import { NAME_LENGTH_MAX, newName } from '@tradeium/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copyName, isNameOfOtherRun, nameKey } from './names.ts';
import { folderNameOf } from './run.ts';

const anyName = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: NAME_LENGTH_MAX })
  .filter((name) => newName.safeParse(name).success)
  .map((name) => newName.parse(name));

test.each([
  ['Alpha', 'ALPHA', true],
  ['Ärger', 'a\u0308rger', true],
  ['שלום', 'שלום', true],
  ['Alpha', 'Alpha ', false],
  ['Alpha', 'Аlpha', false],
  ['1', '①', false],
])('%j and %j are the same: %s', (one, other, same) => {
  expect(nameKey(one) === nameKey(other)).toBe(same);
});

describe('the name of a copy', () => {
  test.each([
    ['Alpha', [], 'Alpha (copy)'],
    ['Alpha', ['alpha (copy)'], 'Alpha (copy 2)'],
    ['Alpha', ['alpha (copy)', 'alpha (copy 2)'], 'Alpha (copy 3)'],
    ['x'.repeat(100), [], `${'x'.repeat(93)} (copy)`],
    [`${'x'.repeat(92)}👩‍🚀 more`, [], `${'x'.repeat(92)} (copy)`],
    [`${'x'.repeat(90)} y z`, [], `${'x'.repeat(90)} y (copy)`],
  ])('of %j, with %j taken, is %j', (name, taken, copy) => {
    expect(copyName(name, new Set(taken))).toBe(copy);
  });

  test('is one that a chat may have, and free, whatever the names are', () => {
    fc.assert(
      fc.property(anyName, fc.integer({ min: 1, max: 12 }), (name, copies) => {
        const taken = new Set([nameKey(name)]);
        for (let made = 0; made < copies; made += 1) {
          const copy = copyName(name, taken);
          expect(newName.safeParse(copy)).toEqual({ success: true, data: copy });
          expect(taken).not.toContain(nameKey(copy));
          taken.add(nameKey(copy));
        }
      }),
    );
  });
});

test('no name that a user may choose is one that another run gives, now or later', () => {
  const runId = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/);
  const moment = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString());
  fc.assert(
    fc.property(anyName, moment, runId, moment, runId, (strategy, at, id, otherAt, otherId) => {
      const given = folderNameOf('strategy_a.py', at, id);
      const others = folderNameOf(`strategy_${strategy}.py`, otherAt, otherId);
      const isAlike =
        at.slice(0, 19) === otherAt.slice(0, 19) && nameKey(id.slice(-8)) === nameKey(otherId.slice(-8));
      expect(isNameOfOtherRun(given, given)).toBe(false);
      fc.pre(!isAlike);
      for (const chosen of [others, others.toUpperCase(), others.toLowerCase()])
        expect(isNameOfOtherRun(chosen, given)).toBe(true);
    }),
  );
});
