// The texts of findings, and the summary line that ends with them.
import { describe, expect, test } from 'vitest';
import {
  FINDINGS,
  type Finding,
  findingText,
  found,
  summaryWithFindings,
  summaryWithoutFindings,
} from './findings.ts';

const FIGURES = 'Total return 12.00 %, Sharpe ratio 1.20; 3 rebalances, 1.00 USDT fees.';
const lookAhead = found('LOOK_AHEAD_CUT', {
  knownUntil: '2024-03-01',
  coin: 'BTC',
  at: '2024-02-29',
  withoutFuture: '0',
  weight: '1',
});
const synthetic = found('SYNTHETIC_CANDLES', { candles: 3, share: '0.10' });
const costs = found('COSTS_EAT_PROFIT', { share: '30', grossProfit: '10.00', netProfit: '7.00' });
const quiet = [found('NO_LOOK_AHEAD', { dates: 12 }), found('WARM_UP', { bars: 200 })];

test('a text has its values in their places', () => {
  expect(findingText(synthetic)).toBe(
    '3 candles (0.10 %) have made-up prices. Draw no conclusions from them.',
  );
});

test('a part of a text is left out when the result is older than its values', () => {
  expect(findingText(found('NO_LOOK_AHEAD', { dates: 5 }))).toBe(
    '5 decisions were tested: none changed when the candles after it were cut off.',
  );
  expect(findingText(found('NO_LOOK_AHEAD', { dates: 45, decisions: 365, madeUp: 3 }))).toContain(
    '45 of 365 decisions were tested: none changed when the candles after it were cut off or, for 3 of them,',
  );
  expect(findingText(found('NO_LOOK_AHEAD', { dates: 45, decisions: 365, others: 320 }))).toMatch(
    / cut off\. The others \(320\) were not tested\.$/,
  );
});

describe('the line of a result', () => {
  test('gives critical findings in full, warnings by title, and the others not at all', () => {
    expect(summaryWithFindings(FIGURES, [synthetic, costs, ...quiet])).toBe(
      `${FIGURES} ${findingText(synthetic)} Warning: Costs.`,
    );
    expect(summaryWithFindings(FIGURES, [costs, found('NO_TRADES')])).toBe(
      `${FIGURES} Warnings: Costs, Nothing traded.`,
    );
    expect(summaryWithFindings(FIGURES, quiet)).toBe(FIGURES);
  });

  test.each([
    { findings: [] },
    { findings: quiet },
    { findings: [lookAhead, ...quiet] },
    { findings: [costs, found('NO_TRADES')] },
    { findings: [lookAhead, synthetic, costs, ...quiet] },
  ])('gives its figures back', ({ findings }) => {
    expect(summaryWithoutFindings(summaryWithFindings(FIGURES, findings), findings)).toBe(FIGURES);
  });

  test('stays whole when it does not end with these findings', () => {
    const summary = summaryWithFindings(FIGURES, [lookAhead]);
    expect(summaryWithoutFindings(summary, [costs])).toBe(summary);
    const unknown = { code: 'SOMETHING_NEW', severity: 'critical', data: {} } as unknown as Finding;
    expect(summaryWithoutFindings(`${FIGURES} Something new.`, [unknown])).toBe(`${FIGURES} Something new.`);
  });
});

test('what passed claims the tests that were made, and no other: none of them says that the result can be repeated', () => {
  const passed = Object.values(FINDINGS).filter(({ severity }) => severity === 'passed');
  expect(passed.length).toBeGreaterThan(0);
  for (const { title, text } of passed)
    expect(`${title} ${text}`).not.toMatch(/reproduc|repeat|again|same result/i);
});
