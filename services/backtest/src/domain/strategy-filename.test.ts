// Strategy files are named after their code's own title.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayKey, displayName, displayNames, filenameOf, freeFilename } from './strategy-filename.ts';

describe('filenameOf', () => {
  test.each([
    ['"""Momentum, top three."""\nimport numpy', 'strategy_momentum_top_three.py'],
    ["'''\nDual momentum\n'''", 'strategy_dual_momentum.py'],
    ['# Équal weight!\n', 'strategy_equal_weight.py'],
    ['\n\n# Über\ndef strategy(candles, settings): ...', 'strategy_uber.py'],
    ['def strategy(candles, settings): ...', 'strategy_untitled.py'],
    ['"""../../etc/passwd"""', 'strategy_etc_passwd.py'],
    ['# 🚀🚀🚀', 'strategy_untitled.py'],
  ])('%j is named %s', (code, name) => {
    expect(filenameOf(code)).toBe(name);
  });

  test('any code gives a short, plain name', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 500 }), (code) => {
        expect(filenameOf(code)).toMatch(/^strategy_[a-z0-9_]{1,60}\.py$/);
      }),
    );
  });
});

test('a taken name gets the first free number', () => {
  expect(freeFilename('strategy_a.py', new Set())).toBe('strategy_a.py');
  const taken = new Set(['strategy_A.py', 'strategy_a 2.py'].map(displayKey));
  expect(freeFilename('strategy_a.py', taken)).toBe('strategy_a_3.py');
});

test('people see the name without prefix and ending', () => {
  expect(displayName('strategy_dual_momentum.py')).toBe('dual momentum');
});

// spec: strategies.70
test('older files that look the same have a number in the list, and no two the same name', () => {
  const stored = [
    'strategy_a_b.py',
    'strategy_a b.py',
    'strategy_A  b.py',
    'strategy_c.py',
    'strategy_a_b_2.py',
  ];
  expect(displayNames(stored)).toEqual(['a b', 'a b 2', 'A  b 3', 'c', 'a b 2 2']);
});
