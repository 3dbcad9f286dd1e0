// A user's credit account as an aggregate: its commands and their events. No balance goes below zero, and debts are paid first.
import {
  type AccountEvent,
  creditsEvents,
  type ErrorCode,
  entriesOf,
  isRefusal,
  type MoneyFact,
  type Refusal,
} from '@tradeium/contracts';
import type { AccountCommand, AccountFact, OtherFact } from './account-commands.ts';
import { repaymentOf } from './account-debts.ts';
import { grantCredits, reverseGrant } from './account-grants.ts';
import { earlierRefusal, grantOf } from './account-operations.ts';
import {
  captureCredits,
  expireReservations,
  refundCredits,
  releaseCredits,
  reserveCredits,
} from './account-reservations.ts';
import { type Account, balanceOf, evolveAccount, unopenedAccount } from './account-state.ts';
import { renewalAt } from './period.ts';

export type { Account } from './account-state.ts';

/** Final refusals. Any other may pass when the command is sent again. */
const FINAL: readonly ErrorCode[] = [
  'INSUFFICIENT_CREDITS',
  'CREDITS_OWED',
  'RESERVATION_UNKNOWN',
  'RESERVATION_SETTLED',
  'RESERVATION_EXPIRED',
  'CAPTURE_EXCEEDS_RESERVATION',
  'OPERATION_UNKNOWN',
  'REFUND_EXCEEDS_CHARGE',
  'ACCOUNT_CLOSED',
];

/**
 * Decides a command at a time (ISO 8601). A repeated operation is accepted and changes nothing; with
 * other content it is refused. A final refusal is also an event, which `answerOf` turns into the answer. First, in the same
 * commit, a period that has ended is renewed and expired reservations are released.
 */
export const decideAccount = (
  command: AccountCommand,
  account: Account,
  now: string,
): AccountEvent[] | Refusal => {
  const keptRefusal = earlierRefusal(account, command);
  if (keptRefusal) return keptRefusal;
  const expired = expireReservations(command, account, now);
  const due = posted(account, [...renew(command.accountId, account, now), ...expired]);
  if (command.type === 'ExpireReservations') return expired.length > 0 ? due : [];
  const current = due.reduce(evolveAccount, account);
  const decision = decideNow(command, current, now);
  if (isRefusal(decision))
    return isFinal(command, decision, current, now) ? [...due, refused(command, decision)] : decision;
  return decision.length === 0 ? [] : [...due, ...posted(current, decision)];
};

/** The account's aggregate. */
export const accountAggregate = {
  ...creditsEvents.account,
  stateVersion: 4,
  initial: unopenedAccount,
  evolve: evolveAccount,
  decide: decideAccount,
  rememberedCommands: 256,
} as const;

const decideNow = (
  command: Exclude<AccountCommand, { type: 'ExpireReservations' }>,
  account: Account,
  now: string,
): AccountFact[] | Refusal => {
  switch (command.type) {
    case 'GrantCredits':
      return grantCredits(command, account, now);
    case 'ReserveCredits':
      return reserveCredits(command, account, now);
    case 'CaptureCredits':
      return captureCredits(command, account);
    case 'ReleaseCredits':
      return releaseCredits(command, account, now);
    case 'RefundCredits':
      return refundCredits(command, account);
    case 'ReverseGrant':
      return reverseGrant(command, account);
    case 'CloseAccount':
      return account.isClosed ? [] : [{ type: 'AccountClosed', data: { accountId: command.accountId } }];
  }
};

const renew = (accountId: string, account: Account, now: string): MoneyFact[] => {
  const { openedAt, periodEnd, balances } = account;
  if (openedAt === null || account.isClosed) return [];
  const renewal = renewalAt({ openedAt, periodEnd, ...balances }, now);
  return renewal ? [{ type: 'PeriodRenewed', data: { accountId, ...renewal } }] : [];
};

/** Adds to each fact what it pays of debts, its entries, and the balance after it. */
const posted = (account: Account, facts: readonly AccountFact[]): AccountEvent[] => {
  let current = account;
  return facts.map((fact) => {
    const event = postedFact(current, fact);
    current = evolveAccount(current, event);
    return event;
  });
};

const postedFact = (account: Account, fact: AccountFact): AccountEvent => {
  if (!isMoneyFact(fact)) return fact;
  const source = fact.type === 'GrantReversed' ? grantOf(account, fact.data.grant)?.source : undefined;
  const repaid = repaymentOf(account.balances, entriesOf(fact, source));
  const paying = { ...fact, data: { ...fact.data, ...(repaid > 0 && { repaid }) } } as MoneyFact;
  const unbalanced = {
    ...paying,
    data: { ...paying.data, entries: entriesOf(paying, source) },
  } as AccountEvent;
  const balance = balanceOf(evolveAccount(account, unbalanced));
  return { ...unbalanced, data: { ...unbalanced.data, balance } } as AccountEvent;
};

const UNPOSTED: readonly AccountFact['type'][] = [
  'AccountOpened',
  'CommandRefused',
  'AccountClosed',
] satisfies OtherFact['type'][];

const isMoneyFact = (fact: AccountFact): fact is MoneyFact => !UNPOSTED.includes(fact.type);

/**
 * A reversal may overtake its grant while a reaction retries it, and is retried. And while more reservations have
 * expired than one commit can release, there may soon be enough credits, or less debt.
 */
const isFinal = (command: AccountCommand, { refused }: Refusal, account: Account, now: string): boolean => {
  if (command.type === 'ReverseGrant' && refused === 'OPERATION_UNKNOWN') return false;
  const isPoor = refused === 'INSUFFICIENT_CREDITS' || refused === 'CREDITS_OWED';
  if (isPoor && expireReservations(command, account, now).length > 0) return false;
  return FINAL.includes(refused);
};

const refused = (
  command: Exclude<AccountCommand, { type: 'ExpireReservations' }>,
  { refused, data }: Refusal,
): AccountEvent => {
  if (command.type === 'CloseAccount') throw new Error(`closing an account was refused: ${refused}`);
  const { type, accountId, operationId } = command;
  const content = { accountId, operationId, command: type, refused, ...(data && { data: { ...data } }) };
  if (type !== 'ReserveCredits') return { type: 'CommandRefused', data: content };
  const { amount, purpose, expiresAt } = command;
  return { type: 'CommandRefused', data: { ...content, reservation: { amount, purpose, expiresAt } } };
};
