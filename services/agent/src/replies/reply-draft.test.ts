// A reply costs by how it ended, and by whether its code has ever run.
import { expect, test } from 'vitest';
import { EXAMPLE_REPLY } from '../../fixtures/example-reply.ts';
import { chargeOf, EMPTY_DRAFT, endDataOf } from './reply-draft.ts';

const PRICES = { input: 1_250, cached: 125, output: 10_000 };
const USED = { ...EMPTY_DRAFT, text: 'An answer.', usage: { input: 100, cached: 40, output: 10 } };
const INPUT = 60 * 1_250 + 40 * 125;
const OUTPUT = 10 * 10_000;

// spec: agents.3
test('words cost their tokens, and backtests what a run costs', () => {
  expect(chargeOf(USED, 'completed', PRICES)).toEqual({ cost: INPUT + OUTPUT, isOutputFree: false });
  expect(chargeOf({ ...USED, runsCost: 7 }, 'completed', PRICES).cost).toBe(INPUT + OUTPUT + 7);
});

// spec: agents.10
test('code that could not be run here is not charged', () => {
  const missed = { ...USED, hasMissedRun: true };
  expect(chargeOf(missed, 'completed', PRICES)).toEqual({ cost: INPUT, isOutputFree: true });
  expect(chargeOf({ ...missed, hasRun: true }, 'completed', PRICES).cost).toBe(INPUT + OUTPUT);
  const text = 'Do not run this:\n```python\ndef strategy(candles, settings): ...\n```';
  expect(chargeOf({ ...USED, text }, 'completed', PRICES).cost).toBe(INPUT + OUTPUT);
});

test('a reply that its user stopped costs what came of it', () => {
  expect(chargeOf({ ...USED, hasMissedRun: true }, 'stopped', PRICES).cost).toBe(INPUT + OUTPUT);
});

test('of a failed reply only the round that failed is free', () => {
  const underWay = { input: 50, cached: 0, output: 5 };
  expect(endDataOf(EXAMPLE_REPLY, { ...USED, runsCost: 7, underWay }, 'failed', PRICES)).toMatchObject({
    usage: USED.usage,
    cost: INPUT + OUTPUT + 7,
    isOutputFree: false,
  });
  expect(endDataOf(EXAMPLE_REPLY, { ...EMPTY_DRAFT, underWay }, 'failed', PRICES)).toMatchObject({
    cost: 0,
    isOutputFree: true,
  });
});

test('of a round that was under way what came is counted', () => {
  const draft = { ...USED, underWay: { input: 50, cached: 0, output: 5 } };
  expect(endDataOf(EXAMPLE_REPLY, draft, 'interrupted', PRICES)).toMatchObject({
    usage: { input: 150, cached: 40, output: 15 },
    cost: INPUT + OUTPUT + 50 * 1_250 + 5 * 10_000,
  });
});

test('of a round that was requested and has returned nothing, a stop by the user costs the prompt, and an end here nothing', () => {
  const draft = { ...EMPTY_DRAFT, underWay: { input: 50, cached: 0, output: 0 } };
  const costOf = (how: 'stopped' | 'interrupted' | 'failed') =>
    endDataOf(EXAMPLE_REPLY, draft, how, PRICES).cost;
  expect([costOf('stopped'), costOf('interrupted'), costOf('failed')]).toEqual([50 * 1_250, 0, 0]);
});

test('a step that was under way when the reply ended has failed', () => {
  const step = { id: 's1', tool: 'run_backtest', title: 'Run a backtest', status: 'running' } as const;
  const { steps } = endDataOf(EXAMPLE_REPLY, { ...USED, steps: [step] }, 'stopped', PRICES);
  expect(steps).toEqual([{ ...step, status: 'failed' }]);
});
