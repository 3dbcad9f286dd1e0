// Wrong, greedy or hostile strategies, and impossible runs: clear errors, no charge, nothing left behind.
import { randomUUID } from 'node:crypto';
import { ERRORS, type ErrorCode, type ExecuteInput, fromVut, MESSAGES } from '@tradeium/contracts';
import { openBlobs, openRequestClient, outputOf } from '@tradeium/service-kit';
import { beforeAll, describe, expect, test } from 'vitest';
import { connectOperator } from '../../scripts/running-system.ts';
import { openClient, type RegisteredUser, registerUser } from '../api-client.ts';
import { aftermathOf, endOfRun, MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { runningSystem } from '../running-system.ts';
import { STRATEGY_TIMEOUT_SECONDS } from '../system-environment.ts';

const RUN_TIMEOUT_MS = 60_000;

let user: RegisteredUser;
let sound: ExecuteInput;
beforeAll(async () => {
  user = await registerUser(runningSystem());
  sound = await saveStrategy(user, MOMENTUM);
});

const newRunId = () => `run-${randomUUID()}`;

const body = (...lines: string[]) =>
  ['def strategy(candles, settings):', ...lines.map((line) => `    ${line}`)].join('\n');

type BadStrategy = { what: string; code: string; says: RegExp; line: number | null };

/** `line`: where the author has to look, counted from 1. */
const badStrategies: BadStrategy[] = [
  {
    what: 'a syntax error',
    code: 'def strategy(candles, settings)\n    return 1',
    says: /^SyntaxError: expected ':'/,
    line: 1,
  },
  {
    what: 'an exception',
    code: body('x = 0', 'return 1 / x'),
    says: /^ZeroDivisionError: division by zero$/,
    line: 3,
  },
  {
    what: 'an exception at import',
    code: `import nothing_like_it\n${MOMENTUM}`,
    says: /^ModuleNotFoundError/,
    line: 1,
  },
  {
    what: 'an endless loop',
    code: body('x = 1', 'while True: pass'),
    says: new RegExp(`longer than ${STRATEGY_TIMEOUT_SECONDS} seconds`),
    line: 3,
  },
  {
    what: 'a huge allocation',
    code: body('x = bytearray(64 << 30)', 'return x'),
    says: /more memory than/,
    line: 2,
  },
  {
    what: 'a fork bomb',
    code: body('import os', 'while True: os.fork()'),
    says: /may not use the network, files or other programs/,
    line: 3,
  },
  {
    what: 'another program',
    code: body('import subprocess', 'subprocess.run(["/bin/sh"])'),
    says: /may not|No such file/,
    line: 3,
  },
  {
    what: 'a socket',
    code: body('import socket', 'socket.create_connection(("127.0.0.1", 80))'),
    says: /may not use the network/,
    line: 3,
  },
  { what: 'a file of the host', code: body('open("/etc/shadow")'), says: /may not|No such file/, line: 2 },
  { what: 'no function', code: 'x = 1\n', says: /there is no function named strategy/, line: null },
  { what: 'two functions', code: `${MOMENTUM}\n${MOMENTUM}`, says: /defined more than once/, line: 7 },
  {
    what: 'a function without arguments',
    code: 'def strategy():\n    return 1',
    says: /must take two arguments/,
    line: 1,
  },
  {
    what: 'an end instead of an answer',
    code: body('raise SystemExit(0)'),
    says: /called exit\(\)/,
    line: 2,
  },
  {
    what: 'a recursion without end',
    code: `${body('return strategy(candles, settings)')}\n`,
    says: /^RecursionError/,
    line: 2,
  },
  { what: 'nothing', code: body('pass'), says: /returned nothing/, line: 1 },
  { what: 'weights above 1', code: body('return candles.close * 0 + 0.7'), says: /add up to 1\.4/, line: 2 },
  {
    what: 'one weight above 1',
    code: body('return candles.close * 0 + 1.5'),
    says: /is 1\.5; weights must lie between 0 and 1/,
    line: 2,
  },
  {
    what: 'a short position',
    code: body('return candles.close * 0 - 0.1'),
    says: /is -0\.1; weights must lie/,
    line: 2,
  },
  { what: 'an infinite weight', code: body('return 1 / (candles.close * 0)'), says: /is infinite/, line: 2 },
  {
    what: 'a row with and without a number',
    code: body('w = candles.close * 0', 'w.iloc[0, 0] = float("nan")', 'return w'),
    says: /is missing \(NaN\) while other coins have one/,
    line: 4,
  },
  {
    what: 'missing rows',
    code: body('return (candles.close * 0).tail(10)'),
    says: /have no row for \d+ of \d+ bars/,
    line: 2,
  },
  {
    what: 'a coin that is not asked for',
    code: body('return (candles.close * 0).rename(columns={"BTC": "LUNA"})'),
    says: /column 'LUNA'/,
    line: 2,
  },
  { what: 'words', code: body('return candles.close.astype(str)'), says: /are not numbers/, line: 2 },
];

const leftNothing = { folders: 0, charges: 0, missing: 0 };
const untouched = (input: ExecuteInput) =>
  expect.poll(() => aftermathOf(user, input), { interval: 100 }).toEqual(leftNothing);

describe('a strategy that has or does', () => {
  test.for(badStrategies)('$what', async ({ code, says, line }) => {
    const input = { ...(await saveStrategy(user, code)), run_id: newRunId() };
    const { status, body } = await endOfRun(user, input, RUN_TIMEOUT_MS);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: false,
      run_id: input.run_id,
      error: expect.stringMatching(says),
      strategy_error: expect.stringMatching(says),
      strategy_error_line: line,
      strategy_error_source: line === null ? null : code.split('\n')[line - 1]?.trim(),
      strategy_success: false,
      summary: null,
      filename: null,
      dataframe_info: null,
      strategy_dataframe_info: null,
      findings: [],
      prints: expect.any(String),
      cost_vut: 0,
    });
    await untouched(input);
  });

  test('nothing wrong still runs after all of them', async () => {
    const input = { ...sound, run_id: newRunId() };
    const { body } = await endOfRun(user, input, RUN_TIMEOUT_MS);
    expect(body).toMatchObject({ success: true });
    await expect.poll(() => aftermathOf(user, input)).toEqual({ folders: 1, charges: 1, missing: 0 });
  });
});

describe('a run with', () => {
  const coins = ['USDT', 'BTC', 'ETH', 'BNB', 'ADA', 'SOL', 'DOT', 'AVAX', 'LINK', 'UNI', 'ATOM'];
  const refusals: [string, object, ErrorCode][] = [
    ['an end before its start', { start_date: '2024-02-01', end_date: '2024-01-31' }, 'DATE_RANGE_INVALID'],
    ['a date that is none', { start_date: '2024-02-30' }, 'DATE_NOT_IN_CALENDAR'],
    ['a date in other words', { end_date: '31.12.2024' }, 'DATE_INVALID'],
    ['a date as a number', { start_date: 2024 }, 'DATE_INVALID'],
    ['an unknown coin', { portfolio: ['USDT', 'BTC', 'LUNA'] }, 'UNKNOWN_COIN'],
    ['more than ten entries', { portfolio: coins }, 'PORTFOLIO_INVALID'],
    ['a coin twice', { portfolio: ['USDT', 'BTC', 'BTC'] }, 'PORTFOLIO_INVALID'],
    ['no BTC', { portfolio: ['USDT', 'ETH'] }, 'PORTFOLIO_INVALID'],
    ['a portfolio that is a word', { portfolio: 'BTC' }, 'PORTFOLIO_INVALID'],
    ['an unknown interval', { timeframe: '5m' }, 'INVALID_REQUEST'],
    ['negative fees', { fees: -0.001 }, 'FEES_INVALID'],
    ['fees above ten percent', { fees: 0.11 }, 'FEES_INVALID'],
    ['fees as text', { fees: '0.001' }, 'FEES_INVALID'],
    [
      'no candles yet',
      { portfolio: ['USDT', 'BTC', 'AVAX'], start_date: '2020-01-01' },
      'NO_CANDLES_IN_RANGE',
    ],
    [
      'weeks, none of which begins in it',
      { timeframe: 'weekly', start_date: '2024-01-02', end_date: '2024-01-07' },
      'NO_WEEK_IN_RANGE',
    ],
    ['no candles any more', { start_date: '2999-01-01', end_date: '2999-02-01' }, 'NO_CANDLES_IN_RANGE'],
    ['no strategy selected', { focused_strategy: '' }, 'STRATEGY_REQUIRED'],
    ['a strategy of another kind', { focused_strategy: 'constructor' }, 'STRATEGY_REQUIRED'],
    ['a strategy file that is not there', { focused_strategy: 'strategy_7' }, 'STRATEGY_FILE_NOT_FOUND'],
    ['an unknown chat', { backtest_id: 'nobody-knows-it' }, 'CHAT_NOT_FOUND'],
    ['a chat named like what every object has', { backtest_id: 'constructor' }, 'CHAT_NOT_FOUND'],
    ['a run id that could be a path', { run_id: '../../etc/passwd' }, 'INVALID_REQUEST'],
    ['a field that is none', { user_id: 'somebody' }, 'INVALID_REQUEST'],
    ['a file and the private strategy', { private_strategy_id: 'trendbot_2_0' }, 'STRATEGY_REQUIRED'],
    ['the private name without its id', { focused_strategy: 'TrendBot 2.0' }, 'STRATEGY_REQUIRED'],
    ['an unknown private strategy', { private_strategy_id: '../trendbot_2_0' }, 'INVALID_REQUEST'],
  ];

  test.for(refusals)('%s', async ([, change, code]) => {
    const input = { ...sound, run_id: newRunId(), ...change } as ExecuteInput;
    const answer = await endOfRun(user, input, RUN_TIMEOUT_MS);
    expect(answer).toMatchObject({ status: ERRORS[code].status, code });
    expect(answer.body).toMatchObject({ detail: expect.stringMatching(/\S/) });
    await untouched({ ...sound, run_id: input.run_id });
  });

  test('the id of another one', async () => {
    const run_id = newRunId();
    const first = await endOfRun(user, { ...sound, run_id }, RUN_TIMEOUT_MS);
    expect(first.body).toMatchObject({ success: true });
    const other = await endOfRun(user, { ...sound, run_id, fees: 0.002 }, RUN_TIMEOUT_MS);
    expect(other).toMatchObject({ status: 422, code: 'COMMAND_ID_REUSED' });
  });

  test('too few credits are refused with the required and the available amount', async () => {
    const poor = await registerUser(runningSystem());
    const input = { ...(await saveStrategy(poor, MOMENTUM)), run_id: newRunId() };
    await holdCredits(poor, 9_999.99);
    const answer = await poor.call('executeBacktest', { ...input, timeframe: '1h' });
    const bars = 366 * 24;
    const message = 'Insufficient VUT credits. Please top up your account to continue.';
    expect(answer).toMatchObject({ status: 402, code: 'INSUFFICIENT_CREDITS' });
    expect(answer.body).toMatchObject({
      detail: { message, required: (bars * 2) / 10_000, available: 0.01 },
    });
    const { folders, charges } = await aftermathOf(poor, input);
    expect({ folders, charges }).toEqual({ folders: 0, charges: 0 });
  });

  test('no session', async () => {
    const answer = await openClient(runningSystem()).call('executeBacktest', sound);
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  });
});

/** Holds credits (VUT) of a user for something else, as another service would. */
const holdCredits = async ({ userId }: RegisteredUser, vut: number): Promise<void> => {
  const nc = await connectOperator(runningSystem());
  try {
    const client = openRequestClient(nc, openBlobs({ directory: '' }));
    const operationId = `test:${randomUUID()}`;
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const hold = { accountId: userId, operationId, amount: fromVut(vut), purpose: 'test', expiresAt };
    outputOf(
      await client.request(MESSAGES.reserveCredits, hold, {
        commandId: operationId,
        correlationId: operationId,
      }),
    );
  } finally {
    await nc.close();
  }
};
