// A whole turn with the tools' answers, as an agent leads it.
import { expect, test } from 'vitest';
import type { Answer, ToolCall } from './answer.ts';
import { DEMO } from './answer.ts';
import type { Conversation } from './conversation.ts';
import { completionRequest, readConversation } from './conversation.ts';
import { faultsIn } from './faults.ts';
import { talkOfStrategies } from './strategy-talk.ts';
import { tradedLess } from './traded-less.ts';

type Tools = Readonly<Record<string, (input: ToolCall['input']) => unknown>>;

/** Answers as the agents' tools give them. */
const FIGURES = {
  verified: 'Ran on 1460 bars (1 Day), 9 coins: Sharpe ratio 0.84; no look-ahead at 40 dates',
  turnover_per_year: 12,
  findings: [
    { severity: 'warning', text: 'There are few trades.' },
    { severity: 'info', text: 'It ran on daily candles.' },
    { severity: 'passed', text: 'No look-ahead.' },
  ],
};
const GOOD: Tools = { check_strategy: () => 'No problems.', run_backtest: () => FIGURES };

const answerText = (answer: unknown) => (typeof answer === 'string' ? answer : JSON.stringify(answer));

/** Calls tools until an answer ends the turn. */
const turn = (asked: readonly string[], tools: Tools, talk = talkOfStrategies, settings = '') => {
  const calls: ToolCall[] = [];
  let said = '';
  const messages: unknown[] = [
    { role: 'system', content: settings },
    ...asked.map((content) => ({ role: 'user', content })),
  ];
  const { faults, text } = faultsIn(asked.at(-1) ?? '');
  for (let round = 0; round < 10; round += 1) {
    const request = completionRequest.parse({
      model: 'm',
      messages,
      tools: Object.keys(tools).map((name) => ({ type: 'function', function: { name } })),
    });
    const conversation: Conversation = readConversation(request);
    const answer: Answer = talk({ ...conversation, asked: [...asked.slice(0, -1), text] }, faults);
    said += answer.text;
    if (answer.calls.length === 0) return { text: answer.text, said, calls };
    for (const { name, input } of answer.calls) {
      calls.push({ name, input });
      const id = `call_${calls.length}`;
      messages.push(
        {
          role: 'assistant',
          content: answer.text,
          tool_calls: [{ id, function: { name, arguments: JSON.stringify(input) } }],
        },
        {
          role: 'tool',
          tool_call_id: id,
          content: answerText(tools[name]?.(input) ?? 'There is no such tool.'),
        },
      );
    }
  }
  throw new Error('The turn does not end.');
};
const names = (calls: readonly ToolCall[]) => calls.map(({ name }) => name);

test('code is checked, then run, and the answer has the tool’s figures', () => {
  const { text, calls } = turn(['top 3 by momentum, weekly'], GOOD);
  expect(names(calls)).toEqual(['check_strategy', 'run_backtest']);
  expect(calls[0]?.input).toEqual(calls[1]?.input);
  expect(text).toContain(`${FIGURES.verified}.`);
  expect(text).toContain('- There are few trades.');
  expect(text).not.toMatch(/passed|info|daily candles/);
  expect(text.split(FIGURES.verified)).toHaveLength(2);
  expect(text.split(DEMO)).toHaveLength(2);
  expect(text).toContain(`\`\`\`python\n${calls[1]?.input.code}\`\`\``);
  expect(text).toContain(DEMO);
});

test('days are counted in the bars of the chat', () => {
  const text = (settings: string) => turn(['momentum over 10 days'], GOOD, talkOfStrategies, settings).text;
  expect(text('Interval: 4 Hours. Fees: 0.1 %.')).toContain('CHANGE_BARS = 60');
  expect(text('Interval: 1 Day.')).toContain('CHANGE_BARS = 10');
});

test('a figure that no tool gave is left out', () => {
  const { text } = turn(['momentum'], { ...GOOD, run_backtest: () => ({ bars: 3 }) });
  expect(text).toContain('It ran.');
  expect(text).not.toMatch(/Sharpe|drawdown \d/);
});

test.each([
  ['syntax-error', 'check_strategy', (code: string) => !code.includes('settings):')],
  ['too-much', 'run_backtest', (code: string) => code.includes('* 0.9')],
  ['look-ahead', 'run_backtest', (code: string) => code.includes('shift(-1)')],
] as const)('a planted error is found and repaired: %s', (fault, finds, isWrong) => {
  const answer = ({ code }: ToolCall['input']) =>
    isWrong(String(code)) ? 'Line 7: this is wrong' : GOOD[finds]?.({});
  const { text, calls } = turn([`momentum [fault: ${fault}]`], { ...GOOD, [finds]: answer });
  expect(isWrong(String(calls[0]?.input.code))).toBe(true);
  expect(isWrong(String(calls.at(-1)?.input.code))).toBe(false);
  expect(names(calls).slice(-2)).toEqual(['check_strategy', 'run_backtest']);
  expect(text).toContain('Sharpe ratio 0.84');
});

test('what was not understood stands in one line before the code, and nothing is said where all was', () => {
  const { said } = turn(['top 3 by momentum, weekly, and pyramid into winners'], GOOD);
  expect(said).toMatch(/^Left out: “pyramid into winners”\./m);
  expect(said.indexOf('Left out')).toBeLessThan(said.indexOf('```python'));
  expect(turn(['top 3 by momentum, weekly'], GOOD).said).not.toContain('Left out');
});

test('what the message does not say is said to be chosen', () => {
  expect(turn(['momentum'], {}).text).toContain(
    'Not said, so I chose: 30 days for the momentum; trades once a week.',
  );
  expect(turn(['momentum over 20 days, monthly'], {}).text).not.toContain('Not said');
});

test('a main part that was not understood gets a question and no code', () => {
  const { text, calls } = turn(['hold the top 3 coins by Hurst exponent'], GOOD);
  expect(calls).toEqual([]);
  expect(text).toMatch(/^I do not understand “Hurst exponent”/);
  expect(text).toContain('?');
});

test('coins that the portfolio lacks are named; without a market there is a question', () => {
  const settings = 'The chat:\nPortfolio: USDT, BTC, ETH. Interval: 1 Day.';
  const ask = (text: string) => turn([text], GOOD, talkOfStrategies, settings);
  expect(ask('60 % BTC and 40 % SOL').calls).toHaveLength(2);
  const filtered = ask('top 2 by momentum while LTC is above its 100-day average');
  expect(filtered.calls).toEqual([]);
  expect(filtered.text).toContain('needs the candles of LTC');
});

test('a ranking of more coins than there are is a warning', () => {
  const run = (verified: string) => ({ ...GOOD, run_backtest: () => ({ ...FIGURES, verified }) });
  const { text } = turn(['top 3 by momentum'], run('Ran on 366 bars (1 Day), 1 coin: Sharpe ratio 0.84'));
  expect(text).toContain('Warning: it picks 3 coins, but this run had only 1 coin');
  expect(turn(['top 3 by momentum'], GOOD).text).not.toContain('Warning');
});

test('code that cannot be repaired is reported as failed', () => {
  const { text, calls } = turn(['momentum'], {
    ...GOOD,
    run_backtest: () => 'no candles',
  });
  expect(names(calls)).toEqual(['check_strategy', 'run_backtest']);
  expect(text).toContain('did not pass: no candles.');
});

test.each([
  ['check_strategy', 'The service is temporarily unavailable. Please try again.', 'checked'],
  ['run_backtest', 'Strategies cannot be run on this server at the moment. No credits were charged.', 'run'],
  ['run_backtest', 'The tool failed.', 'run'],
  ['run_backtest', 'The backtest did not end in time.', 'run'],
])('an outage of %s is not the code’s fault: %s', (tool, outage, done) => {
  const { text } = turn(['momentum'], { ...GOOD, [tool]: () => outage });
  expect(text).toContain(`The code could not be ${done} now: ${outage}`);
  expect(text).not.toMatch(/did not pass|mistake|repair/);
});

test('without tools the code is called untested', () => {
  expect(turn(['momentum'], {}).text).toContain('untested');
});

test('less trading is shown by the turnover before and after', () => {
  const run_backtest = ({ code }: ToolCall['input']) => ({
    turnover_per_year: String(code).includes('every_month') ? 4 : 15.5,
  });
  const { text, calls } = turn(['momentum weekly', 'make it trade less'], { ...GOOD, run_backtest });
  expect(names(calls)).toEqual(['run_backtest', 'check_strategy', 'run_backtest']);
  expect(text).toContain('| Turnover a year | 15.50 | 4.00 |');
});

test('less trading of the code that the user looks at keeps its targets, and what got worse is said', () => {
  const code = 'def strategy(candles, settings):\n    return candles.close * 0 + 0.1\n';
  const run_backtest = (input: ToolCall['input']) =>
    input.code === code
      ? { turnover_per_year: 13.57, total_return: 39.01, sharpe_ratio: 1.68, max_drawdown: -0.43 }
      : { turnover_per_year: 7.32, total_return: 6.51, sharpe_ratio: 0.99, max_drawdown: -0.66 };
  const tools = { ...GOOD, read_strategy: () => code, run_backtest };
  const looks = 'The user looks at: the result run-1 of strategy_mine.py.';
  const { text, calls } = turn(['make it trade less'], tools, talkOfStrategies, looks);
  expect(names(calls)).toEqual(['read_strategy', 'run_backtest', 'check_strategy', 'run_backtest']);
  expect(calls[0]?.input).toEqual({ filename: 'strategy_mine.py' });
  expect(calls[1]?.input).toEqual({ code });
  expect(text).toContain('| Max drawdown | −43.00\u202F% | −66.00\u202F% |');
  expect(text).toContain('Worse now: total return, Sharpe ratio, max drawdown.');
  expect(turn(['make it trade less'], tools).text).toContain('Open the strategy');
});

test('code that trades less already is made to trade less again', () => {
  const once = tradedLess('def strategy(candles, settings):\n    return candles.close * 0\n');
  const twice = tradedLess(once.code);
  expect([once.days, twice.days]).toEqual([28, 56]);
  expect(twice.code).toContain('def targets_1(');
  expect(twice.code).toContain('def targets_2(');
  expect(twice.code.match(/^import pandas as pd$/gm)).toHaveLength(1);
});

test('code that looks ahead is repaired, whatever its figures', () => {
  const run_backtest = ({ code }: ToolCall['input']) =>
    String(code).includes('shift(-1)')
      ? { ...FIGURES, findings: [{ severity: 'critical', text: 'The strategy uses the future.' }] }
      : FIGURES;
  const { calls, text } = turn(['momentum [fault: look-ahead]'], { ...GOOD, run_backtest });
  expect(names(calls)).toEqual(['check_strategy', 'run_backtest', 'check_strategy', 'run_backtest']);
  expect(text).toContain(FIGURES.verified);
});

// spec: strategies.28
test('a reason rests on the result', () => {
  const read_result = () =>
    'Result x\n\nStatistics: {"years":[{"year":2021,"return":1},{"year":2022,"return":-0.4}],"worst_drawdowns":[{"depth":-0.5}]}\n\nPositions closed in 2022: {"count":3,"losing":2,"by_coin":[{"coin":"ETH","profit":-26,"positions":2}],"worst":[{"closed_at":"2022-03-05T00:00:00.000Z","coin":"ETH","profit":-30}]}';
  const { text, calls } = turn(['Why did it lose in 2022?'], { ...GOOD, read_result });
  expect(names(calls)).toEqual(['read_result']);
  expect(text).toContain('{"year":2022,"return":-0.4}');
  expect(text).toContain('{"depth":-0.5}');
  expect(text).toContain('Of 3 closed positions 2 lost. Most was lost with ETH (');
  expect(text).toContain('ETH on 2022-03-05');
  expect(calls[0]?.input).toEqual({ year: 2022 });
});

test('without a result it says how its own backtest becomes one', () => {
  const { text } = turn(['Why did it lose in 2022?'], {
    ...GOOD,
    read_result: () => 'The chat has no such result.',
  });
  expect(text).toContain('press “Keep as result” on its card and ask me again');
});

test('vague and impossible ideas call no tool', () => {
  expect(turn(['make me rich'], GOOD)).toMatchObject({
    calls: [],
    text: expect.stringMatching(/^I put strategies together from parts: .*moving averages.*\?/s),
  });
  expect(turn(['go short the weakest'], GOOD)).toMatchObject({
    calls: [],
    text: expect.stringMatching(/^No, /),
  });
});

const WITH_LOOKBACK = `PARAMETERS = {
    "top": {"default": 3, "min": 1, "max": 5, "step": 1},
    "lookback": {"default": 30, "min": 5, "max": 200, "step": 5},  # bars
}`;
const SURFACE = {
  status: 'completed',
  trials: 41,
  plateau: {
    region: { lookback: { from: 50, to: 70 } },
    points: 3,
    mean: 0.8,
    worst: 0.7,
    centre: { deflated_sharpe_ratio: 0.63 },
  },
  probability_of_overfitting: 0.4,
  doubts: ['The strategy keeps state.'],
};
const OPEN = 'The user looks at: strategy_a.py.';

test('a better lookback is studied, and answered with a plateau and its trials', () => {
  const tools: Tools = {
    ...GOOD,
    read_strategy: () => WITH_LOOKBACK,
    start_study: () => ({ study_id: 'study-1', points: 40 }),
    read_study: () => SURFACE,
  };
  const { text, calls } = turn(['find a better lookback'], tools, talkOfStrategies, OPEN);
  expect(calls).toEqual([
    { name: 'read_strategy', input: { filename: 'strategy_a.py' } },
    {
      name: 'start_study',
      input: { filename: 'strategy_a.py', parameters: { lookback: { min: 5, max: 200, step: 5 } } },
    },
    { name: 'read_study', input: { study_id: 'study-1' } },
  ]);
  expect(text).toMatch(/lookback 50 to 70.*41 trials/s);
  expect(text).toContain('deflated Sharpe ratio 0.63');
  expect(text).toContain('- The strategy keeps state.');
});

test('a study that is refused is said to be, and without a file or parameters there is none', () => {
  const read: Tools = {
    read_strategy: () => WITH_LOOKBACK,
    start_study: () => 'You have 1 VUT.',
    read_study: () => SURFACE,
  };
  const asked = ['find a better lookback'];
  expect(turn(asked, read, talkOfStrategies, OPEN).text).toContain('You have 1 VUT.');
  expect(turn(asked, read).text).toContain('Open the strategy');
  const bare: Tools = { ...read, read_strategy: () => 'def strategy(candles, settings): ...' };
  expect(turn(asked, bare, talkOfStrategies, OPEN).text).toContain('declares no parameter');
});
