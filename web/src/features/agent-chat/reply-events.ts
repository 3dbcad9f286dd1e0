// Each event of a stream changes the reply that it belongs to.
import type { ChatEvent } from '@tradeium/contracts';
import { wordsOf } from '../../lib/failure.ts';
import type { Reply } from './message.ts';

/** Shown when the server says no more than that the reply failed. */
export const UNKNOWN_ERROR = 'Unknown streaming error';

/** One with the same id is replaced. */
const withOne = <Part extends { readonly id: string }>(
  parts: readonly Part[],
  part: Part,
): readonly Part[] =>
  parts.some(({ id }) => id === part.id)
    ? parts.map((before) => (before.id === part.id ? part : before))
    : [...parts, part];

const isStopped = ({ status }: Reply): boolean => status === 'stopped';

/** After the user has stopped a reply, its text stays, and its cost still arrives. */
export const withEvent = (reply: Reply, event: ChatEvent): Reply => {
  switch (event.type) {
    case 'started': {
      // The stream may begin again after a break: then all of it comes once more.
      const begun = { ...reply, replyId: event.reply_id, atMostVut: event.at_most_vut, notices: [] };
      if (isStopped(reply)) return begun;
      return { ...begun, status: 'streaming', text: '', steps: [], results: [] };
    }
    case 'chunk':
      return isStopped(reply) ? reply : { ...reply, status: 'streaming', text: reply.text + event.content };
    case 'step': {
      const { type: _type, ...step } = event;
      return isStopped(reply) ? reply : { ...reply, status: 'streaming', steps: withOne(reply.steps, step) };
    }
    case 'result': {
      const { type: _type, ...result } = event;
      return { ...reply, results: withOne(reply.results, result) };
    }
    case 'notice':
      return { ...reply, notices: [...reply.notices, event.text] };
    case 'usage': {
      const { type: _type, ...usage } = event;
      return { ...reply, usage };
    }
    case 'complete':
      return { ...reply, status: isStopped(reply) ? reply.status : (event.status ?? 'completed') };
    case 'error':
      return isStopped(reply) ? reply : { ...reply, status: 'failed', error: event.error || UNKNOWN_ERROR };
    default:
      return reply;
  }
};

const objectOf = (data: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

/** The event of a stream's data; null for anything else. */
export const eventOf = (data: string): ChatEvent | null => {
  const event = objectOf(data);
  return typeof event.type === 'string' ? (event as ChatEvent) : null;
};

/** The meaning of a refusal in the middle of a stream for its reply. */
export const refusedBy = (data: string): ChatEvent => ({
  type: 'error',
  error: wordsOf(objectOf(data)) ?? UNKNOWN_ERROR,
});
