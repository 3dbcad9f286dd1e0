// Figures in a reply are those that a tool gave, or are marked.
import { expect, test } from 'vitest';
import { unbackedClaims, unnamedTrials } from './claims.ts';

const TOOL =
  '{"sharpe_ratio":1.6916,"max_drawdown":-0.37130,"total_return":1.0621,"turnover_per_year":9.909}';

test.each([
  'Sharpe 1.69, drawdown −37 %, total return 106.2 %.',
  'The Sharpe ratio is about 1.7 and the maximum drawdown 37.13 %.',
  'Total return +106.21\u202F%.',
  'Its turnover falls to 9.9 a year.',
  'It holds the top 3 coins, weekly, for 90 bars.',
  '```python\n# Sharpe 9.99\nDRAWDOWN = 5\n```',
  '~~~\nSharpe 9.99\n~~~',
  '- first\n\n  ```\n  Sharpe 9.99\n  ```',
  '> ~~~\n> Sharpe 9.99\n> ~~~',
  'As code:\n\n    Sharpe 9.99',
  '```python\nx = 1```\n\nSharpe 1.69\n\n```python\n# Sharpe 9.99\n```',
])('backed: %s', (text) => {
  expect(unbackedClaims(text, [TOOL])).toEqual([]);
});

test.each([
  ['It has a Sharpe ratio of 2.5.', ['Sharpe ratio of 2.5']],
  ['Sharpe 1.69, but a drawdown of only 12 %.', ['drawdown of only 12 %']],
  ['```python\nx = 1```\n\nThe **Sharpe** is *2.5*.', ['Sharpe is 2.5']],
  ['| Sharpe | 2.5 |\n|---|---|\n| CAGR | 99 % |', ['Sharpe | 2.5', 'CAGR | 99 %']],
  ['Volatility of 80 %, volatility of 80 %', ['Volatility of 80 %', 'volatility of 80 %']],
])('marked: %s', (text, claims) => {
  expect(unbackedClaims(text, [TOOL])).toEqual(claims);
});

test('figures with separators are read whole, in what is claimed and in what was read', () => {
  const verified = '{"verified":"total return +3,901.76\u202F%","total_return":39.01763}';
  for (const read of [verified, '{"total_return":39.01763}'])
    expect(unbackedClaims('Total return +3,901.76\u202F%, or total return 3901.8 %.', [read])).toEqual([]);
  expect(unbackedClaims('Total return of 4,901 %.', ['total return 3.9 %'])).toEqual([
    'Total return of 4,901 %',
  ]);
  expect(unbackedClaims('Turnover of 1,234 a year', ['"turnover":[1,234]'])).toEqual([]);
});

test('many figures are compared with many', () => {
  const read = Array.from({ length: 50_000 }, (_, at) => `${at}.5`).join(' ');
  expect(unbackedClaims('Sharpe 49999.5, '.repeat(6_000), [read])).toEqual([]);
});

test("what the user or the conversation says may be repeated, and without tools every figure is the model's own", () => {
  expect(unbackedClaims('You ask for a drawdown of 20 %.', ['keep the drawdown below 20 %'])).toEqual([]);
  expect(unbackedClaims('A Sharpe of 3 is likely.', [])).toEqual(['Sharpe of 3']);
});

test.each([
  { verified: 'Sharpe ratio 0.80', sharpe_ratio: 0.8, parameters: { mode: 'Sharpe 2.5', sharpe_2: 2.5e9 } },
  { axes: [{ name: 'mode', values: ['Sharpe 2.5', 'b'] }], top: [{ mode: 'x' }] },
  { plateau: { region: { mode: 'Sharpe 2.5' }, centre: { mode: 'Sharpe 2.5', sharpe_ratio: 0.8 } } },
  { bottom: [{ mode: 'Sharpe 2.5', lookback: 20 }] },
])('words and names of parameters, which their author chose, back no figure: %j', (answer) => {
  const texts = [JSON.stringify(answer), `Result\n\nSettings: ${JSON.stringify(answer, null, 2)}\n\nTrades`];
  for (const read of texts)
    expect(unbackedClaims('Sharpe 2.5, turnover 2.', [read])).toEqual(['Sharpe 2.5', 'turnover 2']);
});

test('numbers of parameters, and words elsewhere in an answer, back figures', () => {
  const answer = { parameters: { limit: 0.2 }, findings: [{ text: 'The turnover is 12.5 a year.' }] };
  const claims = 'With the drawdown limit 20 %, the turnover is 12.5 a year.';
  expect(unbackedClaims(claims, [JSON.stringify(answer)])).toEqual([]);
});

const STUDY = '{"trials":1041,"plateau":{"mean":0.8},"centre":{"deflated_sharpe_ratio":0.634}}';

test.each([
  ['The plateau is a lookback of 20 to 30.', 1041],
  ['Sharpe 0.8 after 12 trials.', 1041],
  ['The plateau, found in 1,041 trials, is a lookback of 20 to 30.', null],
  ['Sharpe 0.8 in 1041 trials.', null],
  ['The study is still being computed.', null],
])('what a study found needs its number of trials: %s', (text, missing) => {
  expect(unnamedTrials(text, { studies: [STUDY], results: [] })).toBe(missing);
  expect(unnamedTrials(text, { studies: [], results: [] })).toBeNull();
});

test.each([
  ['Sharpe 0.8: better than before.', 12],
  ['The Sharpe ratio is 0.8, one of 12 trials in this chat.', null],
  ['I found no look-ahead, and this is better.', null],
])('the figure of a result that is one of several needs their number: %s', (text, missing) => {
  const of = (trials: number) => ({ studies: [], results: [`{"sharpe_ratio":0.8,"trials":${trials}}`] });
  expect(unnamedTrials(text, of(12))).toBe(missing);
  expect(unnamedTrials(text, of(1))).toBeNull();
});

test('a deflated Sharpe ratio is a figure that a study must back', () => {
  expect(unbackedClaims('Its deflated Sharpe ratio is 0.63.', [STUDY])).toEqual([]);
  expect(unbackedClaims('Its deflated Sharpe ratio is 0.93.', [STUDY])).toEqual(['Sharpe ratio is 0.93']);
});
