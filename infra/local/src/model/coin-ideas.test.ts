// The demo's Strategy agent understands the suggestions of its Discovery agent whole, with their coins.
import { expect, test } from 'vitest';
import type { Ranked } from './coin-figures.ts';
import { ideasInWords } from './coin-ideas.ts';
import { type CoinQuestion, questionIn } from './coin-question.ts';
import { intentOf } from './intent.ts';

const FACTS = { portfolio: ['BTC'], today: null, lastDay: null };
const COINS = ['TRX', 'XLM', 'SOL'];
const ORDER = { coins: COINS.map((coin) => ({ coin })) } as unknown as Ranked;

const understood = (asked: string, question: CoinQuestion) => {
  const items = ideasInWords(asked, question, ORDER, COINS)
    .split(/(?:^|\n\n)\d\. /)
    .filter(Boolean);
  return items.map((item) => {
    const text = item.replace(/^\*\*.*?\*\*: /, '');
    return intentOf([`Write a strategy for this idea:\n\n${text}`]);
  });
};

test.each([
  'which moved least with BTC',
  'which moved most with BTC',
  'best return',
  'worst return',
  'best return for their risk',
  'which were calmest',
  'which were most volatile',
  'deepest drawdown',
  'smallest drawdown',
  'best momentum',
  'weakest momentum',
  'which are above their 200-day average',
  'which are in a downtrend',
  'compare SOL and TRX',
  'is there a weekday effect?',
  'which are least correlated with each other',
  'any ideas?',
  'ideas for a market that goes sideways?',
])('%s', (asked) => {
  const intents = understood(asked, questionIn(asked, FACTS));
  expect(intents.length).toBeGreaterThan(0);
  for (const intent of intents)
    expect(intent).toMatchObject({
      kind: 'strategy',
      plan: { leftOut: [], idea: { coins: expect.arrayContaining(['TRX', 'SOL']) } },
    });
});
