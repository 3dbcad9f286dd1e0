// The library's examples with other numbers; the evaluation runs what comes of it in the sandbox.
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

test('a cap comes before the schedule', () => {
  expect(write('equal_weight', 'at most 20 % in a coin').code).toContain(
    'return drift_bands(cap(weights, MOST), candles, BAND)',
  );
});

test('another schedule takes the old one’s constants and comments away', () => {
  const { code } = write('momentum', 'monthly');
  expect(code).not.toContain('one row a week');
  expect(write('equal_weight', 'weekly').code).not.toMatch(/BAND|drift_bands/);
});

test('what a template has no place for is said', () => {
  expect(write('risk_parity', 'the top 3').ignored).toEqual(['top 3']);
});
