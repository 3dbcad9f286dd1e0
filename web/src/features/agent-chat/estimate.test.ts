// The most that a message can cost, as it is shown.
import type { TradingSettings } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { changed, LOADING } from './conversation.ts';
import { atMostVut } from './estimate.ts';

const PRICE = { input: 1_000, cached: 100, output: 10_000, context_tokens: 20_000, max_output_tokens: 1_000 };

const conversation = (
  limits: { per_reply_vut?: number; per_day_vut?: number; spent_today_vut?: number } = {},
) =>
  changed(LOADING, {
    type: 'loaded',
    history: {
      messages: [],
      pricing: { strategy: PRICE, discovery: { ...PRICE, input: 0, output: 1_000 } },
      demo: false,
      limits: { per_reply_vut: null, per_day_vut: null, spent_today_vut: 0, ...limits },
    },
  });

const SETTINGS: TradingSettings = {
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
};

test('nothing is said before the prices are known', () => {
  expect(atMostVut(LOADING, 'hello', SETTINGS)).toBeNull();
});

test('the prompt of each step, the longest reply and every backtest count, rounded up', () => {
  // 3 × 8,005 tokens read, 1,000 written, and four runs of 366 × 9 cells, since an idea may have as many coins.
  expect(atMostVut(conversation(), 'hello', SETTINGS)).toBe(35.4);
  expect(atMostVut({ ...conversation(), agent: 'discovery' }, 'hello', SETTINGS)).toBe(1);
});

test('a long text counts by its bytes, and no more than the model reads', () => {
  expect(atMostVut(conversation(), 'é'.repeat(1_000), SETTINGS)).toBe(41.4);
  expect(atMostVut(conversation(), 'x'.repeat(100_000), SETTINGS)).toBe(71.4);
});

test("the user's limits are the most", () => {
  expect(atMostVut(conversation({ per_reply_vut: 5 }), 'hello', SETTINGS)).toBe(5);
  expect(atMostVut(conversation({ per_day_vut: 8, spent_today_vut: 6 }), 'hello', SETTINGS)).toBe(2);
  expect(atMostVut(conversation({ per_day_vut: 8, spent_today_vut: 9 }), 'hello', SETTINGS)).toBe(0);
});
