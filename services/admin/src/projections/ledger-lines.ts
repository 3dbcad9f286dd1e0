// Every ledger entry of every account: what each event added to and took from the user's balances.
import {
  type AccountEvent,
  type AdminLedgerLine,
  creditsEvents,
  type LedgerAccount,
} from '@tradeium/contracts';
import type { Change, Projection, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { nameWords, vutOf } from '../domain/amount-words.ts';
import { grantWords } from '../domain/grant-words.ts';
import { readsOf } from '../domain/reads.ts';
import { sumOfEntries } from './person-credits.ts';
import { entryIdOf } from './timeline.ts';

/** Amounts in 10⁻⁶ VUT. */
export type LedgerLineDocument = Record<LedgerAccount, number> & {
  userId: string;
  at: string;
  operationType: string;
  operationId: string;
  /** In words that no person chose. */
  description: string;
  /** The operation of the grant that it takes back; null for every other line. */
  reverses: string | null;
  /** The position of its commit in the stream. */
  sequence: number;
};

const schema = new Schema<LedgerLineDocument>({
  userId: String,
  at: String,
  operationType: String,
  operationId: String,
  description: String,
  reverses: String,
  available: Number,
  reserved: Number,
  spent: Number,
  debt: Number,
  promotion: Number,
  payments: Number,
  sequence: Number,
});
schema.index({ userId: 1, sequence: -1, _id: -1 });

const operationOf = ({
  type,
  data,
}: AccountEvent): { type: string; id: string; description: string } | null => {
  switch (type) {
    case 'CreditsGranted':
      return { type: 'grant', id: data.operationId, description: grantWords(data.reason) };
    case 'CreditsReserved':
      return { type: 'reserve', id: data.operationId, description: nameWords(data.purpose) };
    case 'CreditsCaptured':
      return { type: 'capture', id: data.operationId, description: nameWords(data.purpose) };
    case 'CreditsReleased':
      return { type: 'release', id: data.operationId, description: data.reason };
    case 'CreditsRefunded':
      return { type: 'refund', id: data.operationId, description: `of ${data.refundOf}` };
    case 'GrantReversed':
      return {
        type: 'reversal',
        id: data.operationId,
        description: `grant taken back, ${grantWords(data.reason)}`,
      };
    case 'PeriodRenewed':
      return { type: 'top-up', id: `period:${data.periodStart}`, description: 'monthly top-up' };
    default:
      return null;
  }
};

const changes = (stored: StoredEvent<AccountEvent>): Change<LedgerLineDocument>[] => {
  const { event, meta, sequence } = stored;
  const { data } = event;
  const operation = operationOf(event);
  if (operation === null || !('entries' in data) || data.entries.length === 0) return [];
  const line: LedgerLineDocument = {
    userId: data.accountId,
    at: meta.at,
    operationType: operation.type,
    operationId: operation.id,
    description: operation.description,
    reverses: event.type === 'GrantReversed' ? event.data.grant : null,
    ...sumOfEntries(event),
    sequence,
  };
  return [{ id: entryIdOf(stored), isFirst: true, apply: () => line }];
};

export const ledgerLinesProjection: Projection<AccountEvent, LedgerLineDocument> = {
  name: 'ledger_lines',
  version: 2,
  reads: readsOf(creditsEvents.account),
  schema,
  changes,
};

/** A line as the API returns it. */
export const ledgerLineOutput = (line: Stored<LedgerLineDocument>): AdminLedgerLine => ({
  id: line._id,
  at: line.at,
  operation_type: line.operationType,
  operation_id: line.operationId,
  description: line.description,
  reverses: line.reverses,
  available_change: vutOf(line.available),
  reserved_change: vutOf(line.reserved),
  spent_change: vutOf(line.spent),
  debt_change: vutOf(line.debt),
});
