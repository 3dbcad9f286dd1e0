// Many replies at once through one gateway and one agent process: whether all arrive complete, and how other requests are affected.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ChatEvent } from '@tradeium/contracts';
import { type ApiUrls, type RegisteredUser, registerUser } from '../e2e/api-client.ts';
import { type BenchRow, milliseconds, quantile, untargeted } from './parts/bench-row.ts';
import { memoryOf } from './parts/memory.ts';
import { allSseDataOf } from './parts/sse-data.ts';

/** A multiple of 20. */
const STREAMS = Number(process.env.BENCH_STREAMS ?? 500);
/** A user may have ten streams of each agent open. */
const CHATS_A_USER = 10;
const STREAMS_A_USER = 2 * CHATS_A_USER;
/** As a model writes that is asked by many. */
const CHUNKS_A_SECOND = 20;
const NUMBERS = 1_000;
/** They begin one after another, and the last one long before the first has ended. */
const START_PAUSE_MS = 40;
const QUESTION = `Make me rich [fault: pace ${1_000 / CHUNKS_A_SECOND}] [fault: numbers ${NUMBERS}]`;
const NUMBERS_TEXT = Array.from({ length: NUMBERS }, (_, at) => `${at + 1} `).join('');
const MEMORY_MAX_MIB = 500;
const SLOWER_MAX = 2;
const USERS_AT_ONCE = 4;
const REPLY_TIMEOUT_MS = 300_000;
const MIB = 2 ** 20;

const WHOLE = 'whole';

/** Reads a reply; whether it is whole, or what is wrong. */
const outcomeOf = async (user: RegisteredUser, chatId: string, agent: 'strategy' | 'discovery') => {
  const input = { message: QUESTION, agent_type: agent, backtest_id: chatId };
  const signal = AbortSignal.timeout(REPLY_TIMEOUT_MS);
  const response =
    agent === 'strategy'
      ? await user.open('chatWithStrategyAgent', { ...input, agent_type: 'strategy' }, signal)
      : await user.open('chatWithDiscoveryAgent', { ...input, agent_type: 'discovery' }, signal);
  let text = '';
  let end = 'nothing';
  for (const data of await allSseDataOf(response)) {
    const event = JSON.parse(data) as ChatEvent;
    if (event.type === 'chunk') text += event.content;
    if (event.type === 'complete' || event.type === 'error') end = event.type;
  }
  if (end !== 'complete') return `ended with ${end} after ${text.length} characters`;
  return text.endsWith(NUMBERS_TEXT) ? WHOLE : 'differs from what was written';
};

/** Requests of another user, in their own thread: the readers of the replies keep theirs busy. */
const openOthers = (urls: ApiUrls) => {
  const thread = new Worker(new URL('./parts/other-requests.ts', import.meta.url), { workerData: urls });
  return {
    /** How long they take, one after another. */
    times: async (): Promise<number[]> => {
      const answered = once(thread, 'message');
      thread.postMessage('measure');
      const [times] = await answered;
      return times as number[];
    },
    end: () => thread.terminate(),
  };
};

/** Users with their chats, a few made at a time. */
const usersWithChats = async (urls: ApiUrls, count: number) => {
  const users: { user: RegisteredUser; chatIds: string[] }[] = [];
  const one = async () => {
    const user = await registerUser(urls);
    const chatIds: string[] = [];
    for (let chat = 0; chat < CHATS_A_USER; chat += 1)
      chatIds.push((await user.get('createChat', { name: `Chat ${chat}` })).id);
    users.push({ user, chatIds });
  };
  while (users.length < count)
    await Promise.all(Array.from({ length: Math.min(USERS_AT_ONCE, count - users.length) }, one));
  return users;
};

const memoryMib = async (home: string): Promise<number> => {
  const { processes } = JSON.parse(await readFile(join(home, 'run.json'), 'utf8')) as {
    processes: Record<string, number>;
  };
  const bytes = ['gateway', 'agent'].map((name) => memoryOf(processes[name] ?? Number.NaN).bytes);
  return bytes.reduce((sum, one) => sum + one, 0) / MIB;
};

/** The largest that gateway and agent take together until `isOver`. */
const largestMemory = async (home: string, isOver: () => boolean): Promise<number> => {
  let largest = 0;
  while (!isOver()) {
    largest = Math.max(largest, await memoryMib(home));
    await delay(1_000);
  }
  return largest;
};

export const streamsAtOnce = async (urls: ApiUrls, home: string): Promise<BenchRow[]> => {
  const others = openOthers(urls);
  const users = await usersWithChats(urls, Math.ceil(STREAMS / STREAMS_A_USER));
  await others.times();
  const quiet = quantile(await others.times(), 0.95);
  const from = performance.now();
  let isOver = false;
  const begun: Promise<string>[] = [];
  for (const { user, chatIds } of users)
    for (const chatId of chatIds)
      for (const agent of ['strategy', 'discovery'] as const) {
        begun.push(outcomeOf(user, chatId, agent).catch(String));
        await delay(START_PAUSE_MS);
      }
  const reading = Promise.all(begun).finally(() => {
    isOver = true;
  });
  const memory = largestMemory(home, () => isOver);
  const busy = quantile(await others.times(), 0.95);
  await others.end();
  const outcomes = await reading;
  for (const wrong of new Set(outcomes)) if (wrong !== WHOLE) console.error(`a reply: ${wrong}`);
  const seconds = (performance.now() - from) / 1_000;
  const whole = outcomes.filter((outcome) => outcome === WHOLE).length;
  const mib = await memory;
  return [
    {
      name: `${STREAMS} replies at once, ${CHUNKS_A_SECOND} chunks a second each: whole and in order`,
      value: `${whole} of ${STREAMS}`,
      target: 'all',
      met: whole === STREAMS,
    },
    untargeted('  until all have ended', `${seconds.toFixed(1)} s`),
    {
      name: '  memory of gateway and agent together',
      value: `${mib.toFixed(0)} MiB`,
      target: `< ${MEMORY_MAX_MIB} MiB`,
      met: mib < MEMORY_MAX_MIB,
    },
    {
      name: '  other requests meanwhile, p95',
      value: milliseconds(busy),
      target: `≤ ${SLOWER_MAX} × ${milliseconds(quiet)}`,
      met: busy <= SLOWER_MAX * quiet,
    },
  ];
};
