// A result comes with its findings: look-ahead by date and coin, and what could not be tested.
import { randomUUID } from 'node:crypto';
import { type ExecuteResponse, findingText } from '@tradeium/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type RegisteredUser, registerUser } from '../api-client.ts';
import { endOfRun, MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { runningSystem } from '../running-system.ts';

const RUN_TIMEOUT_MS = 60_000;

let user: RegisteredUser;
beforeAll(async () => {
  user = await registerUser(runningSystem());
});

const body = (...lines: string[]) =>
  ['import numpy as np', 'def strategy(candles, settings):', ...lines.map((line) => `    ${line}`)].join(
    '\n',
  );

const resultOf = async (code: string, settings: object = {}) => {
  const input = { ...(await saveStrategy(user, code)), ...settings, run_id: `run-${randomUUID()}` };
  const { body: answer } = await endOfRun(user, input, RUN_TIMEOUT_MS);
  return { ...(answer as ExecuteResponse), chatId: input.backtest_id };
};

const fileOf = async (run: { chatId: string; filename: string | null }, filename: string) => {
  const folder = { id: run.chatId, folderName: run.filename ?? '' };
  const response = await user.open('readFolderFile', { ...folder, filename }, AbortSignal.timeout(10_000));
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

const cheating: [string, string, object][] = [
  ["tomorrow's close", body('up = candles.close.shift(-1) > candles.close', 'return up / 2'), {}],
  [
    'an average of the whole sample',
    body('low = candles.close < candles.close.mean()', 'return low / 2'),
    { start_date: '2023-06-01' },
  ],
  ['the last close', body('rises = candles.close < candles.close.iloc[-1]', 'return rises / 2'), {}],
  [
    'the evening in the morning',
    body(
      'day = candles.close.resample("1D").last().pct_change() > 0',
      'return day.reindex(candles.close.index, method="ffill") / 2',
    ),
    { timeframe: '4h', end_date: '2024-06-30' },
  ],
];

describe('a strategy that uses the future', () => {
  test.for(cheating)('by %s is found out, with the first date and coin', async ([, code, settings]) => {
    const run = await resultOf(code, settings);
    expect(run).toMatchObject({ success: true });
    const [worst] = run.findings;
    expect(worst).toMatchObject({
      code: expect.stringMatching(/^LOOK_AHEAD_/),
      severity: 'critical',
      data: { coin: expect.stringMatching(/^(BTC|ETH)$/), at: expect.stringMatching(/^20\d\d-/) },
    });
    expect(run.summary).toContain(worst && findingText(worst));
    const statistics = JSON.parse((await fileOf(run, 'Statistics')).toString());
    expect(statistics.findings).toEqual(run.findings);
  });

  test('by date, and cannot run without it, is warned that it will fail live', async () => {
    const run = await resultOf(
      body('last = candles.close.loc["2024-12-31"]', 'return (candles.close * 0) + 0.1'),
    );
    expect(run.findings[0]).toMatchObject({ code: 'FUTURE_REQUIRED', severity: 'critical' });
    expect(run.prints).toMatch(/^Run again with the future after .* cut off: KeyError/);
  });
});

test('a strategy that rolls dice without a seed is not reproducible', async () => {
  const run = await resultOf(
    body('dice = np.random.default_rng()', 'return candles.close * 0 + dice.random() / 2'),
  );
  expect(run.findings[0]).toMatchObject({ code: 'NOT_REPRODUCIBLE' });
});

test('an honest strategy passes, and its author sees what it prints', async () => {
  const run = await resultOf(
    MOMENTUM.replace('settings):\n', 'settings):\n    print("bars:", len(candles.close))\n'),
  );
  expect(run).toMatchObject({ success: true, prints: expect.stringMatching(/^bars: \d+\n$/) });
  expect(run.findings.map(({ code }) => code)).toContain('NO_LOOK_AHEAD');
  expect(run.findings.filter(({ severity }) => severity === 'critical')).toEqual([]);
});

test('the same run again gives the same bytes', async () => {
  const [first, second] = [await resultOf(MOMENTUM), await resultOf(MOMENTUM)];
  for (const filename of ['Settings', 'Strategy', 'Table', 'Trades', 'Statistics', 'Chart']) {
    const [one, other] = [await fileOf(first, filename), await fileOf(second, filename)];
    expect(one.equals(other), `${filename} differs`).toBe(true);
  }
  const settings = JSON.parse((await fileOf(first, 'Settings')).toString());
  for (const name of ['code_sha256', 'candles_sha256', 'settings_sha256'])
    expect(settings[name]).toMatch(/^[0-9a-f]{64}$/);
});
