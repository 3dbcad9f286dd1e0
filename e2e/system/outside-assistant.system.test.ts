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

test('sees nothing of others, and does nothing that its token does not allow', async () => {
  const stranger = await registerUser(runningSystem());
  const { backtest_id: foreign } = await saveStrategy(stranger, MOMENTUM);
  const { token } = await tokenFor(['read']);
  const { client, call } = await assistantWith(token);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).not.toContain('run_backtest');
  expect((await call('list_chats', {})).text).not.toContain(foreign);
  expect(await call('read_strategy', { chat_id: foreign })).toMatchObject({ isError: true });
  const ran = await call('run_backtest', { chat_id: chatId, code: MOMENTUM });
  expect(ran).toMatchObject({ isError: true, text: expect.stringContaining('lacks “run”') });
});
