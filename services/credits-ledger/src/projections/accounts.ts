// The balance: what a user may spend, and has used this month.
import {
  type AccountEvent,
  addMicroVut,
  FREE_TIER_MONTHLY_VUT,
  type MicroVut,
  microVutOf,
  type Subscription,
  toVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { accountAggregate } from '../domain/account.ts';
import { addEntries, type Balances, NO_BALANCES } from '../domain/account-balances.ts';
import { periodAt, renewalAt } from '../domain/period.ts';

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
  const moved = { ...account, balances: addEntries(account.balances, data.entries) };
  if (type === 'PeriodRenewed')
    return { ...moved, periodEnd: data.periodEnd, usedThisPeriod: ZERO_MICRO_VUT };
  return { ...moved, usedThisPeriod: usedAfter(account.usedThisPeriod, event) };
};

/** Refunded credits count as unused, though not in earlier periods. */
const usedAfter = (used: MicroVut, { type, data }: AccountEvent): MicroVut => {
  if (type === 'CreditsCaptured') return addMicroVut(used, data.amount);
  return type === 'CreditsRefunded' ? microVutOf(Math.max(0, used - data.amount)) : used;
};

export const accountsProjection: Projection<AccountEvent, AccountDocument> = {
  name: 'accounts',
  version: 2,
  reads: [accountAggregate],
  schema,
  changes,
};

export type AccountModel = ReadModel<AccountDocument>;

/** One account, or null before its first grant. */
export const accountOf = (model: AccountModel, accountId: string): Promise<AccountDocument | null> =>
  model().findOne({ _id: accountId }).lean<AccountDocument | null>();

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

/** The balance at `now`: an ended period shows as renewed, as the next command will find it. */
export const subscriptionAt = (account: AccountDocument | null, now: string): Subscription => {
  const balances = account?.balances ?? NO_BALANCES;
  const renewal = account && !account.isClosed ? renewalAt({ ...account, ...balances }, now) : null;
  const used = account?.usedThisPeriod ?? ZERO_MICRO_VUT;
  return {
    tier: 'free',
    vut_remaining: toVut(renewal ? addMicroVut(balances.available, renewal.toppedUp) : balances.available),
    vut_used_this_period: toVut(renewal ? ZERO_MICRO_VUT : used),
    monthly_limit: FREE_TIER_MONTHLY_VUT,
    period_end: (renewal ?? account ?? periodAt(now, now)).periodEnd,
  };
};
