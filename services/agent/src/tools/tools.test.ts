// Tools take from the model what they are to do, and nothing about whom they work for.
import { describe, expect, test } from 'vitest';
import { schemasOf, TOOLS } from './tools.ts';

const tools = [...new Set(Object.values(TOOLS).flat())];
const CODE = { code: 'def strategy(candles, settings):\n    return 1' };
const sound: Readonly<Record<string, object>> = {
  check_strategy: CODE,
  run_backtest: CODE,
  read_strategy: { filename: 'strategy_a.py' },
  read_result: { run_id: 'run-1' },
  coin_statistics: { coins: ['BTC'] },
};

/** What text in a file, a result or a message may talk a model into. */
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

  test('says to the model that it takes nothing else', () => {
    const schema = schemasOf([tool])[0]?.input;
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  });
});
