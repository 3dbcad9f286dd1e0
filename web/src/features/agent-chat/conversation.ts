// The state of a conversation as the panel shows it, and what changes it: a pure reducer.
import type { Agent, ChatEvent } from '@tradeium/contracts';
import { AGENT_WORDS } from './agents.ts';
import { messagesOf } from './history.ts';
import type { ChatHistory, Reply, SystemMessage, UserMessage } from './message.ts';
import { type Note, notesOf, withNotes } from './notes.ts';
import { withEvent } from './reply-events.ts';

export type Message = UserMessage | Reply | SystemMessage;

/** The server's facts in addition to the messages. */
export type ChatFacts = Omit<ChatHistory, 'messages'>;

export type Conversation = {
  readonly load: 'loading' | 'loaded' | 'failed';
  readonly agent: Agent;
  readonly messages: readonly Message[];
  readonly facts: ChatFacts | null;
};

export const LOADING: Conversation = { load: 'loading', agent: 'strategy', messages: [], facts: null };

/** A message on its way, with the ids that its two bubbles have until the server names them. */
export type Sent = {
  readonly id: string;
  readonly replyId: string;
  readonly agent: Agent;
  readonly text: string;
  readonly atMs: number;
  /** The bubble of the user's earlier message from which the conversation goes on; null to go on from the end. */
  readonly from: string | null;
};

export type Change =
  | { readonly type: 'loading' }
  | { readonly type: 'loaded'; readonly history: ChatHistory; readonly notes?: readonly Note[] }
  | { readonly type: 'loadFailed' }
  | { readonly type: 'agentSwitched'; readonly agent: Agent; readonly id: string }
  | ({ readonly type: 'sent' } & Sent)
  | { readonly type: 'received'; readonly events: readonly ChatEvent[] }
  | { readonly type: 'refused'; readonly text: string }
  | { readonly type: 'stopped' }
  | { readonly type: 'interrupted' }
  /** The stream of an interrupted reply goes on; one from its beginning says so itself. */
  | { readonly type: 'resumed' }
  | {
      readonly type: 'limitsChanged';
      readonly limits: Omit<ChatHistory['limits'], 'spent_today_vut'>;
    }
  /** The panel's own words; those with the same id are replaced. */
  | { readonly type: 'noted'; readonly id: string; readonly text: string; readonly isError?: boolean };

const isReply = (message: Message): message is Reply => message.kind === 'agent';

/** The newest reply; events of a stream belong to it. */
export const newestReply = ({ messages }: Conversation): Reply | undefined => messages.findLast(isReply);

/** The agent's phase: idle, waiting for its first words, or writing. */
export const phaseOf = (conversation: Conversation): 'idle' | 'sending' | 'streaming' => {
  const status = newestReply(conversation)?.status;
  return status === 'sending' || status === 'streaming' ? status : 'idle';
};

const withNewestReply = (
  conversation: Conversation,
  change: (reply: Reply) => Reply,
  ofQuestion: (message: UserMessage) => UserMessage = (message) => message,
): Conversation => {
  const { messages } = conversation;
  const at = messages.findLastIndex(isReply);
  const asked = messages.findLastIndex(({ kind }, index) => kind === 'user' && index < at);
  return {
    ...conversation,
    messages: messages.map((message, index) => {
      if (index === at && isReply(message)) return change(message);
      return index === asked && message.kind === 'user' ? ofQuestion(message) : message;
    }),
  };
};

const ENDED: readonly Reply['status'][] = ['completed', 'stopped', 'failed'];

/** A reply that has ended stays as it is. */
const ifOpen =
  (change: Partial<Reply>) =>
  (reply: Reply): Reply =>
    ENDED.includes(reply.status) ? reply : { ...reply, ...change };

const received = (conversation: Conversation, events: readonly ChatEvent[]): Conversation =>
  events.reduce(
    (before, event) =>
      withNewestReply(
        before,
        (reply) => withEvent(reply, event),
        (message) => (event.type === 'started' ? { ...message, sentId: event.message_id } : message),
      ),
    conversation,
  );

const sent = (conversation: Conversation, { id, replyId, agent, text, atMs, from }: Sent): Conversation => {
  const at = from === null ? -1 : conversation.messages.findIndex((message) => message.id === from);
  const kept = at === -1 ? conversation.messages : conversation.messages.slice(0, at);
  return {
    ...conversation,
    agent,
    messages: [
      ...kept,
      { kind: 'user', id, sentId: null, agent, text, atMs },
      newReply(replyId, agent, atMs),
    ],
  };
};

const newReply = (id: string, agent: Agent, atMs: number): Reply => ({
  kind: 'agent',
  id,
  replyId: null,
  agent,
  atMs,
  status: 'sending',
  text: '',
  steps: [],
  results: [],
  notices: [],
  usage: null,
  atMostVut: null,
  error: null,
});

const noted = (conversation: Conversation, message: SystemMessage): Conversation => {
  const { messages } = conversation;
  const isThere = messages.some(({ id }) => id === message.id);
  return {
    ...conversation,
    messages: isThere
      ? messages.map((before) => (before.id === message.id ? message : before))
      : [...messages, message],
  };
};

const switched = (conversation: Conversation, agent: Agent, id: string): Conversation =>
  agent === conversation.agent
    ? conversation
    : {
        ...noted(conversation, { kind: 'system', id, text: `Switched to ${AGENT_WORDS[agent].title}.` }),
        agent,
      };

/** The messages sent while the history was on its way, unless the history has them. */
const sentMeanwhile = (
  { load, messages }: Conversation,
  history: readonly (UserMessage | Reply)[],
): (UserMessage | Reply)[] => {
  const asked = messages.find((message) => message.kind === 'user');
  const known = history.findLast((message) => message.kind === 'user');
  if (load !== 'loading' || !asked || known?.text === asked.text) return [];
  return messages.filter((message) => message.kind === 'user' || message.kind === 'agent');
};

const loaded = (
  before: Conversation,
  { messages: history, ...facts }: ChatHistory,
  kept: readonly Note[] = [],
): Conversation => {
  const known = messagesOf(history);
  const messages = [...known, ...sentMeanwhile(before, known)];
  const own = notesOf(before.messages);
  const notes = [...kept.filter(({ id }) => own.every((note) => note.id !== id)), ...own];
  return {
    load: 'loaded',
    agent: messages.at(-1)?.agent ?? before.agent,
    messages: withNotes(messages, notes),
    facts,
  };
};

export const changed = (conversation: Conversation, change: Change): Conversation => {
  switch (change.type) {
    case 'loading':
      return LOADING;
    case 'loaded':
      return loaded(conversation, change.history, change.notes);
    case 'loadFailed':
      return { ...conversation, load: 'failed', messages: [] };
    case 'agentSwitched':
      return switched(conversation, change.agent, change.id);
    case 'sent':
      return sent(conversation, change);
    case 'received':
      return received(conversation, change.events);
    case 'refused':
      return withNewestReply(conversation, ifOpen({ status: 'failed', error: change.text }));
    case 'stopped':
      return withNewestReply(conversation, ifOpen({ status: 'stopped' }));
    case 'interrupted':
      return withNewestReply(conversation, ifOpen({ status: 'interrupted' }));
    case 'resumed':
      return withNewestReply(conversation, ifOpen({ status: 'streaming' }));
    case 'limitsChanged': {
      const { facts } = conversation;
      if (!facts) return conversation;
      return { ...conversation, facts: { ...facts, limits: { ...facts.limits, ...change.limits } } };
    }
    case 'noted':
      return noted(conversation, {
        kind: change.isError ? 'error' : 'system',
        id: change.id,
        text: change.text,
      });
  }
};

/** True if a history has a newer message than is shown; one that could not be sent does not count. */
export const hasGoneOn = ({ messages }: Conversation, history: ChatHistory): boolean => {
  const shown = messages.findLast((message) => message.kind === 'user' && message.sentId !== null);
  const newest = history.messages.findLast(({ role }) => role === 'user');
  return newest !== undefined && newest.id !== (shown?.kind === 'user' ? shown.sentId : undefined);
};

/** The user's message that a reply answers. */
export const questionOf = ({ messages }: Conversation, replyId: string): UserMessage | undefined => {
  const at = messages.findIndex(({ id }) => id === replyId);
  return messages.slice(0, Math.max(at, 0)).findLast((message) => message.kind === 'user');
};
