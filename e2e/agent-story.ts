// A conversation with an agent in whole-system tests: begins a reply, ends it whatever breaks, and reads what is left.
import { setTimeout as delay } from 'node:timers/promises';
import type { ChatEvent, ConversationMessage } from '@tradeium/contracts';
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

const eventsOf = async function* (response: Response): AsyncGenerator<ChatEvent> {
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) yield JSON.parse(data.slice('data: '.length)) as ChatEvent;
    }
  }
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
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    await client.call('stopReply', { id: conversationId, reply_id: replyId }).catch(() => undefined);
    const history = await client.get('getConversationHistory', { id: conversationId }).catch(() => undefined);
    const reply = history?.messages.find(({ id }) => id === replyId);
    if (reply && reply.status !== 'streaming') return reply;
    if (performance.now() > deadline) throw new Error(`a reply did not end: ${reply?.status ?? 'unknown'}`);
    await delay(PAUSE_MS);
  }
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
  for (;;) {
    const response = await client.open('chatWithStrategyAgent', input, signal);
    if (!response.ok) {
      await response.body?.cancel();
      await delay(PAUSE_MS);
      continue;
    }
    let last: ChatEvent | undefined;
    for await (const event of eventsOf(response)) last = event;
    return last;
  }
};
