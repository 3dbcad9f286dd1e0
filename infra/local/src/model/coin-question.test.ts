// Questions about coins are understood.
import { expect, test } from 'vitest';
import { questionIn } from './coin-question.ts';

const FACTS = { portfolio: ['BTC'], today: '2025-09-15', lastDay: '2025-10-08' };

test.each([
  ['Which coins moved least with BTC last year?', 'correlation', true, 'BTC', null],
  ['Which coins move least like BTC?', 'correlation', true, 'BTC', null],
  ['What is most correlated with ether?', 'correlation', false, 'ETH', null],
  ['How do ETH and SOL move together?', 'correlation', false, 'ETH', ['ETH', 'SOL']],
  [
    'Which of ETH, BNB, LINK and AVAX were least correlated with each other in 2024?',
    'correlation',
    true,
    null,
    ['ETH', 'BNB', 'LINK', 'AVAX'],
  ],
  ['which fell least in 2022', 'return', false, null, null],
  ['which lost the most in 2022', 'return', true, null, null],
  ['worst performers this year', 'return', true, null, null],
  ['best performing coins in 2023', 'return', false, null, null],
  ['Which coins fell less than BTC in 2022?', 'return', false, null, null],
  ['Which coins had the best return for their risk in the last year?', 'return for risk', false, null, null],
  ['which were calmest', 'volatility', true, null, null],
  ['the three most volatile coins', 'volatility', false, null, null],
  ['which coins moved least in 2024', 'volatility', true, null, null],
  ['deepest drawdown since 2021?', 'drawdown', true, null, null],
  ['smallest drawdown in 2022', 'drawdown', false, null, null],
  ['best momentum', 'momentum 90', false, null, null],
  ['weakest 30-day momentum', 'momentum 30', true, null, null],
  ['which coins are above their 200-day average', 'trend', false, null, null],
  ['compare ETH and SOL in 2024', 'return', false, null, ['ETH', 'SOL']],
  ['Solana vs Cardano', 'return', false, null, ['SOL', 'ADA']],
  ['How did XRP do in 2023?', 'return', false, null, ['XRP']],
  ['How volatile are my coins?', 'volatility', false, null, ['BTC']],
  ['Suggest three ideas for a market that goes sideways', null, false, null, null],
  ['Any ideas for BTC and SOL?', null, false, null, ['BTC', 'SOL']],
])('%j', (text, measure, isLeast, against, coins) => {
  expect(questionIn(text, FACTS)).toMatchObject({ measure, isLeast, against, coins });
});

test.each([
  ['Is there a weekday effect for SOL and DOGE since 2023?', ['how coins do on days of the week']],
  ['Which fell least, and how long did they take to recover?', ['how long coins take to recover']],
  ['Which fell least in 2022?', []],
])('%j asks for what no figure answers: %j', (text, unanswered) => {
  expect(questionIn(text, FACTS).unanswered).toEqual(unanswered);
});
