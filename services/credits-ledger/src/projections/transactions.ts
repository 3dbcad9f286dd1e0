// The history of credits: what was added and what was used, as users read it.
import {
  type AccountEvent,
  type CreditTransaction,
  type MicroVut,
  subtractMicroVut,
  toVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { accountAggregate } from '../domain/account.ts';

export type TransactionDocument = {
  accountId: string;
  operationType: string;
  createdAt: string;
  /** In 10⁻⁶ VUT: positive what was used, negative what was added. */
  cost: MicroVut;
  /** Its commit's place in the stream and its own in the commit, which order the history. */
  sequence: number;
  index: number;
};

const schema = new Schema<TransactionDocument>({
  accountId: String,
  operationType: String,
  createdAt: String,
  cost: Number,
  sequence: Number,
  index: Number,
});
schema.index({ accountId: 1, sequence: -1, index: -1 });

const MONTHLY_TOP_UP = 'monthly top-up';

const added = (amount: MicroVut): MicroVut => subtractMicroVut(ZERO_MICRO_VUT, amount);

const changes = ({
  event,
  meta,
  sequence,
  index,
}: StoredEvent<AccountEvent>): Change<TransactionDocument>[] => {
  const { accountId } = event.data;
  const line = (
    operationId: string,
    operationType: string,
    cost: MicroVut,
  ): Change<TransactionDocument>[] => [
    {
      id: `${accountId}.${operationId}`,
      apply: () => ({ accountId, operationType, createdAt: meta.at, cost, sequence, index }),
    },
  ];
  switch (event.type) {
    case 'CreditsGranted':
      return line(event.data.operationId, event.data.reason, added(event.data.amount));
    case 'CreditsCaptured':
      return line(event.data.operationId, event.data.purpose, event.data.amount);
    case 'PeriodRenewed': {
      const { periodStart, toppedUp } = event.data;
      return toppedUp > 0 ? line(`period:${periodStart}`, MONTHLY_TOP_UP, added(toppedUp)) : [];
    }
    case 'AccountOpened':
    case 'CreditsReserved':
    case 'CreditsReleased':
      return [];
  }
};

export const transactionsProjection: Projection<AccountEvent, TransactionDocument> = {
  name: 'transactions',
  version: 1,
  reads: [accountAggregate],
  schema,
  changes,
};

export type TransactionModel = ReadModel<TransactionDocument>;

/** An account's transactions, newest first. */
export const transactionsOf = (
  model: TransactionModel,
  accountId: string,
  limit: number,
): Promise<Stored<TransactionDocument>[]> =>
  model()
    .find({ accountId })
    .sort({ sequence: -1, index: -1 })
    .limit(limit)
    .lean<Stored<TransactionDocument>[]>();

/** A transaction as the API tells it. */
export const transactionOutput = (transaction: Stored<TransactionDocument>): CreditTransaction => ({
  id: transaction._id,
  operation_type: transaction.operationType,
  created_at: transaction.createdAt,
  vut_cost: toVut(transaction.cost),
});
