// Every state of a reply, and what happens to the messages around it.
import type { ChatEvent, ConversationMessage } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import {
  type Change,
  type Conversation,
  changed,
  LOADING,
  newestReply,
  phaseOf,
  questionOf,
} from './conversation.ts';
import type { ChatHistory } from './message.ts';
import { eventOf, refusedBy, UNKNOWN_ERROR } from './reply-events.ts';

const PRICE = {
  input: 1_250,
  cached: 125,
  output: 10_000,
  context_tokens: 100_000,
  max_output_tokens: 4_000,
};

const someHistory = (...messages: ConversationMessage[]): ChatHistory => ({
  messages,
  pricing: { strategy: PRICE, discovery: PRICE },
  demo: false,
  limits: { per_reply_vut: null, per_day_vut: null, spent_today_vut: 0 },
});

const said = (
  id: string,
  role: 'user' | 'assistant',
  more: Partial<ConversationMessage> = {},
): ConversationMessage => ({
  id,
  role,
  content: `words of ${id}`,
  timestamp: '2026-01-02T03:04:05.000Z',
  agent_type: 'strategy',
  status: 'completed',
  ...more,
});

const after = (...changes: readonly Change[]): Conversation => changes.reduce(changed, LOADING);
const loaded = (...messages: ConversationMessage[]): Change => ({
  type: 'loaded',
  history: someHistory(...messages),
});
const sent = (text: string, from: string | null = null): Change => ({
  type: 'sent',
  id: `bubble of ${text}`,
  replyId: `reply to ${text}`,
  agent: 'strategy',
  text,
  atMs: 0,
  from,
});
const received = (...events: ChatEvent[]): Change => ({ type: 'received', events });

const STARTED: ChatEvent = { type: 'started', reply_id: 'r9', message_id: 'm9', at_most_vut: 1.2 };
const HALF: ChatEvent = { type: 'chunk', content: 'half a ' };
const REST: ChatEvent = { type: 'chunk', content: 'reply' };
const COMPLETE: ChatEvent = { type: 'complete', reply_id: 'r9', status: 'completed' };
const USAGE: ChatEvent = {
  type: 'usage',
  input_tokens: 10,
  cached_tokens: 4,
  output_tokens: 5,
  cost_vut: 0.25,
};

const textsOf = ({ messages }: Conversation) => messages.map(({ text }) => text);

describe('a reply', () => {
  test('is sent, then streamed, then complete, with what it cost', () => {
    const sending = after(loaded(), sent('hello'));
    expect(phaseOf(sending)).toBe('sending');
    const streaming = changed(sending, received(STARTED, HALF));
    expect([phaseOf(streaming), newestReply(streaming)?.text]).toEqual(['streaming', 'half a ']);
    const complete = changed(streaming, received(REST, USAGE, COMPLETE));
    expect(phaseOf(complete)).toBe('idle');
    expect(newestReply(complete)).toMatchObject({
      text: 'half a reply',
      status: 'completed',
      replyId: 'r9',
      usage: { cost_vut: 0.25 },
    });
    expect(questionOf(complete, 'reply to hello')).toMatchObject({ text: 'hello', sentId: 'm9' });
  });

  test('to a message that is sent before the history has come stays, once', () => {
    const begun = after(sent('hello'), received(STARTED, HALF));
    expect(textsOf(changed(begun, loaded(said('m1', 'user'))))).toEqual(['words of m1', 'hello', 'half a ']);
    const same = said('m9', 'user', { content: 'hello' });
    expect(textsOf(changed(begun, loaded(same)))).toEqual(['hello']);
  });

  test('that the user stops keeps its text, and still learns its cost', () => {
    const stopped = after(loaded(), sent('hello'), received(STARTED, HALF), { type: 'stopped' });
    expect(phaseOf(stopped)).toBe('idle');
    const later = changed(stopped, received(REST, USAGE, { ...COMPLETE, status: 'stopped' }));
    expect(newestReply(later)).toMatchObject({
      text: 'half a ',
      status: 'stopped',
      usage: { cost_vut: 0.25 },
    });
  });

  test('that is stopped before it has begun learns its id, and writes nothing', () => {
    const stopped = after(loaded(), sent('hello'), { type: 'stopped' }, received(STARTED, HALF));
    expect(newestReply(stopped)).toMatchObject({ text: '', status: 'stopped', replyId: 'r9' });
  });

  test('that breaks off keeps its text, and continues where it broke or from its beginning', () => {
    const broken = after(loaded(), sent('hello'), received(STARTED, HALF), { type: 'interrupted' });
    expect([phaseOf(broken), newestReply(broken)?.text]).toEqual(['idle', 'half a ']);
    const resumed = changed(broken, { type: 'resumed' });
    expect(phaseOf(resumed)).toBe('streaming');
    const goesOn = [received(REST, COMPLETE), received(STARTED, HALF, REST, COMPLETE)].map((more) =>
      changed(resumed, more),
    );
    expect(goesOn.map((state) => newestReply(state)?.text)).toEqual(['half a reply', 'half a reply']);
  });

  // spec: strategies.45
  test('that fails says why, in the words of the server or in general ones', () => {
    const failing = (error: string) =>
      newestReply(after(loaded(), sent('hello'), received(STARTED, HALF, { type: 'error', error })));
    expect(failing('The model is down')).toMatchObject({
      status: 'failed',
      text: 'half a ',
      error: 'The model is down',
    });
    expect(failing('')?.error).toBe(UNKNOWN_ERROR);
    expect(refusedBy('{"detail":"Too slow","code":"X"}')).toEqual({ type: 'error', error: 'Too slow' });
    expect(refusedBy('{"detail":{"message":"No credits"}}')).toEqual({ type: 'error', error: 'No credits' });
    expect(refusedBy('{"error":"No model"}')).toEqual({ type: 'error', error: 'No model' });
    expect(refusedBy('broken')).toEqual({ type: 'error', error: UNKNOWN_ERROR });
  });

  test('that has ended is neither interrupted nor refused afterwards', () => {
    const complete = after(loaded(), sent('hello'), received(STARTED, REST, COMPLETE));
    expect(changed(complete, { type: 'interrupted' })).toEqual(complete);
    expect(changed(complete, { type: 'refused', text: 'no' })).toEqual(complete);
  });

  test('that was refused carries the words of the refusal', () => {
    const refused = after(loaded(), sent('hello'), { type: 'refused', text: 'No credits' });
    expect(newestReply(refused)).toMatchObject({ status: 'failed', error: 'No credits', text: '' });
    expect(phaseOf(refused)).toBe('idle');
  });

  test('shows each step once, with its newest status, and each result', () => {
    const step = { type: 'step', id: 's1', tool: 'run_backtest', title: 'Backtest' } as const;
    const result: ChatEvent = {
      type: 'result',
      id: 'b1',
      figures: {
        total_return: 0.1,
        benchmark_return: null,
        sharpe: 1,
        max_drawdown: -0.2,
        turnover: 3,
        bars: 365,
        coins: 4,
        from: '2024-01-01',
        to: '2024-12-30',
      },
      curve: [1, 1.1],
      findings: [],
      look_ahead_dates: 40,
    };
    const state = after(
      loaded(),
      sent('hello'),
      received(
        STARTED,
        { ...step, status: 'running' },
        { ...step, status: 'done', detail: '365 bars' },
        result,
        result,
      ),
    );
    expect(newestReply(state)?.steps).toEqual([
      { id: 's1', tool: 'run_backtest', title: 'Backtest', status: 'done', detail: '365 bars' },
    ]);
    expect(newestReply(state)?.results).toHaveLength(1);
  });

  test('is not changed by events of a newer version', () => {
    const state = after(loaded(), sent('hello'), received(STARTED, HALF));
    const unknown = eventOf('{"type":"thought","content":"hm"}');
    expect(changed(state, received(unknown as ChatEvent))).toEqual(state);
    expect([eventOf('no json'), eventOf('null'), eventOf('{}')]).toEqual([null, null, null]);
  });
});

describe('a conversation', () => {
  // spec: strategies.36
  test('comes with its history, its newest agent, and a reply that is still written', () => {
    const state = after(
      loaded(
        said('m1', 'user'),
        said('r1', 'assistant', { agent_type: 'discovery', status: 'streaming', cost_vut: 2 }),
      ),
    );
    expect([state.agent, phaseOf(state)]).toEqual(['discovery', 'streaming']);
    expect(newestReply(state)).toMatchObject({ replyId: 'r1', usage: { cost_vut: 2 } });
  });

  test('has no messages when its history cannot be loaded', () => {
    expect(after(loaded(said('m1', 'user')), { type: 'loadFailed' })).toMatchObject({
      load: 'failed',
      messages: [],
    });
  });

  test('continues from an earlier message, whose answers leave it', () => {
    const state = after(
      loaded(said('m1', 'user'), said('r1', 'assistant'), said('m2', 'user'), said('r2', 'assistant')),
      sent('asked otherwise', 'm2'),
    );
    expect(textsOf(state)).toEqual(['words of m1', 'words of r1', 'asked otherwise', '']);
  });

  // spec: strategies.35
  test.each([
    ['discovery', 'Switched to Discovery Agent.'],
    ['strategy', 'Switched to Strategy Agent.'],
  ] as const)('that goes to the other agent (%s) says so, once', (agent, text) => {
    const from = agent === 'strategy' ? 'discovery' : 'strategy';
    const state = after(
      loaded(said('r1', 'assistant', { agent_type: from })),
      { type: 'agentSwitched', agent, id: 'x1' },
      { type: 'agentSwitched', agent, id: 'x2' },
    );
    expect(state.agent).toBe(agent);
    expect(state.messages.slice(1)).toEqual([{ kind: 'system', id: 'x1', text }]);
  });

  test('replaces what the panel said under the same id', () => {
    const state = after(
      loaded(),
      { type: 'noted', id: 'n1', text: 'Applying' },
      { type: 'noted', id: 'n1', text: 'Failed', isError: true },
    );
    expect(state.messages).toEqual([{ kind: 'error', id: 'n1', text: 'Failed' }]);
  });
});
