// Purchases, gifts, work, refunds, reversals and time in any order: a grant that was taken back leaves no user richer.
import { type AccountEvent, fromVut, isRefusal, type MicroVut, microVutOf } from '@tradeium/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountAggregate, decideAccount } from './account.ts';
import { sumOf } from './account-balances.ts';
import type { AccountCommand } from './account-commands.ts';
import { owedOf } from './account-debts.ts';
import { type Account, evolveAccount, type Reservation, unopenedAccount } from './account-state.ts';

const accountId = 'user-1';
const START_MS = Date.parse('2026-01-31T12:00:00.000Z');
const HOUR_MS = 3_600_000;
/** They take a second, or many on a busy machine. */
const TIMEOUT_MS = 60_000;

/** A step of the user, the provider, an operator or the clock. `which` chooses among what there is; `share` is of a whole. */
type Step = {
  readonly act:
    | 'buy'
    | 'give'
    | 'hold'
    | 'capture'
    | 'release'
    | 'give back'
    | 'take back'
    | 'expire'
    | 'close';
  readonly which: number;
  readonly share: number;
  readonly hoursLater: number;
};

const weighted = (weights: { readonly [Act in Step['act']]: number }): fc.Arbitrary<Step['act']> =>
  fc.oneof(
    ...Object.entries(weights).map(([act, weight]) => ({
      weight,
      arbitrary: fc.constant(act as Step['act']),
    })),
  );

const step: fc.Arbitrary<Step> = fc.record({
  act: weighted({
    ...{ buy: 160, give: 60, hold: 500, capture: 240, release: 200 },
    ...{ 'give back': 160, 'take back': 200, expire: 60, close: 3 },
  }),
  which: fc.nat({ max: 1_000 }),
  share: fc.constantFrom(0, 0.000_001, 0.3, 0.999_999, 1, 1, 1),
  hoursLater: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 30, 24 * 20),
});

type Story = {
  readonly account: Account;
  readonly events: readonly AccountEvent[];
  readonly nowMs: number;
};

const BEGINNING: Story = { account: unopenedAccount, events: [], nowMs: START_MS };

const oneOf = <Thing>(things: readonly Thing[], which: number): Thing | undefined =>
  things[which % Math.max(1, things.length)];

/** `share` 1 is all that is available: nothing is left for a reversal to take. */
const part = (amount: number, share: number): MicroVut => microVutOf(Math.floor(amount * share));

const operationOf = ({ operationId }: Pick<Reservation, 'operationId'>) => ({ accountId, operationId });

/** Ids that follow from the story's length, so that each is new; null where there is nothing to act on. */
const commandOf = ({ act, which, share }: Step, { account, events, nowMs }: Story): AccountCommand | null => {
  const id = `${act}-${events.length}`;
  const operation = { accountId, operationId: id };
  const held = oneOf(account.reservations, which) ?? null;
  switch (act) {
    case 'buy':
    case 'give': {
      const amount = microVutOf(fromVut(act === 'buy' ? 10_000 : 700) + which);
      const source = act === 'buy' ? ('payments' as const) : ('promotion' as const);
      return { type: 'GrantCredits', ...operation, amount, source, reason: act };
    }
    case 'hold': {
      const amount = part(account.balances.available, share);
      const expiresAt = new Date(nowMs + HOUR_MS * (1 + (which % 100))).toISOString();
      return { type: 'ReserveCredits', ...operation, amount, purpose: 'chat', expiresAt };
    }
    case 'capture':
      return held && { ...operationOf(held), type: 'CaptureCredits', amount: part(held.amount, share) };
    case 'release':
      return held && { ...operationOf(held), type: 'ReleaseCredits', reason: 'cancelled' };
    case 'give back': {
      const settled = oneOf(account.settlements, which);
      const amount = part(settled?.captured ?? 0, share);
      const refundOf = settled?.operationId ?? '';
      return amount > 0 ? { type: 'RefundCredits', ...operation, refundOf, amount, reason: 'sorry' } : null;
    }
    case 'take back': {
      const grant = oneOf(account.grants, which)?.operationId;
      return grant === undefined ? null : { type: 'ReverseGrant', ...operation, grant, reason: 'refund' };
    }
    case 'expire':
      return { type: 'ExpireReservations', accountId };
    case 'close':
      return { type: 'CloseAccount', accountId };
  }
};

const execute = (story: Story, command: AccountCommand): Story => {
  const decided = decideAccount(command, story.account, new Date(story.nowMs).toISOString());
  const events = isRefusal(decided) ? [] : decided.map((event) => accountAggregate.events.parse(event));
  return {
    ...story,
    account: events.reduce(evolveAccount, story.account),
    events: [...story.events, ...events],
  };
};

const perform = (story: Story, next: Step): Story => {
  const now = { ...story, nowMs: story.nowMs + next.hoursLater * HOUR_MS };
  const command = commandOf(next, now);
  return command === null ? now : execute(now, command);
};

/** The credits that came in and stayed, and those of them that were used, counted from the events alone. */
const countedFrom = (events: readonly AccountEvent[]): { kept: number; used: number } => {
  const granted = new Map<string, number>();
  let [toppedUp, used] = [0, 0];
  for (const { type, data } of events) {
    if (type === 'CreditsGranted') granted.set(data.operationId, data.amount);
    if (type === 'GrantReversed') granted.delete(data.grant);
    if (type === 'PeriodRenewed') toppedUp += data.toppedUp;
    if (type === 'CreditsCaptured') used += data.amount;
    if (type === 'CreditsRefunded') used -= data.amount;
  }
  return { kept: [...granted.values()].reduce((sum, amount) => sum + amount, toppedUp), used };
};

const expectNoRicher = ({ account, events }: Story): void => {
  const { available, reserved } = account.balances;
  const owed = owedOf(account.balances);
  const { kept, used } = countedFrom(events);
  expect(available + reserved + used - owed).toBe(kept);
  if (owed > 0) expect(available).toBe(0);
};

const expectSound = (before: Story, { account, events }: Story): void => {
  const { available, reserved, spent, debt } = account.balances;
  expect(Math.min(available, reserved, spent, -debt)).toBeGreaterThanOrEqual(0);
  expect(sumOf(account.balances)).toBe(0);
  expect(account.debts.reduce((sum, { owed }) => sum + owed, debt as number)).toBe(0);
  let folded = before.account;
  for (const event of events.slice(before.events.length)) {
    if (event.type === 'CreditsReserved') expect(owedOf(folded.balances)).toBe(0);
    folded = evolveAccount(folded, event);
    if ('entries' in event.data)
      expect(event.data.entries.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
  }
};

/** Everything under way comes back. */
const settleAll = (story: Story): Story =>
  story.account.reservations.reduce(
    (settling, { operationId }) =>
      execute(settling, { type: 'ReleaseCredits', accountId, operationId, reason: 'cancelled' }),
    story,
  );

const replayed = (events: readonly AccountEvent[]): Account =>
  (JSON.parse(JSON.stringify(events)) as unknown[])
    .map((event) => accountAggregate.events.parse(event))
    .reduce(evolveAccount, unopenedAccount);

test(
  'no interleaving of purchases, gifts, holds, refunds, reversals and releases leaves a user richer',
  () => {
    let [indebted, paid] = [0, 0];
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
        let story = BEGINNING;
        let isIndebted = false;
        for (const next of steps) {
          const before = story;
          story = perform(before, next);
          expectSound(before, story);
          expectNoRicher(story);
          isIndebted ||= story.account.debts.length > 0;
        }
        const settled = settleAll(story);
        expectNoRicher(settled);
        const { kept, used } = countedFrom(settled.events);
        expect(settled.account.balances.available).toBe(Math.max(0, kept - used));
        expect(owedOf(settled.account.balances)).toBe(Math.max(0, used - kept));
        expect(replayed(settled.events)).toEqual(settled.account);
        if (isIndebted) indebted += 1;
        if (isIndebted && settled.account.debts.length === 0) paid += 1;
      }),
      { numRuns: 400, seed: 20_261_128 },
    );
    // The stories are about debts: some are paid in the end, some are not.
    expect(paid).toBeGreaterThan(100);
    expect(indebted - paid).toBeGreaterThan(20);
  },
  TIMEOUT_MS,
);

test('buying, holding everything in 44 replies, having the money back and stopping them gains nothing, however often', () => {
  const gift: AccountCommand = {
    type: 'GrantCredits',
    ...{ accountId, operationId: 'welcome', amount: fromVut(10_000), reason: 'gift' },
  };
  let story = execute(BEGINNING, gift);
  for (let round = 0; round < 5; round += 1) {
    const buy = { act: 'buy', which: 0, share: 0, hoursLater: 0 } as const;
    story = perform(story, buy);
    const purchase = story.account.grants.at(-1)?.operationId ?? '';
    const expiresAt = new Date(story.nowMs + HOUR_MS).toISOString();
    const share = part(story.account.balances.available, 1 / 44);
    for (let reply = 0; reply < 44; reply += 1) {
      const operationId = `reply-${round}-${reply}`;
      const amount = reply === 43 ? story.account.balances.available : share;
      story = execute(story, {
        type: 'ReserveCredits',
        ...{ accountId, operationId, amount, purpose: 'chat', expiresAt },
      });
    }
    expect(story.account.balances.available).toBe(0);
    const refund = { operationId: `refund-${round}`, grant: purchase, reason: 'refund' };
    story = execute(story, { type: 'ReverseGrant', accountId, ...refund });
    expect(story.account.debts).toEqual([{ grant: purchase, owed: fromVut(10_000) }]);
    story = settleAll(story);
    expect(story.account.balances.available).toBe(fromVut(10_000));
    expect(story.account.debts).toEqual([]);
  }
});
