// What is shown as the most that a message can cost.
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

test('nothing is said before the prices are known', () => {
  expect(atMostVut(LOADING, 'hello')).toBeNull();
});

test('the prompt, what was said and the longest reply count, rounded up', () => {
  // 12,005 tokens read and 1,000 written.
  expect(atMostVut(conversation(), 'hello')).toBe(22.1);
  expect(atMostVut({ ...conversation(), agent: 'discovery' }, 'hello')).toBe(1);
});

test('a long text counts by its bytes, and no more than the model reads', () => {
  expect(atMostVut(conversation(), 'é'.repeat(1_000))).toBe(24);
  expect(atMostVut(conversation(), 'x'.repeat(100_000))).toBe(30);
});

test("the user's own limits are the most", () => {
  expect(atMostVut(conversation({ per_reply_vut: 5 }), 'hello')).toBe(5);
  expect(atMostVut(conversation({ per_day_vut: 8, spent_today_vut: 6 }), 'hello')).toBe(2);
  expect(atMostVut(conversation({ per_day_vut: 8, spent_today_vut: 9 }), 'hello')).toBe(0);
});
