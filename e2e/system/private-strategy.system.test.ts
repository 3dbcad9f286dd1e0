// Everyone can run the private strategy and nobody can see it: not in a reply, a log, a file or a stored event.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Chat, ExecuteInput, ExecuteResponse } from '@tradeium/contracts';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type RegisteredUser, registerUser } from '../api-client.ts';
import { aftermathOf, endOfRun, MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { runningSystem } from '../running-system.ts';

const RUN_TIMEOUT_MS = 60_000;
const SOURCE = fileURLToPath(
  new URL('../../services/strategy-runner/strategies/trendbot_2_0.py', import.meta.url),
);

let user: RegisteredUser;
let privateChat: Chat;
beforeAll(async () => {
  user = await registerUser(runningSystem());
  await user.get('getFirstChat', {});
  const chat = (await user.get('listChats', {})).find(({ settings }) => settings.tradeium_private);
  if (!chat) throw new Error('there is no private chat');
  privateChat = chat;
});

const privateRun = (change: Partial<ExecuteInput> = {}): ExecuteInput => ({
  backtest_id: privateChat.id,
  portfolio: ['USDT', 'BTC', 'ETH', 'XRP', 'BNB'],
  fees: 0.001,
  start_date: '2023-01-01',
  end_date: '2024-12-31',
  timeframe: '24h',
  focused_strategy: 'TrendBot 2.0',
  private_strategy_id: 'trendbot_2_0',
  run_id: `run-${randomUUID()}`,
  ...change,
});

const ended = async (input: ExecuteInput) =>
  (await endOfRun(user, input, RUN_TIMEOUT_MS)).body as ExecuteResponse;

describe('a private run', () => {
  // spec: decisions.18
  test('leaves a folder without code and weights, named after the strategy', async () => {
    const input = privateRun();
    const run = await ended(input);
    expect(run).toMatchObject({
      success: true,
      prints: null,
      filename: expect.stringContaining('TrendBot 2.0'),
      findings: expect.arrayContaining([expect.objectContaining({ code: 'NO_LOOK_AHEAD' })]),
    });
    const folder = { id: privateChat.id, folderName: run.filename ?? '' };
    const { files } = await user.get('listFolder', folder);
    expect(files.map(({ filename }) => filename)).toEqual(['Settings', 'Statistics', 'Chance', 'Chart']);
    for (const filename of ['Strategy', 'Table', 'Trades']) {
      const answer = await user.call('readFolderFile', { ...folder, filename });
      expect(answer).toMatchObject({ status: 404, code: 'FILE_NOT_FOUND' });
    }
    // Its results are its value day by day, which its chart shows as well.
    const results = await user.get('getResults', { id: privateChat.id });
    expect(results.columns).toEqual(['timestamp', 'portfolio_value']);
    expect(results).toMatchObject({ total_rows: 731, summary: run.summary });
    expect(results.dataframe[0]).toEqual({
      timestamp: '2023-01-01T00:00:00.000Z',
      portfolio_value: expect.any(Number),
    });
    await expect.poll(() => aftermathOf(user, input)).toEqual({ folders: 1, charges: 1, missing: 0 });
  });

  test.for(['1h', 'weekly'] as const)('works on %s candles', async (timeframe) => {
    const run = await ended(privateRun({ timeframe, start_date: '2024-01-01' }));
    expect(run).toMatchObject({ success: true });
  });

  test('may be made in any chat', async () => {
    const { backtest_id } = await saveStrategy(user, MOMENTUM);
    expect(await ended(privateRun({ backtest_id }))).toMatchObject({ success: true });
  });
});

test('no line of its source is in anything that the system stores', async () => {
  const telling = readFileSync(SOURCE, 'utf8')
    // Shorter lines, such as the function's head, are in every strategy.
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 40);
  expect(telling.length).toBeGreaterThan(10);
  const home = inject('systemHome');
  const words = telling.flatMap((line) => ['-e', line]);
  const search = () => promisify(execFile)('grep', ['-r', '-l', '-a', '-F', ...words, home]);
  // grep ends with 1 when it finds nothing.
  await expect(search()).rejects.toMatchObject({ code: 1, stdout: '' });
  // The same search finds a file with one of its lines.
  const planted = join(home, 'planted.txt');
  await writeFile(planted, telling[0] ?? '');
  const { stdout } = await search().finally(() => rm(planted));
  expect(stdout.trim()).toBe(planted);
});
