// A call of a tool whose caller gives up while it is prepared: neither run nor charged.
import { type Refusal, refuse } from '@tradeium/contracts';
import type { StreamHost } from '@tradeium/service-kit';
import { silentLog } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { decideSpending, type SpendingCommand, spendingAggregate } from '../domain/spending.ts';
import { usualSettings } from '../replies/usual-settings.ts';
import { callTool } from './call-tool.ts';
import type { Dependencies } from './dependencies.ts';

const now = () => new Date('2026-03-01T12:00:00.000Z');
const CHAT = {
  ...{ chat_id: 'chat', conversation_id: 'c', name: 'Ideas' },
  ...{ is_private: false, filenames: [], settings: usualSettings(now()) },
};
const CALL = {
  ...{ call_id: 'call', token_id: 'token', scopes: ['run'], tool: 'run_backtest' },
  input: { chat_id: 'chat', code: 'def strategy(candles, settings):\n    return 1' },
};

/** Makes the call; its caller gives up during one of its steps. Says which steps there were, and the answer. */
const calledUntil = async (last: 'find-chat' | 'reserve') => {
  const [steps, caller] = [[] as string[], new AbortController()];
  const step = (name: string): void => {
    steps.push(name);
    if (name === last) caller.abort();
  };
  const dependencies = {
    ...{ now, log: silentLog },
    client: {
      request: async ({ name }: { name: string }) => {
        step(name);
        return { output: CHAT };
      },
    },
    spendings: {
      load: async () => ({ state: spendingAggregate.initial }),
      change: async (_id: string, command: SpendingCommand, { commandId }: { commandId: string }) => {
        step(commandId);
        return { events: decideSpending(command, spendingAggregate.initial, now().toISOString()) };
      },
    },
    holds: { hold: () => ({ reserve: async () => step('reserve'), release: async () => step('release') }) },
  } as unknown as Dependencies;
  const sink = { signal: caller.signal, begin: () => step('begin'), write: async () => step('write') };
  let answer: Refusal | 'broken' | undefined;
  const streams: Pick<StreamHost, 'open'> = {
    open: async (_userId, work) => {
      answer = await work(sink);
      return answer === undefined || answer === 'broken' ? { stream: 's' } : answer;
    },
  };
  const request = { userId: 'ann', commandId: 'call', correlationId: 'call' };
  await callTool(dependencies).handle(CALL, request, streams as StreamHost);
  return { steps, answer };
};

test('while its chat is looked up: nothing is reserved', async () => {
  const { steps, answer } = await calledUntil('find-chat');
  expect(answer).toEqual(refuse('SERVICE_UNAVAILABLE'));
  expect(steps).toEqual(['find-chat']);
});

test('while its credits are reserved: they are released', async () => {
  const { steps, answer } = await calledUntil('reserve');
  expect(answer).toEqual(refuse('SERVICE_UNAVAILABLE'));
  expect(steps).toEqual(['find-chat', 'begin:call', 'reserve', 'release', 'end:call']);
});
