// Turns the server's history of a conversation into the messages of the panel.
import type { ConversationMessage } from '@tradeium/contracts';
import type { Reply, UserMessage } from './message.ts';

const usageOf = ({ usage, cost_vut }: ConversationMessage): Reply['usage'] => {
  if (usage) return { ...usage, cost_vut: cost_vut ?? 0 };
  if (cost_vut === undefined) return null;
  return { input_tokens: 0, cached_tokens: 0, output_tokens: 0, cost_vut };
};

const messageOf = (message: ConversationMessage): UserMessage | Reply => {
  const { id, agent_type: agent, content: text, status } = message;
  const atMs = Date.parse(message.timestamp);
  if (message.role === 'user') return { kind: 'user', id, sentId: id, agent, text, atMs };
  return {
    kind: 'agent',
    id,
    replyId: id,
    agent,
    atMs,
    status,
    text,
    steps: message.steps ?? [],
    results: message.results ?? [],
    notices: message.notices ?? [],
    usage: usageOf(message),
    atMostVut: null,
    error: message.error ?? null,
  };
};

export const messagesOf = (history: readonly ConversationMessage[]): readonly (UserMessage | Reply)[] =>
  history.map(messageOf);
