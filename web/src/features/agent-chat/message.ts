// The parts of a conversation, as the panel keeps it.
import type { Agent, ChatEvent, ReplyResult, ReplyStep, RouteOutput } from '@tradeium/contracts';

export type ChatHistory = RouteOutput<'getConversationHistory'>;
export type Usage = Omit<Extract<ChatEvent, { type: 'usage' }>, 'type'>;

export type UserMessage = {
  readonly kind: 'user';
  readonly id: string;
  /** The server's id; null until it has the message. */
  readonly sentId: string | null;
  readonly agent: Agent;
  readonly text: string;
  readonly atMs: number;
};

/** A message of the panel itself, between the others. */
export type SystemMessage = {
  readonly kind: 'system' | 'error';
  readonly id: string;
  readonly text: string;
};

export type Reply = {
  readonly kind: 'agent';
  readonly id: string;
  /** The server's id; null until it has begun. */
  readonly replyId: string | null;
  readonly agent: Agent;
  readonly atMs: number;
  readonly status: 'sending' | 'streaming' | 'completed' | 'stopped' | 'interrupted' | 'failed';
  readonly text: string;
  readonly steps: readonly ReplyStep[];
  readonly results: readonly ReplyResult[];
  readonly notices: readonly string[];
  readonly usage: Usage | null;
  /** The most that it can cost, known from its beginning. */
  readonly atMostVut: number | null;
  readonly error: string | null;
};
