// Measures what an agent's reply takes longer than the model alone: first words, each chunk, a stop, and a strategy that is verified.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChatEvent, TOP_5_PORTFOLIO, type TradingSettings } from '@tradeium/contracts';
import { type RegisteredUser, registerUser } from '../e2e/api-client.ts';
import { completionBody } from '../services/agent/src/model/request-body.ts';
import { readPrompts } from '../services/agent/src/replies/prompts.ts';
import { SCHEMAS } from '../services/agent/src/tools/tools.ts';
import { streamsAtOnce } from './agent-streams.ts';
import { type BenchRow, below, median, milliseconds, quantile, untargeted } from './parts/bench-row.ts';
import { sseDataOf } from './parts/sse-data.ts';
import { startProduct } from './parts/started-product.ts';

/** Services that have just started run code that is not compiled yet. */
const WARM_UP_ROUNDS = 40;
const ROUNDS = 100;
const FIRST_P50_MAX_MS = 15;
const FIRST_P95_MAX_MS = 40;
const CHUNK_MAX_MS = 1;
const STOP_MAX_MS = 100;
const VERIFIED_MAX_MS = 6_000;
/** The demo model answers it with a question, without tools. */
const QUESTION = 'Make me rich';
const IDEA = 'Hold the top 3 coins by 30-day momentum';

const SETTINGS: TradingSettings = {
  portfolio: [...TOP_5_PORTFOLIO],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-10-08',
  end_date: '2025-10-08',
};

type Timed = { readonly firstMs: number; readonly restMs: number; readonly chunks: number };

/** The data of a stream's events, each with the time since `from`. */
const eventsOf = async function* (
  response: Response,
  from: number,
): AsyncGenerator<[data: string, ms: number]> {
  for await (const data of sseDataOf(response)) yield [data, performance.now() - from];
};

const timedOf = async (
  events: AsyncGenerator<[string, number]>,
  isChunk: (data: string) => boolean,
): Promise<Timed> => {
  const times: number[] = [];
  for await (const [data, ms] of events) if (isChunk(data)) times.push(ms);
  const [firstMs = Number.NaN] = times;
  return { firstMs, restMs: (times.at(-1) ?? Number.NaN) - firstMs, chunks: times.length };
};

const WORDS = /"content":"[^"]/;

/** As long as the agent's own request: a model takes its time to read. */
const DIRECT_BODY = JSON.stringify(
  completionBody(
    'gpt-5',
    {
      messages: [
        { role: 'system', content: (await readPrompts()).strategy },
        { role: 'user', content: QUESTION },
      ],
      tools: SCHEMAS.strategy,
      maxOutputTokens: 4_000,
      signal: new AbortController().signal,
    },
    'max_completion_tokens',
  ),
);

/** The model alone, asked over HTTP with the agent's prompt and tools. */
const askModel = async (modelUrl: string): Promise<Timed> => {
  const from = performance.now();
  const response = await fetch(`${modelUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: DIRECT_BODY,
  });
  // Its first chunk holds no words.
  return timedOf(eventsOf(response, from), (data) => WORDS.test(data));
};

const eventIn = (data: string): ChatEvent => JSON.parse(data) as ChatEvent;

const newChat = async (user: RegisteredUser): Promise<{ id: string; conversation: string }> => {
  const chat = await user.get('createChat', { name: `Chat ${Math.random().toString(36).slice(2, 12)}` });
  return { id: chat.id, conversation: chat.gpt5_conversation_id };
};

/** A message to the Strategy agent, from the request to the events of its reply. */
const ask = async (
  user: RegisteredUser,
  chatId: string,
  message: string,
): Promise<AsyncGenerator<[string, number]>> => {
  const from = performance.now();
  // As the page does: what backtests run on comes with each message.
  const input = { message, agent_type: 'strategy', backtest_id: chatId, settings: SETTINGS } as const;
  return eventsOf(await user.open('chatWithStrategyAgent', input, AbortSignal.timeout(60_000)), from);
};

const askAgent = async (user: RegisteredUser): Promise<Timed> =>
  timedOf(await ask(user, (await newChat(user)).id, QUESTION), (data) => eventIn(data).type === 'chunk');

/** From the request until the result of the backtest that the agent ran. */
const verifiedMs = async (user: RegisteredUser): Promise<number> => {
  let at = Number.NaN;
  for await (const [data, ms] of await ask(user, (await newChat(user)).id, IDEA)) {
    const { type } = eventIn(data);
    if (type === 'result') at = ms;
    if (type === 'complete' && Number.isNaN(at)) throw new Error('the reply has no result');
  }
  return at;
};

const leftAt = async (modelUrl: string): Promise<number> => {
  const response = await fetch(new URL('/counts', modelUrl));
  return ((await response.json()) as { left: number }).left;
};

/** From the request to stop until the model's server has lost its reader. */
const stopMs = async (user: RegisteredUser, modelUrl: string): Promise<number> => {
  const { id, conversation } = await newChat(user);
  const events = await ask(user, id, `${QUESTION} [fault: endless]`);
  let replyId = '';
  for await (const [data] of events) {
    const event = eventIn(data);
    if (event.type === 'started') replyId = event.reply_id;
    if (event.type === 'chunk') break;
  }
  const before = await leftAt(modelUrl);
  const from = performance.now();
  const stopped = user.get('stopReply', { id: conversation, reply_id: replyId });
  while ((await leftAt(modelUrl)) === before)
    if (performance.now() - from > 10_000) throw new Error('a reply did not stop');
  const ms = performance.now() - from;
  await stopped;
  return ms;
};

/** Runs `measure` so often that a quantile means something. */
const repeated = async <Value>(times: number, measure: () => Promise<Value>): Promise<Value[]> => {
  const values: Value[] = [];
  for (let round = 0; round < times; round += 1) values.push(await measure());
  return values;
};

/** Starts the product as its users do, with the demo model. */
export const run = async (): Promise<BenchRow[]> => {
  const home = await mkdtemp(join(tmpdir(), 'tradeium-bench-agent-'));
  const product = await startProduct(home, {
    RATE_LIMIT_MESSAGES_PER_MINUTE: '100000',
    RATE_LIMIT_AUTH_PER_MINUTE: '100000',
  });
  try {
    const { model } = JSON.parse(await readFile(join(home, 'run.json'), 'utf8')) as { model: string };
    const user = await registerUser(product.urls);
    const turn = async () => [await askModel(model), await askAgent(user)] as const;
    const addedIn = (each: readonly (readonly [Timed, Timed])[]) =>
      each.map(([alone, agent]) => agent.firstMs - alone.firstMs);
    const addedAtFirst = addedIn(await repeated(WARM_UP_ROUNDS, turn));
    const turns = await repeated(ROUNDS, turn);
    const added = addedIn(turns);
    const perChunk = turns.map(([alone, agent]) => agent.restMs / agent.chunks - alone.restMs / alone.chunks);
    const alone = median(turns.map(([{ firstMs }]) => firstMs));
    return [
      below('Agent: first words, later than from the model alone (p50)', median(added), FIRST_P50_MAX_MS),
      below('  the same, p95', quantile(added, 0.95), FIRST_P95_MAX_MS),
      untargeted(
        `  the same, p50 of the first ${WARM_UP_ROUNDS} messages after a start`,
        milliseconds(median(addedAtFirst)),
      ),
      untargeted('  the model alone', milliseconds(alone)),
      below('  each chunk, longer than from the model alone', median(perChunk), CHUNK_MAX_MS),
      below(
        'Stop, until the model has no reader (slowest of 10)',
        Math.max(...(await repeated(10, () => stopMs(user, model)))),
        STOP_MAX_MS,
      ),
      below(
        'From an idea to a verified strategy (median of 5)',
        median(await repeated(5, () => verifiedMs(user))),
        VERIFIED_MAX_MS,
      ),
      ...(await streamsAtOnce(product.urls, home)),
    ];
  } finally {
    await product.stop();
    await rm(home, { recursive: true, force: true });
  }
};
