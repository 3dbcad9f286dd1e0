// A conversation with an agent in whole-system tests: begins a reply, ends it whatever breaks, and reads what is left.
import { setTimeout as delay } from 'node:timers/promises';
import type { ChatEvent, ConversationMessage } from '@tradeium/contracts';
import { until } from '@tradeium/testing/until';
import type { ApiClient } from './api-client.ts';

const PAUSE_MS = 100;
const OPEN_TIMEOUT_MS = 60_000;

export type BegunReply = {
  readonly chatId: string;
  readonly conversationId: string;
  readonly replyId: string;
  /** The most that it may cost, in VUT. */
  readonly atMost: number;
};

type Sent<Event> = { readonly id: string | undefined; readonly event: Event };

/** The server-sent events of a stream, with their ids. */
export const sentEvents = async function* <Event>(response: Response): AsyncGenerator<Sent<Event>> {
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const lines = event.split('\n');
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = field('data');
      if (data !== undefined) yield { id: field('id'), event: JSON.parse(data) as Event };
    }
  }
};

const eventsOf = async function* (response: Response): AsyncGenerator<ChatEvent> {
  for await (const { event } of sentEvents<ChatEvent>(response)) yield event;
};

/** Sends a message in a new chat, and leaves once the reply has begun to be written. */
export const beginReply = async (client: ApiClient, message: string): Promise<BegunReply> => {
  const chat = await client.get('createChat', { name: `Chat ${Math.random().toString(36).slice(2, 10)}` });
  const leaving = new AbortController();
  const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(OPEN_TIMEOUT_MS)]);
  const input = { message, agent_type: 'strategy', backtest_id: chat.id } as const;
  try {
    let begun: BegunReply | undefined;
    for await (const event of eventsOf(await client.open('chatWithStrategyAgent', input, signal))) {
      if (event.type === 'started') {
        const { reply_id: replyId, at_most_vut: atMost } = event;
        begun = { chatId: chat.id, conversationId: chat.gpt5_conversation_id, replyId, atMost };
      }
      if (event.type === 'chunk' && begun) return begun;
    }
    throw new Error('the reply ended before it had a text');
  } finally {
    leaving.abort();
  }
};

/** Stops a reply as often as it takes, and resolves to it once it has ended. */
export const stoppedReply = async (
  client: ApiClient,
  { conversationId, replyId }: BegunReply,
  timeoutMs: number,
): Promise<ConversationMessage> => {
  const ended = async () => {
    await client.call('stopReply', { id: conversationId, reply_id: replyId }).catch(() => undefined);
    const history = await client.get('getConversationHistory', { id: conversationId });
    return history.messages.find(({ id, status }) => id === replyId && status !== 'streaming');
  };
  return until('the end of a reply', ended, { timeoutMs });
};

/** Sends another message to the conversation until it is taken, and resolves to how its reply ended. */
export const nextReply = async (
  client: ApiClient,
  { chatId }: BegunReply,
  message: string,
  timeoutMs: number,
): Promise<ChatEvent | undefined> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const input = { message, agent_type: 'strategy', backtest_id: chatId } as const;
  const taken = async () => {
    const response = await client.open('chatWithStrategyAgent', input, signal);
    if (response.ok) return response;
    await response.body?.cancel();
    return undefined;
  };
  let last: ChatEvent | undefined;
  for await (const event of eventsOf(await until('a message that is taken', taken, { timeoutMs })))
    last = event;
  return last;
};

export type ReadReply = {
  /** As its reader has put it together. */
  readonly text: string;
  readonly end: ChatEvent;
  /** How often its stream broke and was resumed. */
  readonly resumed: number;
};

/** Reads a reply to its end: a stream that breaks is resumed after its last event, through whatever process answers. */
export const readReply = async (
  client: ApiClient,
  { conversationId: id, replyId: reply_id }: BegunReply,
  signal: AbortSignal,
): Promise<ReadReply> => {
  let [text, resumed] = ['', 0];
  let last: string | undefined;
  for (;;) {
    const headers = last === undefined ? {} : { 'last-event-id': last };
    try {
      const response = await client.open('watchReply', { id, reply_id }, signal, headers);
      for await (const { id: place, event } of sentEvents<ChatEvent>(response)) {
        last = place ?? last;
        // The kept part may be less than its reader has: then it comes again from its beginning.
        if (event.type === 'started') text = '';
        if (event.type === 'chunk') text += event.content;
        if (event.type === 'complete' || event.type === 'error') return { text, end: event, resumed };
      }
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof SyntaxError) throw cause;
    }
    resumed += 1;
    await delay(PAUSE_MS, undefined, { signal });
  }
};
