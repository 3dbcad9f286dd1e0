// Every account as the audit reads it: its balances, and what is used this month.
import { type AccountEvent, type MicroVut, ZERO_MICRO_VUT } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { accountAggregate } from '../domain/account.ts';
import { addEntries, type Balances, NO_BALANCES, usedAfter } from '../domain/account-balances.ts';

/** Amounts in 10⁻⁶ VUT; its id is the account's. */
export type AccountDocument = {
  openedAt: string;
  periodEnd: string;
  isClosed: boolean;
  balances: Balances;
  usedThisPeriod: MicroVut;
};

const schema = new Schema<AccountDocument>({
  openedAt: String,
  periodEnd: String,
  isClosed: Boolean,
  balances: Schema.Types.Mixed,
  usedThisPeriod: Number,
});

const changes = ({ event }: StoredEvent<AccountEvent>): Change<AccountDocument>[] => {
  const { accountId: id } = event.data;
  if (event.type === 'AccountOpened') {
    const { periodStart: openedAt, periodEnd } = event.data;
    const opened = { openedAt, periodEnd, isClosed: false, balances: NO_BALANCES };
    return [{ id, apply: () => ({ ...opened, usedThisPeriod: ZERO_MICRO_VUT }) }];
  }
  // An account without credits has no document, even after refused commands.
  return [{ id, apply: (account) => account && changed(account, event) }];
};

const changed = (account: AccountDocument, event: AccountEvent): AccountDocument => {
  const { type, data } = event;
  if (type === 'CommandRefused') return account;
  if (type === 'AccountClosed') return { ...account, isClosed: true };
  if (!('entries' in data)) return account;
  const balances = addEntries(account.balances, data.entries);
  const moved = { ...account, balances, usedThisPeriod: usedAfter(account.usedThisPeriod, event) };
  return type === 'PeriodRenewed' ? { ...moved, periodEnd: data.periodEnd } : moved;
};

export const accountsProjection: Projection<AccountEvent, AccountDocument> = {
  name: 'accounts',
  version: 3,
  reads: [accountAggregate],
  schema,
  changes,
};

export type AccountModel = ReadModel<AccountDocument>;

/** At most `limit` accounts after the id `after`, ordered by id. */
export const accountsAfter = (
  model: AccountModel,
  after: string,
  limit: number,
): Promise<Stored<AccountDocument>[]> =>
  model()
    .find({ _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<Stored<AccountDocument>[]>();
