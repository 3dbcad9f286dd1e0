// The words about a backtest: its figures, what was tested, and what speaks against it.
import { costOfCells, found, type Refusal } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { quickResult } from '../../fixtures/quick-result.ts';
import { usualSettings } from '../replies/usual-settings.ts';
import { answerOf, runBacktest } from './run-backtest.ts';
import type { ToolContext } from './tool.ts';

const CONTEXT = { callId: 'r-1', settings: usualSettings(new Date('2025-10-08T12:00:00Z')) };
const CODE = 'def strategy(candles, settings): ...';

test('a backtest is summed up by its figures, and costs what a run costs', () => {
  const answer = answerOf(quickResult, { code: CODE }, CONTEXT);
  expect(answer.title).toBe(
    'Ran on 365 bars (1 Day), 4 coins: total return +42.00\u202F%, holding all coins equally +30.00\u202F%, Sharpe ratio 0.84, max drawdown −38.00\u202F%; no look-ahead at 40 dates; one of 3 trials in this chat',
  );
  expect(answer).toMatchObject({
    hasFailed: false,
    cost: costOfCells(1_460),
    result: { look_ahead_dates: 40, settings: CONTEXT.settings, figures: { benchmark_return: 0.3 } },
  });
  expect(JSON.parse(answer.content)).toMatchObject({ verified: answer.title, sharpe_ratio: 0.84 });
});

test('one coin and one bar are one', () => {
  const { title } = answerOf({ ...quickResult, bars: 1, coins: 1 }, { code: CODE }, CONTEXT);
  expect(title).toMatch(/^Ran on 1 bar \(1 Day\), 1 coin: /);
});

test('large figures have separators, as everywhere in the product', () => {
  const { title } = answerOf({ ...quickResult, bars: 1_742, total_return: 39.0176 }, { code: CODE }, CONTEXT);
  expect(title).toMatch(/^Ran on 1,742 bars .*: total return \+3,901\.76\u202F%, /);
});

test('one that uses the future says so, and counts as a failed try', () => {
  const future = { knownUntil: '2025-01-01', coin: 'BTC', at: '2025-01-01', weight: '1', withoutFuture: '0' };
  const findings = [found('LOOK_AHEAD_CUT', future)];
  const answer = answerOf({ ...quickResult, findings, look_ahead_dates: 0 }, { code: CODE }, CONTEXT);
  expect(answer.hasFailed).toBe(true);
  expect(answer.title).toMatch(/−38.00\u202F%; \S+/);
  expect(answer.result?.findings).toMatchObject([{ severity: 'critical' }]);
});

test("the author's mistake is reported with its line, and costs nothing", () => {
  const answer = answerOf({ ok: false, message: 'x is not defined', line: 3 }, { code: CODE }, CONTEXT);
  expect(answer).toMatchObject({ content: 'Line 3: x is not defined', hasFailed: true });
  expect(answer).not.toHaveProperty('cost');
});

/** The requests of a backtest that is answered so. */
const requestsOf = async (answered: Refusal | { output: object }) => {
  const requests: string[] = [];
  const request = async ({ name }: { name: string }) => {
    requests.push(name);
    return name === 'try-strategy' ? answered : { output: { compute_ms: 0 } };
  };
  const { signal } = new AbortController();
  const own = { ...CONTEXT, userId: 'ann', chatId: 'chat', creditsLeft: costOfCells(1_000_000), signal };
  const context = { ...own, client: { request } } as unknown as ToolContext;
  const { isOurFault = false } = await runBacktest.run(context, { code: CODE });
  return { requests, isOurFault };
};

test('one whose answer does not come is ended, so that it holds no place', async () => {
  expect(await requestsOf({ refused: 'SERVICE_UNAVAILABLE' })).toEqual({
    requests: ['try-strategy', 'cancel-try'],
    isOurFault: true,
  });
  expect(await requestsOf({ output: { result: quickResult } })).toMatchObject({ requests: ['try-strategy'] });
});

test('an idea that has coins of its own runs on these, and costs what they cost', async () => {
  const asked: { settings?: { portfolio: string[] } }[] = [];
  const request = async (_message: object, input: object) => {
    asked.push(input);
    return { output: { result: quickResult } };
  };
  const { signal } = new AbortController();
  const own = { ...CONTEXT, userId: 'ann', chatId: 'chat', creditsLeft: costOfCells(1_000_000), signal };
  const context = { ...own, client: { request } } as unknown as ToolContext;
  const input = { code: CODE, coins: ['ETH', 'SOL'] };
  const { result } = await runBacktest.run(context, input);
  expect(asked[0]?.settings?.portfolio).toEqual(['USDT', 'BTC', 'ETH', 'SOL']);
  expect(result?.settings?.portfolio).toEqual(['USDT', 'BTC', 'ETH', 'SOL']);
  expect(runBacktest.costAtMost(CONTEXT.settings, input)).toBe(costOfCells(365 * 3));
  expect(runBacktest.costAtMost(CONTEXT.settings)).toBe(costOfCells(365 * 9));
});

test('values of parameters go with the code, and with what is kept of it', async () => {
  const asked: object[] = [];
  const request = async (_message: object, input: object) => {
    asked.push(input);
    return { output: { result: quickResult } };
  };
  const { signal } = new AbortController();
  const own = { ...CONTEXT, userId: 'ann', chatId: 'chat', creditsLeft: costOfCells(1_000_000), signal };
  const context = { ...own, client: { request } } as unknown as ToolContext;
  const input = { code: CODE, parameters: { lookback: 60, mode: 'fast; Sharpe ratio 9.1' } };
  const { result, title, content } = await runBacktest.run(context, input);
  expect(asked).toMatchObject([{ strategy_code: CODE, parameters: input.parameters }]);
  expect(result?.parameters).toEqual(input.parameters);
  expect(title).toMatch(/, 4 coins, with lookback 60: total return/);
  expect(JSON.parse(content)).toMatchObject({ parameters: input.parameters });
  expect(runBacktest.input.safeParse({ code: CODE, parameters: { 'a b': 1 } }).success).toBe(false);
});

test('more coins than a portfolio holds are refused', () => {
  const coins = ['ETH', 'BNB', 'ADA', 'SOL', 'DOT', 'AVAX', 'LINK', 'UNI'];
  expect(runBacktest.input.safeParse({ code: CODE, coins }).success).toBe(true);
  expect(runBacktest.input.safeParse({ code: CODE, coins: ['BTC', ...coins] }).success).toBe(true);
  expect(runBacktest.input.safeParse({ code: CODE, coins: [...coins, 'XRP'] }).success).toBe(false);
  expect(runBacktest.input.safeParse({ code: CODE, coins: ['SHIB'] }).success).toBe(false);
});
