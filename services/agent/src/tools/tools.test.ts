// Tools take from the model what they are to do, and nothing about whom they work for.
import { AGENT_RUNS_BACKTESTS, type Agent, LIMIT_OF_TOOL } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { usualSettings } from '../replies/usual-settings.ts';
import { outsideInput, schemasOf, TOOLS, toolsFor } from './tools.ts';

const tools = [...new Set(Object.values(TOOLS).flat())];
const CODE = { code: 'def strategy(candles, settings):\n    return 1' };
const sound: Readonly<Record<string, object>> = {
  check_strategy: CODE,
  run_backtest: CODE,
  read_strategy: { filename: 'strategy_a.py' },
  read_result: { run_id: 'run-1' },
  start_study: { filename: 'strategy_a.py', parameters: { lookback: { min: 10, max: 60, step: 10 } } },
  read_study: { study_id: 'study-1' },
  cancel_study: { study_id: 'study-1' },
  coin_statistics: { coins: ['BTC'] },
  list_results: {},
};

/** Fields that text in a file, a result or a message may talk a model into. */
const REACHING = [
  { user_id: 'bob' },
  { userId: 'bob' },
  { account_id: 'bob' },
  { chat_id: 'chat-of-bob' },
  { chatId: 'chat-of-bob' },
  { backtest_id: 'chat-of-bob' },
  { conversation_id: 'c-of-bob' },
  { session: 'token' },
  { api_key: 'key' },
  { url: 'https://evil.example' },
  { settings: { fees: 0 } },
  { fees: 0 },
  { credits: 1_000_000 },
  { creditsLeft: 1_000_000 },
  { callId: 'other' },
  { admin: true },
  { digest: 'ab'.repeat(32) },
  { path: '/etc/passwd' },
  { blob: 'ab'.repeat(32) },
  { portfolio: ['USDT', 'BTC'] },
];

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  test('takes its own input', () => {
    expect(tool.input.safeParse(sound[name]).success).toBe(true);
  });

  test.each(REACHING)('refuses %o', (more) => {
    expect(tool.input.safeParse({ ...sound[name], ...more }).success).toBe(false);
  });

  // spec: agents.17
  test('says to the model that it takes nothing else', () => {
    const schema = schemasOf([tool])[0]?.input;
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  });
});

/** Fields that an outside assistant names itself: a chat, whose owner the server checks, and settings of a backtest. */
const OUTSIDE_MAY = ['chat_id', 'settings'];
const reaching = REACHING.filter((more) => !OUTSIDE_MAY.includes(Object.keys(more)[0] ?? ''));

describe.each(toolsFor(['read', 'edit', 'run']).map((tool) => [tool.name, tool] as const))(
  'from outside %s',
  (name, tool) => {
    const own = name === 'save_strategy' ? CODE : (sound[name] ?? {});
    const input = { ...(tool.isOfChat && { chat_id: 'chat-1' }), ...own };

    test('takes its own input, and the chat where it needs one', () => {
      expect(outsideInput(tool).safeParse(input).success).toBe(true);
      expect(outsideInput(tool).safeParse(own).success).toBe(!tool.isOfChat);
    });
    test.each(reaching)('refuses %o', (more) => {
      expect(outsideInput(tool).safeParse({ ...input, ...more }).success).toBe(false);
    });
  },
);

const SETTINGS = usualSettings(new Date('2025-10-08T12:00:00Z'));
const outside = toolsFor(['read', 'edit', 'run']);

/** Years of nineteen coins and their correlations, and what is paid by a reservation of its own. */
const COMPUTES_APART = ['coin_statistics', 'start_study'];

test('each tool that costs something, tries code or computes apart from the reply counts in a limit of its user', () => {
  const heavy = [...tools, ...outside].filter(
    ({ name, costAtMost, triesCode }) =>
      triesCode || costAtMost(SETTINGS) > 0 || COMPUTES_APART.includes(name),
  );
  expect(new Set(heavy.map(({ name }) => name))).toEqual(new Set(LIMIT_OF_TOOL.keys()));
});

test('the agents that are said to run backtests are those with a tool that costs something', () => {
  const runs = (agent: Agent) => TOOLS[agent].some(({ costAtMost }) => costAtMost(SETTINGS) > 0);
  expect({ strategy: runs('strategy'), discovery: runs('discovery') }).toEqual(AGENT_RUNS_BACKTESTS);
});

test('a tool is announced as changing something where it leaves something behind', async () => {
  expect(outside.flatMap(({ name, changesSomething }) => (changesSomething ? [name] : []))).toEqual([
    'start_study',
    'cancel_study',
    'save_strategy',
  ]);
});

test('a token opens what it allows and nothing else: none of it trades or pays', () => {
  const names = (scope: 'read' | 'edit' | 'run') => toolsFor([scope]).map(({ name }) => name);
  expect(names('read')).toEqual([
    'list_chats',
    'list_results',
    'read_strategy',
    'read_result',
    'read_study',
    'coin_statistics',
  ]);
  expect(names('edit')).toEqual(['save_strategy']);
  expect(names('run')).toEqual(['check_strategy', 'run_backtest', 'start_study', 'cancel_study']);
});
