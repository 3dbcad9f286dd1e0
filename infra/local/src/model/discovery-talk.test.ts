// The Discovery agent's answers, with figures as its tool gives them.
import { expect, test } from 'vitest';
import { type CompletionRequest, readConversation } from './conversation.ts';
import { talkOfIdeas } from './discovery-talk.ts';

const INSTRUCTIONS = [
  'Today: 2025-09-15. Backtests end on 2025-10-08 at the latest.',
  'Portfolio: USDT, BTC. Interval: 1 Day. Period: 2024-10-09 to 2025-10-08.',
].join('\n');

const coin = (name: string, total_return: number, annual_volatility: number, d90 = total_return / 2) => ({
  coin: name,
  total_return,
  annual_volatility,
  max_drawdown: -annual_volatility / 2,
  momentum: { d30: d90 / 2, d90, d365: null },
  days_above_average_200: 0.5,
  regimes: { now: 'up', now_for_days: 12 },
});
const FIGURES = {
  from: '2024-01-01',
  to: '2024-12-31',
  coins: [
    coin('BTC', 1.2, 0.5),
    coin('ETH', 0.46, 0.6),
    coin('SOL', 0.85, 0.9),
    coin('TRX', 1.4, 0.7),
    coin('XRP', -0.2, 0.8),
  ],
  correlations: [
    { a: 'BTC', b: 'ETH', correlation: 0.8 },
    { a: 'BTC', b: 'SOL', correlation: 0.7 },
    { a: 'BTC', b: 'TRX', correlation: 0.25 },
    { a: 'BTC', b: 'XRP', correlation: 0.5 },
    { a: 'ETH', b: 'SOL', correlation: 0.71 },
  ],
  left_out: [],
  made_up_candles: 0,
};

/** Its lookups, and its words with these figures. */
const discover = (question: string, figures: object | string = FIGURES) => {
  const tools = [{ type: 'function', function: { name: 'coin_statistics' } }];
  const before = [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: question },
  ];
  const ask = (messages: object[]) =>
    talkOfIdeas(readConversation({ model: 'm', messages, tools } as unknown as CompletionRequest));
  const first = ask(before);
  const [looked] = first.calls;
  if (!looked) return { input: undefined, text: first.text, coins: [] };
  const id = 'call_1';
  const called = { id, function: { name: looked.name, arguments: JSON.stringify(looked.input) } };
  const content = typeof figures === 'string' ? figures : JSON.stringify(figures);
  const { text } = ask([
    ...before,
    { role: 'assistant', content: '', tool_calls: [called] },
    { role: 'tool', tool_call_id: id, content },
  ]);
  const coins = [...text.matchAll(/^\| ([A-Z]{3,5}) \|/gm)].map(([, name]) => name);
  return { input: looked.input, text, coins };
};

test('which coins moved least with BTC last year is a table of correlations of all coins, with its period', () => {
  const { input, text, coins } = discover('Which coins moved least with BTC last year?');
  expect(input).toEqual({ from: '2024-01-01', to: '2024-12-31' });
  expect(text).toMatch(
    /^Lowest correlation with BTC: \*\*TRX \(0\.25\)\*\*, then XRP \(0\.50\), then SOL \(0\.70\)\./,
  );
  expect(text).toContain('5 coins, daily candles from 2024-01-01 to 2024-12-31:');
  expect(text).toContain('| Coin | Correlation with BTC |');
  expect(coins).toEqual(['TRX', 'XRP', 'SOL', 'ETH']);
});

test('an idea that follows has the coins that it was found for, and says that they were', () => {
  const { text } = discover('Which coins moved least with BTC last year?');
  expect(text).toContain(
    '1. **Hold what moves apart**: Hold all coins in equal parts, rebalanced monthly.\n\n   Coins: TRX, XRP, SOL, ETH',
  );
  expect(text).not.toContain('2. **');
  expect(text).toContain('test the idea on other years, too');
});

test.each([
  ['which fell least in 2024', ['TRX', 'BTC', 'SOL', 'ETH', 'XRP'], 'Fell least: **TRX (+140.00\u202F%)**'],
  ['which lost the most in 2024', ['XRP', 'ETH', 'SOL', 'BTC', 'TRX'], 'Fell most: **XRP (−20.00\u202F%)**'],
  ['which were calmest', ['BTC', 'ETH', 'TRX', 'XRP', 'SOL'], 'Lowest volatility a year: **BTC'],
  [
    'best momentum',
    ['TRX', 'BTC', 'SOL', 'ETH', 'XRP'],
    'Highest return of the last 90 days: **TRX (+70.00\u202F%)**',
  ],
  ['deepest drawdown', ['SOL', 'XRP', 'TRX', 'ETH', 'BTC'], 'Deepest drawdown: **SOL (−45.00\u202F%)**'],
  [
    'best return for their risk',
    ['BTC', 'TRX', 'SOL', 'ETH', 'XRP'],
    'Highest return for its volatility: **BTC (+120.00\u202F%)**',
  ],
])('%s: the table begins with the answer', (question, order, answer) => {
  const { text, coins } = discover(question);
  expect(coins).toEqual(order);
  expect(text).toContain(answer);
});

test('what no figure answers is said in one line before the rest, and only that idea follows which tests it', () => {
  const weekdays = discover('Is there a weekday effect for SOL and DOGE since 2023?').text;
  expect(weekdays).toMatch(/^I cannot say how coins do on days of the week: /);
  expect(weekdays).toContain('Hold all coins in equal parts from Monday to Friday.');
  expect(weekdays).not.toContain('momentum over');
  const recovery = discover(
    'Which coins fell the least in the bear market of 2022, and how long did it take them to recover?',
  ).text;
  expect(recovery).toMatch(/^I cannot say how long coins take to recover: .*\n\nFell least: \*\*TRX/);
});

test('correlations with each other are pairs, and pairs that the tool does not have are named', () => {
  const { text } = discover('Which of BTC, ETH, SOL and TRX were least correlated with each other in 2024?');
  expect(text).toMatch(/^Lowest correlation with each other: \*\*BTC and TRX \(0\.25\)\*\*\./);
  expect(text).toContain('| BTC and ETH | 0.80 |');
  expect(text).toContain('I was given 5 of the 10 pairs; nothing is said of the others.');
});

test('where an idea does not name BTC, it is said that BTC comes to its coins', () => {
  const two = { ...FIGURES, coins: FIGURES.coins.slice(1, 3) };
  expect(discover('compare ETH and SOL in 2024', two).text).toContain('Every portfolio has BTC');
  expect(discover('Any ideas?').text).not.toContain('Every portfolio has BTC');
});

test('two coins are compared over the year that is named, and the idea is about the two', () => {
  const figures = { ...FIGURES, coins: FIGURES.coins.slice(1, 3) };
  const { input, text, coins } = discover('compare ETH and SOL in 2024', figures);
  expect(input).toEqual({ coins: ['ETH', 'SOL'], from: '2024-01-01', to: '2024-12-31' });
  expect(coins).toEqual(['SOL', 'ETH']);
  expect(text).toContain('Coins: SOL, ETH');
});

test('who asks for ideas gets three, each with enough coins to choose from, whatever the portfolio is', () => {
  const { input, text } = discover('Any ideas?');
  expect(input).toEqual({});
  expect(text.match(/^ {3}Coins: BTC, ETH, XRP, BNB, ADA, SOL, DOT, AVAX, LINK$/gm)).toHaveLength(3);
  expect(text).toContain('TRX leads with +70.00\u202F% in 90 days, in which 1 of 5 coins fell.');
  expect(discover('Three ideas for a market that goes sideways').text).toContain('RSI');
  expect(discover('Any ideas for ETH and SOL?').text.match(/Coins: ETH, SOL/g)).toHaveLength(3);
});

test('coins without candles, made-up candles and a period that ends early are named', () => {
  const { text } = discover('best return in 2025', { ...FIGURES, left_out: ['FIL'], made_up_candles: 1_200 });
  expect(text).toContain('(no later day can be tested here)');
  expect(text).toContain(
    'Left out, without candles on all of these days: FIL. 1,200 of these candles are made up',
  );
});

test('without figures the ideas are said to rest on no data', () => {
  expect(discover('ideas?', 'The candles are not available.').text).toMatch(
    /not available: The candles are not available\. The ideas below rest on no data\./,
  );
});

test('what is impossible gets no idea', () => {
  const { input, text } = discover('Which coins can I sell short with leverage?');
  expect(input).toBeUndefined();
  expect(text).toMatch(/^No, /);
});
