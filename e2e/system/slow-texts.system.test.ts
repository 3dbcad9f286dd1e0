// One user's text never holds up another: texts of the largest size, made to be slow to read, while somebody else works.
import { STRATEGY_CODE_BYTES_MAX } from '@tradeium/contracts';
import { beforeAll, expect, test } from 'vitest';
import { openClient, type RegisteredUser, registerUser } from '../api-client.ts';
import { MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { runningSystem } from '../running-system.ts';

/** Each: how it begins, what it repeats, and how it ends. */
const TEXTS: readonly (readonly [head: string, repeated: string, tail: string])[] = [
  ['"""a', '\t', 'b"""'],
  ['"""', '\n', 'b'],
  ["'''", ' ', "'''"],
  ['#', '#', ''],
  ['# ', '_ ', 'x'],
  ['#', ' \n', ''],
  ['def strategy', ' ', '('],
  ['def strategy(', 'a, ', ')'],
  ['', '(', ''],
  ['', '[', ']'],
  ['', '{', ''],
  ['x = ', '-', '1'],
  ['x = ', '"', ''],
  ['x = """', '\\', ''],
  ['import ', 'a.', 'b'],
  ['', 'import a\n', ''],
  ['', '```\n', ''],
  ['', '~~~', 'python'],
  ['', '*a_', ''],
  ['', '> ', 'a'],
  ['', '- ', 'a'],
  ['', 'a.', ''],
  ['', '@', 'a'],
  ['', 'www.', 'a'],
  ['', '&#9', ';'],
  ['', '<a ', '>'],
  ['', 'key=', 'b'],
  ['', '1,', '0 %'],
  ['@', '.', '!'],
  ['e', '\u0301', ''],
  ['', '\uFEFF', 'x = 1'],
];

const MESSAGE_BYTES_MAX = 32 * 1024;
/** A little less than a request may have. */
const ADDRESS_BYTES_MAX = 60_000;

const slowText = ([head, repeated, tail]: (typeof TEXTS)[number], bytes: number): string => {
  const times = Math.floor((bytes - Buffer.byteLength(head + tail)) / Buffer.byteLength(repeated));
  return head + repeated.repeat(times) + tail;
};

let author: RegisteredUser;
let reader: RegisteredUser;
let chat: { backtest_id: string };
let read: { backtest_id: string };
beforeAll(async () => {
  [author, reader] = await Promise.all([registerUser(runningSystem()), registerUser(runningSystem())]);
  chat = await saveStrategy(author, MOMENTUM);
  read = await saveStrategy(reader, MOMENTUM);
});

/** How long a look at the workspace takes, in ms. */
const look = async (): Promise<number> => {
  const begunMs = performance.now();
  await reader.get('listChats', {});
  await reader.get('listFiles', { id: read.backtest_id });
  return performance.now() - begunMs;
};

/** The slowest look while the work goes on, and at least one. */
const slowestDuring = async (work: Promise<unknown>): Promise<number> => {
  let isDone = false;
  const settled = work.then(
    () => null,
    (cause: unknown) => ({ cause }),
  );
  settled.then(() => {
    isDone = true;
  });
  let slowest = 0;
  do slowest = Math.max(slowest, await look());
  while (!isDone);
  const failed = await settled;
  if (failed) throw failed.cause;
  return slowest;
};

/** Everything that reads them does: a reply may cost more than there is left. */
const sent = async (text: (typeof TEXTS)[number]): Promise<void> => {
  const strategy_code = slowText(text, STRATEGY_CODE_BYTES_MAX);
  const message = slowText(text, MESSAGE_BYTES_MAX);
  const email = slowText(text, ADDRESS_BYTES_MAX);
  const visitor = openClient(runningSystem());
  const [saved, checked, asked, registered] = await Promise.all([
    author.call('applyStrategy', { id: chat.backtest_id, strategy_code }),
    author.call('checkStrategy', { strategy_code }),
    author.call('chatWithStrategyAgent', { message, agent_type: 'strategy', backtest_id: chat.backtest_id }),
    visitor.call('register', { email, password: 'a long password' }),
  ]);
  expect(saved.status).toBe(200);
  // A check that takes Python itself too long is ended.
  expect([200, 422]).toContain(checked.status);
  expect([200, 402]).toContain(asked.status);
  // As JSON, some are too large for a request.
  expect([400, 413]).toContain(registered.status);
};

/** A text that takes time by its square takes seconds to minutes at this size; a busy machine alone may take a second. */
const TIMES_QUIET = 30;
const LEAST_MS = 3_000;

test('while thirty such texts are sent, another user waits no longer than a fixed multiple of the quiet time', async () => {
  const quiet: number[] = [];
  for (let count = 0; count < 10; count += 1) quiet.push(await look());
  const usual = quiet.toSorted((a, b) => a - b)[5] as number;
  const slow: [text: string, ms: number][] = [];
  for (const text of TEXTS) {
    const ms = await slowestDuring(sent(text));
    if (ms > Math.max(LEAST_MS, TIMES_QUIET * usual)) slow.push([JSON.stringify(text), Math.round(ms)]);
  }
  expect(slow).toEqual([]);
}, 300_000);
