// An outside assistant, through the real system: it finds a chat, saves a strategy and backtests it, within its token.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { AccessScope } from '@tradeium/contracts';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD, type RegisteredUser, registerUser } from '../api-client.ts';
import { MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { runningSystem } from '../running-system.ts';

let owner: RegisteredUser;
let chatId: string;
beforeAll(async () => {
  const urls = runningSystem();
  owner = await registerUser(urls);
  chatId = (await saveStrategy(owner, MOMENTUM)).backtest_id;
});

const tokenFor = (scopes: AccessScope[]) =>
  owner.get('createAccessToken', { name: 'Assistant', scopes, days: 30, password: PASSWORD });

const assistantWith = async (token: string) => {
  const client = new Client({ name: 'assistant', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', runningSystem().gateway), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  const call = async (name: string, input: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    return { text: (content as { text: string }[])[0]?.text ?? '', isError };
  };
  return { client, call };
};

const LOOKBACK = `PARAMETERS = {"lookback": {"default": 30, "min": 5, "max": 90, "step": 5}}

def strategy(candles, settings):
    momentum = candles.close.pct_change(settings.parameters["lookback"])
    return (momentum > 0) / len(candles.coins)
`;

const YEAR = {
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
};

// spec: strategies.25
test("works in its user's chat; the user pays for the backtest, sees each use, and can revoke the token", async () => {
  const { token, access_token } = await tokenFor(['read', 'edit', 'run']);
  const { client, call } = await assistantWith(token);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('run_backtest');
  expect((await call('list_chats', {})).text).toContain(chatId);
  const saved = await call('save_strategy', { chat_id: chatId, code: MOMENTUM });
  expect(saved).toMatchObject({ isError: false, text: expect.stringContaining('Saved as') });
  const before = await owner.get('getBalance', {});
  const ran = await call('run_backtest', { chat_id: chatId, code: MOMENTUM, settings: YEAR });
  expect(ran).toMatchObject({ isError: false, text: expect.stringContaining('Ran on 366 bars') });
  const uses = async () => (await owner.get('listToolUses', {})).uses;
  await expect
    .poll(async () => (await uses()).map(({ tool }) => tool))
    .toEqual(['run_backtest', 'save_strategy', 'list_chats']);
  const [{ cost_vut = 0 } = {}] = await uses();
  expect(cost_vut).toBeGreaterThan(0);
  const left = before.subscription.vut_remaining - cost_vut;
  await expect
    .poll(async () => (await owner.get('getBalance', {})).subscription.vut_remaining)
    .toBeCloseTo(left, 6);
  await owner.get('revokeAccessToken', { id: access_token.id });
  await expect(call('list_chats', {})).rejects.toThrow(/ACCESS_TOKEN_INVALID/);
});

test('tries a value, studies many, and reads the plateau with its trials; what it may not do starts nothing', async () => {
  const { backtest_id: chat_id } = await saveStrategy(owner, LOOKBACK);
  const [{ filename = '' } = {}] = (await owner.get('listFiles', { id: chat_id })).files;
  const { call } = await assistantWith((await tokenFor(['read', 'run'])).token);
  const tried = { chat_id, code: LOOKBACK, parameters: { lookback: 60 }, settings: YEAR };
  expect((await call('run_backtest', tried)).text).toContain('with lookback 60');
  const asked = { chat_id, filename, settings: YEAR };
  const study = { ...asked, parameters: { lookback: { min: 10, max: 60, step: 10 } } };
  const refusals: [object, RegExp][] = [
    [{ ...study, points_at_most: 5 }, /The grid has 6 points/],
    [{ ...study, cost_at_most_vut: 0.000_1 }, /may cost .* VUT, more than/],
    [{ ...asked, parameters: { other: { values: [1, 2] } } }, /other/],
    [{ ...study, filename: 'TrendBot 2.0' }, /no such strategy file/],
  ];
  for (const [input, text] of refusals)
    expect(await call('start_study', input as typeof study)).toMatchObject({
      isError: true,
      text: expect.stringMatching(text),
    });
  expect((await owner.get('listStudies', { backtest_id: chat_id })).studies).toEqual([]);
  const started = await call('start_study', study);
  expect(started).toMatchObject({ isError: false });
  const { study_id } = JSON.parse(started.text) as { study_id: string };
  const read = await call('read_study', { chat_id, study_id });
  expect(JSON.parse(read.text)).toMatchObject({
    status: 'completed',
    computed: 6,
    // The try of 60 is a point of the study, too.
    trials: 6,
    plateau: { metric: 'sharpe_ratio', region: { 'parameters.lookback': expect.any(Object) } },
  });
  const slow = LOOKBACK.replace('    momentum', '    import time; time.sleep(0.5)\n    momentum');
  const { final_name } = await owner.get('applyStrategy', { id: chat_id, strategy_code: slow });
  const long = await call('start_study', {
    ...asked,
    filename: final_name,
    parameters: { lookback: { min: 5, max: 90, step: 1 } },
    points_at_most: 90,
  });
  const { study_id: cancelled } = JSON.parse(long.text) as { study_id: string };
  const waiting = call('read_study', { chat_id, study_id: cancelled });
  const elsewhere = { chat_id: chatId, study_id: cancelled };
  expect(await call('cancel_study', elsewhere)).toMatchObject({ isError: true });
  const ended = JSON.parse((await call('cancel_study', { chat_id, study_id: cancelled })).text);
  expect(ended).toMatchObject({ cancelled: true, points: 86 });
  expect(JSON.parse((await waiting).text)).toMatchObject({ status: 'cancelled', points: 86 });
  const again = JSON.parse((await call('cancel_study', { chat_id, study_id: cancelled })).text);
  expect(again).toMatchObject({ cancelled: false, status: 'cancelled' });
});

test('sees nothing of others, and does nothing that its token does not allow', async () => {
  const stranger = await registerUser(runningSystem());
  const { backtest_id: foreign } = await saveStrategy(stranger, MOMENTUM);
  const { token } = await tokenFor(['read']);
  const { client, call } = await assistantWith(token);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).not.toContain('run_backtest');
  expect((await call('list_chats', {})).text).not.toContain(foreign);
  expect(await call('read_strategy', { chat_id: foreign })).toMatchObject({ isError: true });
  expect(await call('read_study', { chat_id: foreign })).toMatchObject({ isError: true });
  const ran = await call('run_backtest', { chat_id: chatId, code: MOMENTUM });
  expect(ran).toMatchObject({ isError: true, text: expect.stringContaining('lacks “run”') });
  const running = await assistantWith((await tokenFor(['run'])).token);
  const study = { chat_id: foreign, filename: 'strategy_momentum.py', parameters: { a: { values: [1, 2] } } };
  expect(await running.call('start_study', study)).toMatchObject({ isError: true });
  expect(await running.call('cancel_study', { chat_id: foreign, study_id: 'any' })).toMatchObject({
    isError: true,
  });
});
