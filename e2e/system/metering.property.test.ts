// Conversations with stops, lost readers and crashes at any point, against the real rules of the ledger: the books stay exact.
import {
  type AccountEvent,
  type ConversationEvent,
  isRefusal,
  type LedgerBalance,
  microVutOf,
  type Refusal,
} from '@tradeium/contracts';
import type { CreditHolds } from '@tradeium/credit-hold';
import type { StoredEvent } from '@tradeium/event-store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ConversationCommand,
  conversationAggregate,
  decideConversation,
} from '../../services/agent/src/domain/conversation.ts';
import { holdIdOf } from '../../services/agent/src/domain/hold-ids.ts';
import { settleReply } from '../../services/agent/src/reactions/settle-hold.ts';
import { EMPTY_DRAFT, endDataOf, type ReplyDraft } from '../../services/agent/src/replies/reply-draft.ts';
import { accountAggregate, decideAccount } from '../../services/credits-ledger/src/domain/account.ts';
import { sumOf } from '../../services/credits-ledger/src/domain/account-balances.ts';
import type { AccountCommand } from '../../services/credits-ledger/src/domain/account-commands.ts';
import { balanceOf, evolveAccount } from '../../services/credits-ledger/src/domain/account-state.ts';

const OF = { userId: 'ann', conversationId: 'c', chatId: 'chat', agent: 'strategy' } as const;
const PRICES = { input: 1_250, cached: 125, output: 10_000 };
const GRANTED = 200_000_000;
const RESERVED_UNTIL = '2026-01-01T01:00:00.000Z';
const NOW = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T02:00:00.000Z';

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      atMost: fc.integer({ min: 1, max: 90_000_000 }),
      // The process may end once the credits are reserved, before the message is written.
      crashes: fc.nat(4).map((chance) => chance === 0),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      tokens: fc.nat(4_000),
      isKept: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('complete', 'stop', 'fail', 'lose', 'end late') }),
  },
  // The reaction to an event may be interrupted after its work, and then does it again.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle' as const), twice: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The account of one user, as the ledger decides it. */
const openLedger = () => {
  let account = accountAggregate.initial;
  let now = NOW;
  const run = (command: AccountCommand): LedgerBalance | Refusal => {
    const decision: AccountEvent[] | Refusal = decideAccount(command, account, now);
    if (isRefusal(decision)) return decision;
    account = decision.reduce(evolveAccount, account);
    const refused = decision.find(({ type }) => type === 'CommandRefused');
    return refused ? { refused: 'INSUFFICIENT_CREDITS', data: {} } : balanceOf(account);
  };
  const grant = { operationId: 'gift', amount: microVutOf(GRANTED), reason: 'test', source: 'promotion' };
  run({ type: 'GrantCredits', accountId: OF.userId, ...grant } as AccountCommand);
  const holds: CreditHolds = {
    hold: ({ holdId: operationId, userId: accountId }) => ({
      reserve: async (details) => run({ type: 'ReserveCredits', accountId, operationId, ...details }),
      capture: async (amount) => run({ type: 'CaptureCredits', accountId, operationId, amount }),
      release: async (reason) => run({ type: 'ReleaseCredits', accountId, operationId, reason }),
    }),
  };
  return {
    holds,
    balances: () => account.balances,
    /** All reservations that nothing has settled expire. */
    endHour: () => {
      now = LATER;
      run({ type: 'ExpireReservations', accountId: OF.userId });
    },
  };
};

/** One conversation with its process, drafts and reaction. */
const openConversation = ({ holds }: Pick<ReturnType<typeof openLedger>, 'holds'>) => {
  let state = conversationAggregate.initial;
  const events: ConversationEvent[] = [];
  let settled = 0;
  let sent = 0;
  let live: ReplyDraft | null = null;
  let kept = EMPTY_DRAFT;
  const settle = settleReply({ holds });
  const decide = (command: ConversationCommand): boolean => {
    const decision = decideConversation(command, state);
    if (isRefusal(decision)) return false;
    events.push(...decision);
    state = decision.reduce(conversationAggregate.evolve, state);
    return true;
  };
  const send = async ({ atMost: amount, crashes }: Extract<Step, { atMost: number }>) => {
    sent += 1;
    const replyId = `r${sent}`;
    const hold = holds.hold({ holdId: holdIdOf(replyId), userId: OF.userId, correlationId: replyId });
    const atMost = microVutOf(amount);
    const held = await hold.reserve({ amount: atMost, purpose: 'strategy_agent', expiresAt: RESERVED_UNTIL });
    if (isRefusal(held) || crashes) return;
    const words = { messageId: `m${sent}`, replyId, text: 'Hi', replaces: null, model: 'demo' };
    const isSent = decide({ type: 'SendMessage', data: { ...OF, ...words, atMost } });
    if (!isSent) return void (await hold.release('failed'));
    [live, kept] = [EMPTY_DRAFT, EMPTY_DRAFT];
  };
  const end = (
    how: 'completed' | 'stopped' | 'failed' | 'interrupted',
    draft: ReplyDraft,
    replyId?: string,
  ) => {
    const of = { ...OF, replyId: replyId ?? state.active?.replyId ?? `r${sent}` };
    const data = endDataOf(of, draft, how, PRICES);
    const type = {
      completed: 'ReplyCompleted',
      stopped: 'ReplyStopped',
      interrupted: 'ReplyInterrupted',
    } as const;
    if (how === 'failed')
      decide({ type: 'EndReply', end: { type: 'ReplyFailed', data: { ...data, reason: 'INTERNAL' } } });
    else decide({ type: 'EndReply', end: { type: type[how], data } });
    live = null;
  };
  const settleNext = async (twice: boolean) => {
    const event = events[settled];
    if (!event) return;
    settled += 1;
    for (let time = 0; time < (twice ? 2 : 1); time += 1)
      await settle({ event } as StoredEvent<ConversationEvent>);
  };
  const write = ({ tokens, isKept }: Extract<Step, { tokens: number }>) => {
    if (!live) return;
    const usage = { input: live.usage.input + tokens, cached: 0, output: live.usage.output + tokens };
    live = { ...live, usage };
    if (isKept) kept = live;
  };
  const take = async (next: Step): Promise<void> => {
    if ('atMost' in next) return send(next);
    if ('tokens' in next) return write(next);
    if ('twice' in next) return settleNext(next.twice);
    if (next.kind === 'delete') return void decide({ type: 'DeleteConversation', data: OF });
    // Its process is gone: what was kept is charged, and whatever that process still writes comes too late.
    if (next.kind === 'lose') return end('interrupted', kept);
    if (next.kind === 'end late') return end('completed', kept, `r${sent - 1}`);
    if (live) end(next.kind === 'stop' ? 'stopped' : next.kind === 'fail' ? 'failed' : 'completed', live);
  };
  return {
    take,
    finish: async () => {
      if (state.active) end('interrupted', kept);
      while (settled < events.length) await settleNext(true);
    },
    charged: () => events.reduce((sum, { data }) => sum + ('cost' in data ? data.cost : 0), 0),
  };
};

// spec: agents.11
test('of 1,000 conversations with stops and crashes the ledger is exact: nothing held, and spent what their events say', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
      const ledger = openLedger();
      const conversation = openConversation(ledger);
      for (const next of steps) {
        await conversation.take(next as Step);
        expect(ledger.balances().available).toBeGreaterThanOrEqual(0);
      }
      await conversation.finish();
      ledger.endHour();
      const charged = conversation.charged();
      expect(ledger.balances()).toMatchObject({ available: GRANTED - charged, reserved: 0, spent: charged });
      expect(sumOf(ledger.balances())).toBe(0);
    }),
    { numRuns: 1_000 },
  );
});
