// Every change of a user's balance, for statements of any span of days.
import {
  type AccountEvent,
  addMicroVut,
  type LedgerBalance,
  type MicroVut,
  STATEMENT_LINES_MAX,
  type Statement,
  type StatementLine,
  subtractMicroVut,
  toVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { accountAggregate } from '../domain/account.ts';
import { addEntries, NO_BALANCES } from '../domain/account-balances.ts';
import { repaidBy } from '../domain/account-debts.ts';
import { DEBT_PAYMENT, operationIdOf, operationTypeOf } from './operation-type.ts';

/** Amounts in 10⁻⁶ VUT. */
export type LineDocument = {
  accountId: string;
  createdAt: string;
  operationType: string;
  operationId: string;
  change: MicroVut;
  reservedChange: MicroVut;
  /** After it. */
  balance: LedgerBalance;
  /** The position of its commit in the stream, and its own among those of the commit. */
  sequence: number;
  index: number;
};

const schema = new Schema<LineDocument>({
  accountId: String,
  createdAt: String,
  operationType: String,
  operationId: String,
  change: Number,
  reservedChange: Number,
  balance: Schema.Types.Mixed,
  sequence: Number,
  index: Number,
});
schema.index({ accountId: 1, sequence: 1, index: 1 });
schema.index({ accountId: 1, createdAt: 1 });

const changes = ({ event, meta, sequence, index }: StoredEvent<AccountEvent>): Change<LineDocument>[] => {
  const { data } = event;
  const operationType = operationTypeOf(event);
  if (operationType === null || !('entries' in data) || data.entries.length === 0) return [];
  const { available, reserved: reservedChange } = addEntries(NO_BALANCES, data.entries);
  const repaid = repaidBy(event);
  const { balance } = data;
  const made = {
    accountId: data.accountId,
    createdAt: meta.at,
    operationId: operationIdOf(event),
    sequence,
  };
  const own: LineDocument = {
    ...made,
    operationType,
    change: addMicroVut(available, repaid),
    reservedChange,
    balance: repaid > 0 ? beforePayment(balance, repaid) : balance,
    index: 2 * index,
  };
  const payment: LineDocument = {
    ...made,
    operationType: DEBT_PAYMENT,
    change: subtractMicroVut(ZERO_MICRO_VUT, repaid),
    reservedChange: ZERO_MICRO_VUT,
    balance,
    index: 2 * index + 1,
  };
  return [
    { id: `${sequence}.${index}`, apply: () => own },
    ...(repaid > 0 ? [{ id: `${sequence}.${index}.debt`, apply: () => payment }] : []),
  ];
};

/** The balance between what came in and the debt that it paid. */
const beforePayment = (after: LedgerBalance, repaid: MicroVut): LedgerBalance => ({
  ...after,
  available: addMicroVut(after.available, repaid),
  owed: addMicroVut(after.owed ?? ZERO_MICRO_VUT, repaid),
});

export const statementLinesProjection: Projection<AccountEvent, LineDocument> = {
  name: 'statement_lines',
  version: 3,
  reads: [accountAggregate],
  schema,
  changes,
};

export type StatementLineModel = ReadModel<LineDocument>;

type Line = Stored<LineDocument>;

const NOTHING: LedgerBalance = { available: ZERO_MICRO_VUT, reserved: ZERO_MICRO_VUT };

const lastLineBefore = (model: StatementLineModel, accountId: string, time: string): Promise<Line | null> =>
  model()
    .findOne({ accountId, createdAt: { $lt: time } })
    .sort({ sequence: -1, index: -1 })
    .lean<Line | null>();

/** The statement of a span of UTC days (`YYYY-MM-DD`), both included: the newest lines that fit, oldest first. */
export const statementOf = async (
  model: StatementLineModel,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<Statement> => {
  const start = `${from}T00:00:00.000Z`;
  // Sorts after all times of the day and before the next, whose year has five digits for 9999-12-31.
  const end = `${to}T24`;
  const newest = await model()
    .find({ accountId, createdAt: { $gte: start, $lt: end } })
    .sort({ sequence: -1, index: -1 })
    .limit(STATEMENT_LINES_MAX + 1)
    .lean<Line[]>();
  const truncated = newest.length > STATEMENT_LINES_MAX;
  const lines = newest.slice(0, STATEMENT_LINES_MAX).reverse();
  const opening = (await lastLineBefore(model, accountId, start))?.balance ?? NOTHING;
  return {
    from,
    to,
    opening: heldOutput(opening),
    closing: heldOutput(lines.at(-1)?.balance ?? opening),
    lines: lines.map(lineOutput),
    truncated,
  };
};

const heldOutput = ({ available, reserved }: LedgerBalance) => ({
  available: toVut(available),
  reserved: toVut(reserved),
});

const lineOutput = (line: Line): StatementLine => ({
  id: line._id,
  created_at: line.createdAt,
  operation_type: line.operationType,
  operation_id: line.operationId,
  change: toVut(line.change),
  reserved_change: toVut(line.reservedChange),
  available_after: toVut(line.balance.available),
  reserved_after: toVut(line.balance.reserved),
  owed_after: toVut(line.balance.owed ?? ZERO_MICRO_VUT),
});
