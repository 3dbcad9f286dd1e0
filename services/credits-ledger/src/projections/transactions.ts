// The history of credits added and used, as users read it.
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
import { repaidBy } from '../domain/account-debts.ts';
import { DEBT_PAYMENT, descriptionOf, operationIdOf, operationTypeOf } from './operation-type.ts';

export type TransactionDocument = {
  accountId: string;
  operationType: string;
  createdAt: string;
  /** In 10⁻⁶ VUT: positive for use and reversal, negative for additions. */
  cost: MicroVut;
  /** The part of credits taken back that was in use, and was owed from then on. */
  owed?: MicroVut;
  /** An operator's words about a grant. */
  description?: string;
  /** The position of its commit in the stream and its own among those of the commit, which order the history. */
  sequence: number;
  index: number;
};

const schema = new Schema<TransactionDocument>({
  accountId: String,
  operationType: String,
  createdAt: String,
  cost: Number,
  owed: Number,
  description: String,
  sequence: Number,
  index: Number,
});
schema.index({ accountId: 1, sequence: -1, index: -1 });

const added = (amount: MicroVut): MicroVut => subtractMicroVut(ZERO_MICRO_VUT, amount);

/** The event's cost to the user, or null where it is not a transaction: a mere hold does not count. */
const costOf = ({ type, data }: AccountEvent): MicroVut | null => {
  switch (type) {
    case 'CreditsGranted':
    case 'CreditsRefunded':
      return added(data.amount);
    case 'CreditsCaptured':
      return data.amount;
    case 'GrantReversed':
      return data.amount > 0 || data.debt ? data.amount : null;
    case 'PeriodRenewed':
      return data.toppedUp > 0 ? added(data.toppedUp) : null;
    case 'AccountOpened':
    case 'CreditsReserved':
    case 'CreditsReleased':
    case 'CommandRefused':
    case 'AccountClosed':
      return null;
  }
};

const changes = ({
  event,
  meta,
  sequence,
  index,
}: StoredEvent<AccountEvent>): Change<TransactionDocument>[] => {
  const { accountId } = event.data;
  const operationId = operationIdOf(event);
  const operationType = operationTypeOf(event);
  const cost = costOf(event);
  const repaid = repaidBy(event);
  const description = descriptionOf(event);
  const owed = event.type === 'GrantReversed' ? event.data.debt : undefined;
  const made = { accountId, createdAt: meta.at, sequence };
  const own: TransactionDocument[] =
    operationType === null || cost === null
      ? []
      : [
          {
            ...made,
            operationType,
            cost,
            ...(owed && { owed }),
            ...(description && { description }),
            index: 2 * index,
          },
        ];
  const payment: TransactionDocument[] =
    repaid > 0 ? [{ ...made, operationType: DEBT_PAYMENT, cost: repaid, index: 2 * index + 1 }] : [];
  return [
    ...own.map((transaction) => ({ id: `${accountId}.${operationId}`, apply: () => transaction })),
    ...payment.map((transaction) => ({ id: `${accountId}.debt:${operationId}`, apply: () => transaction })),
  ];
};

export const transactionsProjection: Projection<AccountEvent, TransactionDocument> = {
  name: 'transactions',
  version: 4,
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

/** The operations of backtests and rebalances are named after them. */
const RUN_OPERATION = /\.backtest:([^.]+)$/;
const REBALANCE_OPERATION = /\.rebalance:([^.]+)$/;

/** A transaction as the API returns it. */
export const transactionOutput = (transaction: Stored<TransactionDocument>): CreditTransaction => ({
  id: transaction._id,
  operation_type: transaction.operationType,
  created_at: transaction.createdAt,
  vut_cost: toVut(transaction.cost),
  run_id: RUN_OPERATION.exec(transaction._id)?.[1] ?? null,
  rebalance_id: REBALANCE_OPERATION.exec(transaction._id)?.[1] ?? null,
  ...(transaction.owed && { vut_owed: toVut(transaction.owed) }),
  ...(transaction.description && { description: transaction.description }),
});
