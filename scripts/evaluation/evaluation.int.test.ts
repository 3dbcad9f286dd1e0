// The demo model, evaluated with the product's own loop and the real sandbox.
import { startModel } from '@tradeium/local/model';
import { openLog } from '@tradeium/service-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openModel } from '../../services/agent/src/model/model-client.ts';
import { readPrompts } from '../../services/agent/src/replies/prompts.ts';
import { evaluateIdea, type Verdict } from './evaluate-idea.ts';
import type { Idea } from './judge.ts';
import { type Market, openMarket } from './made-up-market.ts';

const PRICES = { input: 1250, cached: 125, output: 10_000 };

let market: Market;
let evaluate: (idea: Idea) => Promise<Verdict>;
beforeAll(async () => {
  const server = await startModel({ port: 0, chunkMs: 0 });
  market = await openMarket();
  const model = openModel({ url: `${server.url}/v1`, apiKey: '', name: 'demo' }, openLog('test', 'silent'));
  const { strategy: prompt } = await readPrompts();
  const agentModel = { name: 'demo', prices: PRICES, contextTokens: 128_000, maxOutputTokens: 16_000 };
  evaluate = (idea) => evaluateIdea({ model, agentModel, prompt, market }, idea, 1);
  return () => server.close();
});
afterAll(() => market.close());

// Each of its runs is tested for look-ahead, which takes up to 20 s each on a busy machine.
const PATIENT = { timeout: 180_000 };

test(
  'a known idea with a mistake in its first code runs, is causal, and does what was asked',
  PATIENT,
  async () => {
    const verdict = await evaluate({
      text: 'Momentum, at most 15 % in a coin, with a stop at 10 % [fault: syntax-error]',
      expect: 'strategy',
      judged: { at_most_weight: 0.15, cash_in_crash_after: 6 },
    });
    expect(verdict).toMatchObject({ wrong: [], ran: true, causal: true, steps: 3 });
    expect(verdict.costVut).toBeGreaterThan(0);
  },
);

test('a strategy that does something else is not passed', async () => {
  const { wrong } = await evaluate({
    text: 'Momentum, at most 15 % in a coin, with a stop at 10 %',
    expect: 'strategy',
    judged: { always_invested: true },
  });
  expect(wrong).toEqual(['always_invested']);
});

test('an impossible idea gets a no, and code instead would be wrong', async () => {
  const text = 'Use 3x leverage on BTC';
  expect((await evaluate({ text, expect: 'no', judged: {} })).wrong).toEqual([]);
  expect((await evaluate({ text, expect: 'strategy', judged: {} })).wrong).toEqual(['no code']);
});
