// Commands in any order, late or repeated: the books balance, and each operation counts once.
import {
  type AccountEvent,
  isRefusal,
  type LedgerBalance,
  microVutOf,
  type Refusal,
} from '@tradeium/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Account, accountAggregate, decideAccount } from './account.ts';
import { sumOf } from './account-balances.ts';
import type { AccountCommand } from './account-commands.ts';
import { answerOf } from './account-operations.ts';
import { balanceOf, evolveAccount, unopenedAccount } from './account-state.ts';

const accountId = 'user-1';
const START_MS = Date.parse('2026-01-31T12:00:00.000Z');
const HOUR_MS = 3_600_000;
/** They take a second, or many on a busy machine. */
const TIMEOUT_MS = 60_000;

/** Few ids and few contents, so that commands meet, repeat and contradict one another. */
const operationId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const amount = fc.constantFrom(1, 1_000_000, 400_000_000, 900_000_000).map(microVutOf);
const reason = fc.constantFrom('gift', 'sorry');
const account = { accountId: fc.constant(accountId) };
const operation = { ...account, operationId };
const type = <Type extends AccountCommand['type']>(name: Type) => fc.constant(name);

const command: fc.Arbitrary<AccountCommand> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ type: type('GrantCredits'), ...operation, amount, reason }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: type('GrantCredits'),
      ...operation,
      amount,
      source: fc.constant('payments' as const),
      reason: fc.constant('purchase'),
    }),
  },
  {
    weight: 25,
    arbitrary: fc.record({
      type: type('ReserveCredits'),
      ...operation,
      amount,
      purpose: fc.constantFrom('backtest', 'chat'),
      expiresAt: fc
        .constantFrom(-1, 1, 24, 24 * 40)
        .map((hours) => new Date(START_MS + hours * HOUR_MS).toISOString()),
    }),
  },
  { weight: 20, arbitrary: fc.record({ type: type('CaptureCredits'), ...operation, amount }) },
  {
    weight: 10,
    arbitrary: fc.record({
      type: type('ReleaseCredits'),
      ...operation,
      reason: fc.constantFrom('cancelled', 'failed', 'expired'),
    }),
  },
  {
    weight: 15,
    arbitrary: fc.record({
      type: type('RefundCredits'),
      ...operation,
      refundOf: operationId,
      amount,
      reason,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ type: type('ReverseGrant'), ...operation, grant: operationId, reason }),
  },
  { weight: 5, arbitrary: fc.record({ type: type('ExpireReservations'), ...account }) },
  { weight: 1, arbitrary: fc.record({ type: type('CloseAccount'), ...account }) },
);

/** Time passes between commands, so that reservations expire and periods end; some commands are repeated. */
const step = fc.record({
  command,
  hoursLater: fc.constantFrom(0, 0, 0, 1, 12, 24 * 20),
  repeats: fc.array(fc.nat(), { maxLength: 2 }),
});

type Answer = LedgerBalance | Refusal;
type Executed = { account: Account; events: readonly AccountEvent[]; answer: Answer };

const execute = (before: Account, wanted: AccountCommand, now: string): Executed => {
  const decision = decideAccount(wanted, before, now);
  if (isRefusal(decision)) return { account: before, events: [], answer: decision };
  const events = decision.map((event) => accountAggregate.events.parse(event));
  const after = events.reduce(evolveAccount, before);
  return { account: after, events, answer: answerOf(wanted, events, after) };
};

const expectSound = (before: Account, { account: after, events }: Executed): void => {
  const { available, reserved, spent, debt } = after.balances;
  expect(Math.min(available, reserved, spent, -debt)).toBeGreaterThanOrEqual(0);
  if (debt < 0) expect(available).toBe(0);
  expect(sumOf(after.balances)).toBe(0);
  expect(after.reservations.reduce((sum, held) => sum + held.amount, 0)).toBe(reserved);
  let folded = before;
  for (const event of events) {
    folded = evolveAccount(folded, event);
    if (!('entries' in event.data)) continue;
    expect(event.data.entries.reduce((sum, [, entry]) => sum + entry, 0)).toBe(0);
    expect(event.data.balance).toEqual(balanceOf(folded));
  }
};

/** May differ the next time: other ids affect it, or nothing was stored. */
const mayChange = ({ type: kind }: AccountCommand, answer: Answer): boolean =>
  isRefusal(answer) &&
  (kind === 'CaptureCredits' ||
    kind === 'ReleaseCredits' ||
    ['COMMAND_ID_REUSED', 'INVALID_REQUEST', 'TOO_MANY_REQUESTS'].includes(answer.refused) ||
    (kind === 'ReverseGrant' && answer.refused === 'OPERATION_UNKNOWN'));

const isNamed = (wanted: AccountCommand) => 'operationId' in wanted;

test(
  'thousands of interleavings keep the books balanced, and a repeat changes nothing and is answered alike',
  () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        let current = unopenedAccount;
        let nowMs = START_MS;
        const history: { wanted: AccountCommand; answer: Answer }[] = [];
        for (const { command: wanted, hoursLater, repeats } of steps) {
          nowMs += hoursLater * HOUR_MS;
          const now = new Date(nowMs).toISOString();
          const once = execute(current, wanted, now);
          expectSound(current, once);
          current = once.account;
          if (isNamed(wanted) && !mayChange(wanted, once.answer))
            history.push({ wanted, answer: once.answer });
          for (const which of repeats) {
            const earlier = history[which % Math.max(1, history.length)];
            if (!earlier) continue;
            const again = execute(current, earlier.wanted, now);
            expect(again.answer).toEqual(earlier.answer);
            expect(again.account).toBe(current);
          }
        }
      }),
      { numRuns: 4_000, seed: 20_260_315 },
    );
  },
  TIMEOUT_MS,
);

/** Money that operations moved, by id and kind: nothing may appear twice. */
const movesOf = ({ type: kind, data }: AccountEvent): string[] => {
  if (kind === 'CreditsCaptured' || kind === 'CreditsReleased') return [`settled ${data.operationId}`];
  if (kind === 'GrantReversed') return [`reversed ${data.grant}`];
  return 'entries' in data && 'operationId' in data ? [`${kind} ${data.operationId}`] : [];
};

test(
  'no operation moves money twice, and none is returned beyond what was taken',
  () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), (steps) => {
        let current = unopenedAccount;
        let nowMs = START_MS;
        const moves: string[] = [];
        const used = new Map<string, number>();
        for (const { command: wanted, hoursLater } of steps) {
          nowMs += hoursLater * HOUR_MS;
          const { account: after, events } = execute(current, wanted, new Date(nowMs).toISOString());
          moves.push(...events.flatMap(movesOf));
          for (const { type: kind, data } of events) {
            if (kind === 'CreditsCaptured') used.set(data.operationId, data.amount);
            if (kind === 'CreditsRefunded')
              used.set(data.refundOf, (used.get(data.refundOf) ?? -1) - data.amount);
          }
          current = after;
        }
        expect(new Set(moves).size).toBe(moves.length);
        expect(Math.min(0, ...used.values())).toBe(0);
        expect([...used.values()].reduce((sum, left) => sum + left, 0)).toBe(current.balances.spent);
      }),
      { numRuns: 2_000, seed: 20_260_316 },
    );
  },
  TIMEOUT_MS,
);
