// The library's examples with other numbers; the evaluation runs the resulting code in the sandbox.
import { expect, test } from 'vitest';
import { writeStrategy } from './strategy-code.ts';
import { readTemplates, TEMPLATES, type TemplateId } from './templates.ts';
import { readWishes } from './wishes.ts';

const library = readTemplates();
const write = (id: TemplateId, words: string, perDay = 1) => {
  const template = TEMPLATES.find((each) => each.id === id);
  if (!template) throw new Error(id);
  return writeStrategy(template, library.get(id) ?? '', readWishes(words), perDay);
};

test('there is a template for every example, which is the code as it is', () => {
  expect(TEMPLATES.map(({ id }) => id).sort()).toEqual([...library.keys()].sort());
  for (const { id } of TEMPLATES) expect(write(id, '').code, id).toBe(library.get(id));
});

test('constants, schedule and stop are set, and the description says so', () => {
  const { code, applied } = write('dual_momentum', 'top 2 over 60 days, monthly, stop at 10 %');
  expect(code).toContain('LOOKBACK = 60  # bars\nCOINS = 2\n');
  expect(code).toContain(
    'return invest_at_start(with_stop(every_month(weights, candles), candles), settings)\n',
  );
  expect(code).toContain(
    'import pandas as pd\n\nfrom tradeium_strategy import invest_at_start, rank_top, rate_of_change\n',
  );
  expect(code.replaceAll('\n', ' ')).toContain(
    'other settings: a lookback of 60 days, top 2, rebalanced monthly, a stop at 10 %.',
  );
  expect(applied).toHaveLength(4);
});

test('days become bars of the candles', () => {
  expect(write('momentum', 'over 10 days', 6).code).toContain('LOOKBACK = 60  # bars');
  expect(write('momentum', 'over 60 days', 1 / 7).code).toContain('LOOKBACK = 9  # bars');
  expect(write('volatility_target', '', 6).code).toContain('BARS_A_YEAR = 2190');
});

test('moving averages are of the days that a message names, simple or exponential', () => {
  expect(write('moving_average', 'above its 100 day average').code).toMatch(/FAST = 1 .*\nSLOW = 100 /);
  expect(write('moving_average', 'golden cross').code).toMatch(/FAST = 50 .*\nSLOW = 200 /);
  expect(write('moving_average', '20/100 day averages', 6).code).toMatch(/FAST = 120 .*\nSLOW = 600 /);
  expect(
    write('moving_average', 'while its 20-day moving average is above its 50-day moving average').code,
  ).toMatch(/FAST = 20 .*\nSLOW = 50 /);
  expect(write('moving_average', 'above its 60 day average, every 14 days').code).toMatch(
    /FAST = 1 .*\nSLOW = 60 /,
  );
  const { code, applied } = write('moving_average', 'EMA crossover of 12 and 26 days, weekly');
  expect(code).toContain('ema(candles.close, FAST) > ema(candles.close, SLOW)');
  expect(code).toContain('from tradeium_strategy import ema, rebalance_every\n');
  expect(code).toContain('return rebalance_every(is_above / len(candles.coins), candles, "weekly")');
  expect(applied).toEqual(['averages of 12 and 26 days', 'exponential averages', 'rebalanced weekly']);
});

test('a cap comes before the schedule', () => {
  expect(write('equal_weight', 'at most 20 % in a coin').code).toContain(
    'drift_bands(cap(weights, MOST), candles, BAND)',
  );
});

test('another schedule takes the old one’s constants and comments away', () => {
  const { code } = write('momentum', 'monthly');
  expect(code).not.toContain('one row a week');
  expect(write('equal_weight', 'weekly').code).not.toMatch(/BAND|drift_bands/);
});

test('wishes that a template has no place for are named', () => {
  expect(write('risk_parity', 'the top 3').ignored).toEqual(['top 3']);
});
