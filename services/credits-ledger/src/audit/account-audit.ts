// Audits the books of every account: entries, balances, debts, operations and reservations, from its events alone.
import {
  type AccountEvent,
  entriesOf,
  LEDGER_ACCOUNTS,
  type MicroVut,
  type MoneyFact,
} from '@tradeium/contracts';
import { addEntries, type Balances, NO_BALANCES } from '../domain/account-balances.ts';
import { type Debt, owedOf } from '../domain/account-debts.ts';
import { auditDebts, type OpenDebt } from './debt-audit.ts';
import type { Findings } from './findings.ts';

type Held = { readonly amount: MicroVut; readonly expiresAt: string };

type Books = {
  balances: Balances;
  debts: readonly Debt[];
  isOpened: boolean;
  /** The last commit that changed the balances. */
  sequence: number;
  /** The reversible amount of each; null once reversed. */
  readonly grants: Map<string, number | null>;
  readonly reservations: Map<string, Held>;
  /** The refundable amount of each settled reservation. */
  readonly settled: Map<string, number>;
  /** The ids of refunds and reversals. */
  readonly returns: Set<string>;
};

/** The balances of an account and the sequence of the commit that changed it last. */
export type AuditedAccount = { readonly balances: Balances; readonly sequence: number };

export type AccountAudit = {
  /** The events of the next commit, read and upcast. */
  take(accountId: string, sequence: number, events: readonly AccountEvent[]): void;
  account(accountId: string): AuditedAccount | undefined;
  /** All opened accounts. */
  accounts(): Iterable<[accountId: string, account: AuditedAccount]>;
  /** The open debts, and whose they are. */
  debts(): OpenDebt[];
  /** Checks what was still under way at `now` (ISO 8601). */
  finish(now: string): void;
};

/** How long its workflow, and then the schedule, have to settle an expired reservation. */
const OVERDUE_AFTER_MS = 3_600_000;

const MINUS_OK: readonly string[] = ['promotion', 'payments', 'debt'];

/** The books of all accounts: for each its balances, open reservations, and a number per operation. */
export const auditAccounts = (findings: Findings): AccountAudit => {
  const all = new Map<string, Books>();
  const booksOf = (accountId: string): Books => {
    const known = all.get(accountId);
    if (known) return known;
    const fresh: Books = {
      balances: NO_BALANCES,
      debts: [],
      isOpened: false,
      sequence: 0,
      grants: new Map(),
      reservations: new Map(),
      settled: new Map(),
      returns: new Set(),
    };
    all.set(accountId, fresh);
    return fresh;
  };
  return {
    take(accountId, sequence, events) {
      const books = booksOf(accountId);
      for (const event of events) {
        const where = `account ${accountId}, ${sequence} ${event.type}`;
        if (event.data.accountId !== accountId)
          findings.problem('operations', `${where} is of another account, ${event.data.accountId}`);
        if (event.type === 'AccountOpened') books.isOpened = true;
        if (event.type !== 'CommandRefused' && books.isOpened) books.sequence = sequence;
        const before = books.balances;
        if ('entries' in event.data) auditEntries(findings, books, event, where);
        auditDebts(findings, books, event, { before, after: books.balances, where });
        auditOperation(findings, books, event, where);
      }
    },
    account: (accountId) => all.get(accountId),
    *accounts() {
      for (const entry of all) if (entry[1].isOpened) yield entry;
    },
    debts: () => [...all].flatMap(([accountId, { debts }]) => debts.map((debt) => ({ accountId, ...debt }))),
    finish(now) {
      const overdue = new Date(Date.parse(now) - OVERDUE_AFTER_MS).toISOString();
      for (const [accountId, { reservations }] of all) {
        findings.count('reservations', reservations.size);
        for (const [operationId, { amount, expiresAt }] of reservations)
          if (expiresAt < overdue)
            findings.problem(
              'reservations',
              `account ${accountId}: ${operationId} holds ${amount} (10⁻⁶ VUT), expired at ${expiresAt}`,
            );
      }
    },
  };
};

const auditEntries = (findings: Findings, books: Books, event: AccountEvent, where: string): void => {
  const { data } = event;
  if (!('entries' in data)) return;
  findings.count('entries');
  const sum = data.entries.reduce((total, [, amount]) => total + amount, 0);
  if (sum !== 0) findings.problem('entries', `${where}: its entries sum to ${sum}`);
  const source = data.entries.some(([name]) => name === 'payments') ? 'payments' : 'promotion';
  const said = entriesOf(event as MoneyFact, source);
  if (JSON.stringify(said) !== JSON.stringify(data.entries))
    findings.problem('entries', `${where}: its entries are not what it says`);

  books.balances = addEntries(books.balances, data.entries);
  findings.count('balances');
  for (const name of LEDGER_ACCOUNTS)
    if (
      (books.balances[name] < 0 && !MINUS_OK.includes(name)) ||
      (name === 'debt' && books.balances[name] > 0)
    )
      findings.problem('balances', `${where}: ${name} is ${books.balances[name]}`);
  const { available, reserved } = books.balances;
  const { owed = 0, ...held } = data.balance;
  const known = { available, reserved, owed: owedOf(books.balances) };
  for (const [name, recorded] of Object.entries({ ...held, owed }) as [keyof typeof known, number][])
    if (recorded !== known[name])
      findings.problem(
        'balances',
        `${where}: ${name} is recorded as ${recorded} and comes to ${known[name]}`,
      );
};

const auditOperation = (findings: Findings, books: Books, event: AccountEvent, where: string): void => {
  const faults = [...faultsOf(books, event)];
  if (OPERATIONS.includes(event.type)) findings.count('operations');
  for (const fault of faults) findings.problem('operations', `${where}: ${fault}`);
};

const OPERATIONS: readonly AccountEvent['type'][] = [
  'CreditsGranted',
  'CreditsReserved',
  'CreditsRefunded',
  'GrantReversed',
];

/** Records an operation and yields what is wrong with it. */
function* faultsOf(books: Books, { type, data }: AccountEvent): Generator<string> {
  const { grants, reservations, settled, returns } = books;
  switch (type) {
    case 'CreditsGranted':
      if (grants.has(data.operationId)) yield `${data.operationId} again`;
      grants.set(data.operationId, data.amount);
      return;
    case 'CreditsReserved':
      if (reservations.has(data.operationId) || settled.has(data.operationId))
        yield `${data.operationId} again`;
      reservations.set(data.operationId, { amount: data.amount, expiresAt: data.expiresAt });
      return;
    case 'CreditsCaptured':
      yield* settlementFaults(books, data.operationId, data.amount + data.returned);
      settled.set(data.operationId, data.amount);
      return;
    case 'CreditsReleased':
      yield* settlementFaults(books, data.operationId, data.amount);
      if (!settled.has(data.operationId)) settled.set(data.operationId, 0);
      return;
    case 'CreditsRefunded': {
      const { operationId, refundOf, amount } = data;
      if (returns.has(operationId)) yield `${operationId} again`;
      returns.add(operationId);
      const left = settled.get(refundOf) ?? 0;
      if (amount > left) yield `${operationId} refunds ${amount} of ${refundOf}, but only ${left} were left`;
      settled.set(refundOf, left - amount);
      return;
    }
    case 'GrantReversed': {
      const { operationId, grant, debt = 0 } = data;
      const taken = data.amount + debt;
      const left = grants.get(grant);
      if (returns.has(operationId) || left === null) yield `${operationId} takes ${grant} back again`;
      else if (taken !== left)
        yield `${operationId} takes back ${taken} of ${grant}, which was ${left ?? 'not given'}`;
      returns.add(operationId);
      grants.set(grant, null);
    }
  }
}

/** A release of 0 without a reservation is fine: it may come before its reservation, or repeat a settlement. */
function* settlementFaults(
  { reservations, settled }: Books,
  operationId: string,
  amount: number,
): Generator<string> {
  const held = reservations.get(operationId)?.amount;
  reservations.delete(operationId);
  if (held === undefined && settled.has(operationId) && amount > 0) yield `${operationId} is settled again`;
  else if (amount !== (held ?? 0)) yield `${operationId} settles ${amount}, held were ${held ?? 0}`;
}
