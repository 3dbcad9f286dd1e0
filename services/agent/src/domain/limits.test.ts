// The user's limits: the tighter one counts, and what they do not pay for does not begin.
import { microVutOf } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { withinLimits } from './limits.ts';

const vut = (amount: number) => microVutOf(amount * 1_000_000);
const PRICE = { atMost: vut(100), needed: vut(5) };

test('without limits the whole price is reserved', () => {
  expect(withinLimits({ perReply: null, perDay: null }, 0, PRICE)).toBe(vut(100));
});

test('the tighter of both limits is reserved', () => {
  expect(withinLimits({ perReply: vut(30), perDay: null }, 0, PRICE)).toBe(vut(30));
  expect(withinLimits({ perReply: vut(30), perDay: vut(50) }, vut(40), PRICE)).toBe(vut(10));
  expect(withinLimits({ perReply: vut(300), perDay: vut(500) }, 0, PRICE)).toBe(vut(100));
});

test('a limit that does not pay for the first answer refuses, and says what it needs', () => {
  expect(withinLimits({ perReply: vut(4), perDay: null }, 0, PRICE)).toEqual({
    refused: 'REPLY_LIMIT_TOO_LOW',
    data: { limit: 4, needed: 5 },
  });
  expect(withinLimits({ perReply: null, perDay: vut(50) }, vut(46), PRICE)).toEqual({
    refused: 'DAY_LIMIT_REACHED',
    data: { limit: 50, spent: 46 },
  });
});
