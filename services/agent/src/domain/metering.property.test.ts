// Whatever is sent, stopped, lost or deleted: each reply's reservation is charged or released, once, and never exceeded.
import { type ConversationEvent, estimateReplyCost, isRefusal, microVutOf } from '@tradeium/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundLimit } from './budget.ts';
import {
  type ConversationCommand,
  conversationAggregate,
  decideConversation,
  endedBy,
} from './conversation.ts';
import { addUsage, boundedUsage, costOfTokens, NO_USAGE } from './pricing.ts';

const CONVERSATION = { userId: 'ann', conversationId: 'c1', chatId: 'chat', agent: 'strategy' } as const;
const ENDS = ['ReplyCompleted', 'ReplyStopped', 'ReplyInterrupted', 'ReplyFailed'] as const;

/** Steps of a conversation; an end may come for any reply, also for one that has ended or never began. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), atMost: fc.nat(1_000) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      how: fc.constantFrom(...ENDS),
      back: fc.nat(3),
      cost: fc.nat(2_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const endCommandOf = (replyId: string, how: (typeof ENDS)[number], cost: number): ConversationCommand => {
  const nothing = { text: '', steps: [], results: [], notices: [], usage: NO_USAGE, isOutputFree: false };
  const data = { ...CONVERSATION, replyId, ...nothing, cost: microVutOf(cost) };
  return {
    type: 'EndReply',
    end: how === 'ReplyFailed' ? { type: how, data: { ...data, reason: 'INTERNAL' } } : { type: how, data },
  };
};

const commandOf = (next: Step, sent: number): ConversationCommand => {
  if (next.kind === 'delete') return { type: 'DeleteConversation', data: CONVERSATION };
  if (next.kind === 'end') return endCommandOf(`r${sent - next.back}`, next.how, next.cost);
  const ids = { messageId: `m${sent + 1}`, replyId: `r${sent + 1}` };
  const words = { text: '', replaces: null, model: 'demo' };
  return {
    type: 'SendMessage',
    data: { ...CONVERSATION, ...ids, ...words, atMost: microVutOf(next.atMost) },
  };
};

// spec: agents.11
test('of 1,000 conversations every reservation is settled once, within what was reserved', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let state = conversationAggregate.initial;
      const events: ConversationEvent[] = [];
      const decide = (command: ConversationCommand) => {
        const decision = decideConversation(command, state);
        if (isRefusal(decision)) return;
        events.push(...decision);
        state = decision.reduce(conversationAggregate.evolve, state);
      };
      const sent = () => events.filter(({ type }) => type === 'MessageSent').length;
      for (const next of steps) decide(commandOf(next, sent()));
      // A reply whose process is gone is ended by the schedule.
      if (state.active) decide(endCommandOf(state.active.replyId, 'ReplyInterrupted', 5_000));

      const reserved = new Map(
        events.flatMap(({ type, data }) =>
          type === 'MessageSent' ? [[data.replyId, data.atMost as number] as const] : [],
        ),
      );
      const settlements = events.flatMap((event) => endedBy(event) ?? []);
      expect(settlements.map(({ replyId }) => replyId).sort()).toEqual([...reserved.keys()].sort());
      for (const { replyId, cost } of settlements)
        expect(cost).toBeLessThanOrEqual(reserved.get(replyId) ?? -1);
    }),
    { numRuns: 1_000 },
  );
});

test('no usage that a provider reports exceeds what was reserved', () => {
  const price = fc.integer({ min: 1, max: 20_000 });
  const prices = fc
    .record({ input: price, cached: price, output: price })
    .map(({ input, cached, output }) => ({
      input,
      cached: Math.min(cached, input),
      output,
    }));
  const lie = fc.record({ input: fc.double(), cached: fc.double(), output: fc.double() });
  fc.assert(
    fc.property(
      prices,
      fc.integer({ min: 1, max: 50_000 }),
      fc.array(fc.record({ grown: fc.nat(20_000), usage: lie }), { maxLength: 12 }),
      (of, prompt, rounds) => {
        const atMost = estimateReplyCost(of, prompt, 16_000, microVutOf(0));
        let usage = NO_USAGE;
        let tokens = prompt;
        for (const { grown, usage: reported } of rounds) {
          const left = microVutOf(Math.max(0, atMost - costOfTokens(of, usage)));
          const limit = roundLimit(of, left, tokens, 16_000);
          if (limit === null) break;
          usage = addUsage(usage, boundedUsage(reported, { input: tokens, output: limit }));
          tokens += grown;
        }
        expect(costOfTokens(of, usage)).toBeLessThanOrEqual(atMost);
      },
    ),
  );
});
