// Strategy files are named after their code's own title.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayName, filenameOf, freeFilename } from './strategy-filename.ts';

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
  expect(freeFilename('strategy_a.py', new Set(['strategy_a.py', 'strategy_a_2.py']))).toBe(
    'strategy_a_3.py',
  );
});

test('people see the name without prefix and ending', () => {
  expect(displayName('strategy_dual_momentum.py')).toBe('dual momentum');
});
