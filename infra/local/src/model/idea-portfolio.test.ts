// On which coins an idea is tested.
import { expect, test } from 'vitest';
import { withPortfolio } from './chat-facts.ts';
import { readConversation } from './conversation.ts';
import { ideaPortfolio, OFFERED, onIdeaCoins } from './idea-portfolio.ts';

test.each([
  ['Hold the top 3 coins by 30-day momentum', OFFERED],
  [
    'Every Friday hold the three coins with the strongest momentum, only while BTC is above its average',
    OFFERED,
  ],
  ['Weight all coins by risk parity', OFFERED],
  ['Hold BTC above its 100-day average', null],
  ['hold bitcoin above its 100-day average', null],
  ['Hold ETH above its 100-day average', ['BTC', 'ETH']],
  ['Half ETH and half SOL, rebalanced monthly', ['BTC', 'ETH', 'SOL']],
  ['Rotate weekly into the stronger of them.\n\nCoins: TRX, XLM', ['TRX', 'XLM']],
  ['Hold the top 3 of my coins by momentum', null],
])('with BTC alone in the portfolio, %j runs on %o', (text, coins) => {
  expect(ideaPortfolio([text], ['BTC'])).toEqual(coins);
});

test('a portfolio with a choice is taken as it is, unless the idea has other coins', () => {
  const portfolio = ['BTC', 'ETH', 'SOL'];
  expect(ideaPortfolio(['Hold the top 2 coins'], portfolio)).toBeNull();
  expect(ideaPortfolio(['Half ETH and half SOL'], portfolio)).toBeNull();
  expect(ideaPortfolio(['Half ADA and half SOL'], portfolio)).toEqual(['BTC', 'ADA', 'SOL', 'ETH']);
});

test('a later wish about an idea leaves it on its coins', () => {
  const idea = 'Write a strategy for this idea:\n\nHold the calm ones.\nCoins: TRX, BNB';
  expect(ideaPortfolio([idea, 'and only weekly'], ['BTC'])).toEqual(['TRX', 'BNB']);
  expect(ideaPortfolio([idea, 'now on my portfolio'], ['BTC'])).toBeNull();
});

test('code of a file runs as its chat has it', () => {
  expect(ideaPortfolio(['Make it trade less'], ['BTC'])).toBeNull();
});

test('the title of an idea that is handed over is no part of it', () => {
  const content =
    'Write a strategy for this idea:\n\nStay out of falls: hold the top 2 coins weekly.\n\nCoins: ETH, SOL';
  const messages = [{ role: 'user' as const, content }];
  const read: string[] = [];
  onIdeaCoins(readConversation({ model: 'm', messages, tools: [] } as never), ({ asked }) => {
    read.push(...asked);
    return { text: '', calls: [] };
  });
  expect(read).toEqual([
    'Write a strategy for this idea:\n\nhold the top 2 coins weekly.\n\nCoins: ETH, SOL',
  ]);
});

test('what was asked about other coins before says nothing about an idea', () => {
  const asked = ['Compare ETH and SOL in 2024', 'Hold the top 3 coins by momentum'];
  expect(ideaPortfolio(asked, ['BTC'])).toEqual(OFFERED);
});

test('a backtest runs on these coins, and the talk is of a chat that has them', () => {
  const messages = [
    { role: 'system' as const, content: 'Portfolio: USDT, BTC. Interval: 1 Day.' },
    { role: 'user' as const, content: 'Hold ETH above its average' },
  ];
  const conversation = readConversation({ model: 'm', messages, tools: [] } as never);
  let read = '';
  const answer = onIdeaCoins(conversation, ({ instructions }) => {
    read = instructions;
    return { text: '', calls: [{ name: 'run_backtest', input: { code: 'x' } }] };
  });
  expect(read).toBe('Portfolio: USDT, BTC, ETH. Interval: 1 Day.');
  expect(answer.calls).toEqual([{ name: 'run_backtest', input: { code: 'x', coins: ['BTC', 'ETH'] } }]);
  expect(withPortfolio('Nothing is known.', ['ETH'])).toBe('Nothing is known.');
});
