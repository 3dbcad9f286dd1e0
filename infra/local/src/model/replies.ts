// Writes the answers of the model server at their pace, with the faults that were ordered, until the reader leaves.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { type Answer, say } from './answer.ts';
import { chunkWriter, piecesOf, type Usage, wholeCompletion } from './completion.ts';
import { type CompletionRequest, readConversation } from './conversation.ts';
import { talkOfIdeas } from './discovery-talk.ts';
import { type Fault, type FaultQueue, faultsIn } from './faults.ts';
import { onIdeaCoins } from './idea-portfolio.ts';
import { talkOfStrategies } from './strategy-talk.ts';
import { openPromptCache } from './tokens.ts';

const SLOW_MS = 5_000;
const FAULT_AFTER = 3;
const NUMBERS = 1_000;
const PACE_MS = 40;
const WRONG_FACTOR = 1000;
/** Whatever is before it has been sent when it has. */
const COMMENT = ':\n\n';
/** Without a pause, so many chunks are written before others get their turn. */
const BURST = 50;

type Options = {
  readonly chunkMs: number;
  readonly now: () => number;
  readonly faults: FaultQueue;
};

/** Everything that answers completions. */
export const openReplies = ({ chunkMs, now, faults: ordered }: Options) => {
  const cache = openPromptCache();
  const counts = { open: 0, whole: 0, left: 0 };

  const write = async (request: CompletionRequest, response: ServerResponse): Promise<void> => {
    counts.open += 1;
    const left = new AbortController();
    response.on('close', () => {
      counts.open -= 1;
      counts[response.writableFinished ? 'whole' : 'left'] += 1;
      left.abort();
    });
    try {
      await reply({ request, response, chunkMs, signal: left.signal, createdMs: now() });
    } catch (error) {
      if (!left.signal.aborted) throw error;
    }
  };

  const reply = async (turn: Turn): Promise<void> => {
    const { request, response } = turn;
    const conversation = readConversation(request);
    const newest = faultsIn(conversation.asked.at(-1) ?? '');
    const faults = [...newest.faults, ...ordered.take()];
    const fault = (name: Fault['name']) => faults.find((each) => each.name === name);
    const asked = conversation.asked.map((text) => faultsIn(text).text);

    const refusal = fault('rate-limit') ?? fault('server-error');
    if (refusal) return refuse(response, refusal);
    const slow = fault('slow');
    if (slow) await setTimeout(slow.number ?? SLOW_MS, undefined, { signal: turn.signal });

    const isFirst = conversation.calls.length === 0;
    const answer = (isFirst && wrongAnswer(fault)) || talk({ ...conversation, asked }, faults);
    const most = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY;
    const isBroken = fault('broken-input') && isFirst;
    const cut = piecesOf(answer, request, most, isBroken ? () => '{"code": "never ends' : undefined);
    // Counted at the end: a long prompt takes longer than the first words.
    const usage = () => usageOf(cache.count(request), cut.pieces.length, fault('wrong-usage'));
    if (request.stream !== true)
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(wholeCompletion(request, cut, usage(), turn.createdMs)));
    await stream(turn, cut, fault, fault('no-usage') ? undefined : usage);
  };

  return { write, counts: () => ({ ...counts }) };
};

type Turn = {
  readonly request: CompletionRequest;
  readonly response: ServerResponse;
  readonly chunkMs: number;
  /** Aborts when the reader has left. */
  readonly signal: AbortSignal;
  readonly createdMs: number;
};

const SUMMARY_CHARACTERS = 400;

const talk: typeof talkOfStrategies = (conversation, faults) => {
  const { tools, instructions, asked } = conversation;
  if (/^sum up the conversation/i.test(instructions))
    return say(`So far: ${asked.join(' ').replace(/\s+/g, ' ').slice(0, SUMMARY_CHARACTERS)}`);
  const isDiscovery =
    tools.size > 0
      ? tools.has('coin_statistics') && !tools.has('check_strategy')
      : /discovery agent/i.test(instructions);
  return isDiscovery
    ? talkOfIdeas(conversation)
    : onIdeaCoins(conversation, (own) => talkOfStrategies(own, faults));
};

/** The words in place of an answer. */
const wrongAnswer = (fault: (name: Fault['name']) => Fault | undefined): Answer | undefined => {
  if (fault('empty')) return { text: '', calls: [] };
  if (fault('unknown-tool')) return { text: '', calls: [{ name: 'delete_everything', input: {} }] };
  return fault('nameless-call') && { text: '', calls: [{ name: '', input: {} }] };
};

const usageOf = (
  { prompt, cached }: { readonly prompt: number; readonly cached: number },
  completion: number,
  wrong: Fault | undefined,
): Usage => {
  const factor = wrong ? (wrong.number ?? WRONG_FACTOR) : 1;
  return { prompt: prompt * factor, cached: cached * factor, completion: completion * factor };
};

const refuse = (response: ServerResponse, { name, number }: Fault): void => {
  const isLimit = name === 'rate-limit';
  const error = isLimit
    ? { message: 'Rate limit reached', type: 'requests', param: null, code: 'rate_limit_exceeded' }
    : { message: 'The server had an error', type: 'server_error', param: null, code: null };
  response
    .writeHead(isLimit ? 429 : (number ?? 500), {
      'content-type': 'application/json',
      ...(isLimit && { 'retry-after': String(number ?? 1) }),
    })
    .end(JSON.stringify({ error }));
};

const stream = async (
  turn: Turn,
  { pieces, finish }: ReturnType<typeof piecesOf>,
  fault: (name: Fault['name']) => Fault | undefined,
  usage: (() => Usage) | undefined,
): Promise<void> => {
  const { request, response } = turn;
  const chunks = chunkWriter(request, turn.createdMs);
  const slow = fault('pace');
  const pace = paceOf(slow ? { ...turn, chunkMs: slow.number ?? PACE_MS } : turn);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const [broken, cut, ended, filtered] = (['broken', 'cut', 'ended', 'filtered'] as const).map((name) => {
    const found = fault(name);
    return found ? (found.number ?? FAULT_AFTER) : Number.POSITIVE_INFINITY;
  }) as [number, number, number, number];

  await pace(chunks.delta({ role: 'assistant', content: '' }));
  for (const [n, { delta }] of pieces.entries()) {
    if (n === cut) return void response.write(COMMENT, () => response.destroy());
    if (n === ended) return void response.end();
    if (n === filtered) break;
    await pace(n === broken ? 'data: {"id": "chatcmpl_bro\n\n' : chunks.delta(delta));
  }
  const numbers = fault('numbers');
  const last = numbers ? (numbers.number ?? NUMBERS) : 0;
  for (let number = 1; number <= last; number += 1) await pace(chunks.delta({ content: `${number} ` }));
  while (fault('endless')) await pace(chunks.delta({ content: 'and so on, ' }));
  response.write(chunks.delta({}, fault('filtered') ? 'content_filter' : finish));
  if (usage) response.write(chunks.usage(usage()));
  response.end(chunks.done);
};

/** Writes chunk by chunk; rejects when the reader has left. Many replies at once are 10,000 chunks a second: a chunk is a write and a timer. */
const paceOf = ({ response, chunkMs, signal }: Turn): ((chunk: string) => Promise<void>) => {
  let written = 0;
  let pause: PromiseWithResolvers<void> | undefined;
  signal.addEventListener('abort', () => pause?.reject(signal.reason), { once: true });
  return async (chunk) => {
    signal.throwIfAborted();
    written += 1;
    if (!response.write(chunk)) await once(response, 'drain', { signal });
    if (chunkMs > 0) {
      pause = Promise.withResolvers();
      globalThis.setTimeout(pause.resolve, chunkMs);
      await pause.promise;
    } else if (written % BURST === 0) await setImmediate(undefined, { signal });
  };
};
