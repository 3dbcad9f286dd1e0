// A message whose caller gives up while its reply is prepared: no reply begins, and nothing is charged.
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import { changesBy } from '@tradeium/event-store';
import { silentLog } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { EXAMPLE_REPLY } from '../../fixtures/example-reply.ts';
import { conversationAggregate } from '../domain/conversation.ts';
import { emptyConversation } from '../domain/conversation-state.ts';
import { spendingAggregate } from '../domain/spending.ts';
import { openLiveReply } from './live-reply.ts';
import { type Sending, sendMessage } from './send-message.ts';
import { usualSettings } from './usual-settings.ts';

const now = () => new Date('2026-03-01T12:00:00.000Z');
const UNAVAILABLE = refuse('SERVICE_UNAVAILABLE');

type Ids = { readonly commandId: string };
type Decide<State, Event> = (state: State, now: string) => readonly Event[] | Refusal;

/** Sends a message whose caller gives up during one of the steps; says which steps there were, and the answer. */
const sentUntil = async (last: 'look' | 'reserve' | 'send') => {
  const [steps, caller] = [[] as string[], new AbortController()];
  const step = (name: string): void => {
    steps.push(name);
    if (name === last) caller.abort();
  };
  const executing =
    <State>(state: State) =>
    async <Event>(_id: string, { commandId }: Ids, decide: Decide<State, Event>) => {
      const events = decide(state, now().toISOString());
      if (isRefusal(events)) return { ok: false, refusal: events } as const;
      const isLook = commandId === 'send' && events.length === 0;
      step(isLook ? 'look' : (commandId.split(':')[0] ?? ''));
      const outcome = { state, events, at: '', bytes: 0, sequence: 1, repeated: false };
      return { ok: true, ...outcome } as const;
    };
  const { userId, agent } = EXAMPLE_REPLY;
  const agentModel = {
    prices: { input: 1, cached: 1, output: 1 },
    contextTokens: 128_000,
    maxOutputTokens: 9,
  };
  const sending = {
    ...{ now, log: silentLog, models: { [agent]: agentModel }, prompts: { [agent]: 'You are an agent.' } },
    openedModels: { [agent]: { name: 'scripted', tokensAtMost: () => 1 } },
    conversations: changesBy(conversationAggregate, executing(emptyConversation)),
    spendings: {
      load: async () => ({ state: spendingAggregate.initial }),
      ...changesBy(spendingAggregate, executing(spendingAggregate.initial)),
    },
    holds: { hold: () => ({ reserve: async () => step('reserve'), release: async () => step('release') }) },
    replies: {
      open: openLiveReply,
      write: () => step('reply'),
    },
  } as unknown as Sending;
  const message = {
    ...{ ...EXAMPLE_REPLY, text: 'Momentum', replaces: null, filenames: [], selected: {} },
    settings: usualSettings(now()),
  };
  const request = { userId, commandId: 'send', correlationId: 'send' };
  const answer = await sendMessage(sending, message, request, caller.signal);
  return { steps, answer };
};

test('before its credits are reserved: nothing is', async () => {
  expect(await sentUntil('look')).toEqual({ steps: ['look'], answer: UNAVAILABLE });
});

test('while they are reserved: they are released, and the model is not called', async () => {
  const { steps, answer } = await sentUntil('reserve');
  expect(answer).toEqual(UNAVAILABLE);
  expect(steps).toEqual(['look', 'begin', 'reserve', 'release', 'end']);
});

test('while the message is written down: its reply is interrupted at once', async () => {
  const { steps, answer } = await sentUntil('send');
  expect(steps).toEqual(['look', 'begin', 'reserve', 'send', 'reply']);
  expect(isRefusal(answer) ? answer : answer.stopReason()).toBe('interrupted');
});
