// Checks that the entries of each account add up: their running sums, against the balances that the events themselves state.
import {
  type AccountEvent,
  creditsEvents,
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  type LedgerBalance,
} from '@tradeium/contracts';
import type { Change, Projection, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { readsOf } from '../domain/reads.ts';
import { sumOfEntries } from './person-credits.ts';

/** In 10⁻⁶ VUT. */
type Sums = Record<LedgerAccount, number>;

/** Its id is the account's. */
export type LedgerSumsDocument = Sums & {
  /** Events that moved something. */
  lines: number;
  /** Events whose own entries do not net to zero. */
  unbalanced: number;
  /** The sums are what the newest event states. */
  isAsStated: boolean;
};

const schema = new Schema<LedgerSumsDocument>({
  available: Number,
  reserved: Number,
  spent: Number,
  debt: Number,
  promotion: Number,
  payments: Number,
  lines: Number,
  unbalanced: Number,
  isAsStated: Boolean,
});

export const NO_LEDGER: LedgerSumsDocument = {
  available: 0,
  reserved: 0,
  spent: 0,
  debt: 0,
  promotion: 0,
  payments: 0,
  lines: 0,
  unbalanced: 0,
  isAsStated: true,
};

const netOf = (sums: Sums): number => LEDGER_ACCOUNTS.reduce((net, account) => net + sums[account], 0);

const added = (sums: Sums, more: Sums): Sums => ({
  available: sums.available + more.available,
  reserved: sums.reserved + more.reserved,
  spent: sums.spent + more.spent,
  debt: sums.debt + more.debt,
  promotion: sums.promotion + more.promotion,
  payments: sums.payments + more.payments,
});

const isStated = (sums: Sums, stated: LedgerBalance): boolean =>
  sums.available === stated.available &&
  sums.reserved === stated.reserved &&
  // Not -0, which a negated zero would be.
  sums.debt + (stated.owed ?? 0) === 0;

const changes = ({ event }: StoredEvent<AccountEvent>): Change<LedgerSumsDocument>[] => {
  const { data } = event;
  if (!('entries' in data)) return [];
  const moved = sumOfEntries(event);
  const { balance, accountId } = data;
  return [
    {
      id: accountId,
      apply: (found) => {
        const before = found ?? NO_LEDGER;
        const sums = added(before, moved);
        return {
          ...sums,
          lines: before.lines + (data.entries.length > 0 ? 1 : 0),
          unbalanced: before.unbalanced + (netOf(moved) === 0 ? 0 : 1),
          isAsStated: isStated(sums, balance),
        };
      },
    },
  ];
};

export const ledgerSumsProjection: Projection<AccountEvent, LedgerSumsDocument> = {
  name: 'ledger_sums',
  version: 1,
  reads: readsOf(creditsEvents.account),
  schema,
  changes,
};

/** True if every entry of an account has its other side, and all of them sum to its balances. */
export const addsUp = (ledger: LedgerSumsDocument): boolean =>
  ledger.unbalanced === 0 && ledger.isAsStated && netOf(ledger) === 0;
