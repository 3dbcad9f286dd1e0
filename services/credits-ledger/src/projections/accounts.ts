// What every user may spend and has used this month, as the balance is read.
import {
  type AccountEvent,
  addMicroVut,
  FREE_TIER_MONTHLY_VUT,
  type MicroVut,
  type Subscription,
  subtractMicroVut,
  toVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import type { Change, Projection, ReadModel, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { accountAggregate } from '../domain/account.ts';
import { periodAt, renewalAt } from '../domain/period.ts';

/** Amounts in 10⁻⁶ VUT; its id is the account's. */
export type AccountDocument = {
  openedAt: string;
  periodEnd: string;
  available: MicroVut;
  reserved: MicroVut;
  usedThisPeriod: MicroVut;
};

const schema = new Schema<AccountDocument>({
  openedAt: String,
  periodEnd: String,
  available: Number,
  reserved: Number,
  usedThisPeriod: Number,
});

const changes = ({ event }: StoredEvent<AccountEvent>): Change<AccountDocument>[] => {
  const id = event.data.accountId;
  const change = (
    next: (account: AccountDocument) => Partial<AccountDocument>,
  ): Change<AccountDocument>[] => [{ id, apply: (account) => account && { ...account, ...next(account) } }];
  switch (event.type) {
    case 'AccountOpened': {
      const { periodStart: openedAt, periodEnd } = event.data;
      const nothing = ZERO_MICRO_VUT;
      return [
        {
          id,
          apply: () => ({
            openedAt,
            periodEnd,
            available: nothing,
            reserved: nothing,
            usedThisPeriod: nothing,
          }),
        },
      ];
    }
    case 'CreditsGranted': {
      const { amount } = event.data;
      return change(({ available }) => ({ available: addMicroVut(available, amount) }));
    }
    case 'CreditsReserved': {
      const { amount } = event.data;
      return change(({ available, reserved }) => ({
        available: subtractMicroVut(available, amount),
        reserved: addMicroVut(reserved, amount),
      }));
    }
    case 'CreditsCaptured': {
      const { amount, returned } = event.data;
      return change(({ available, reserved, usedThisPeriod }) => ({
        available: addMicroVut(available, returned),
        reserved: subtractMicroVut(reserved, addMicroVut(amount, returned)),
        usedThisPeriod: addMicroVut(usedThisPeriod, amount),
      }));
    }
    case 'CreditsReleased': {
      const { amount } = event.data;
      return change(({ available, reserved }) => ({
        available: addMicroVut(available, amount),
        reserved: subtractMicroVut(reserved, amount),
      }));
    }
    case 'PeriodRenewed': {
      const { periodEnd, toppedUp } = event.data;
      return change(({ available }) => ({
        periodEnd,
        available: addMicroVut(available, toppedUp),
        usedThisPeriod: ZERO_MICRO_VUT,
      }));
    }
  }
};

export const accountsProjection: Projection<AccountEvent, AccountDocument> = {
  name: 'accounts',
  version: 1,
  reads: [accountAggregate],
  schema,
  changes,
};

export type AccountModel = ReadModel<AccountDocument>;

/** One account, or null while nothing was ever granted to it. */
export const accountOf = (model: AccountModel, accountId: string): Promise<AccountDocument | null> =>
  model().findOne({ _id: accountId }).lean();

/** The balance as it is at `now`: a period that has ended shows as renewed, as the next command will find it. */
export const subscriptionAt = (account: AccountDocument | null, now: string): Subscription => {
  const renewal = account && renewalAt(account, now);
  const available = account?.available ?? ZERO_MICRO_VUT;
  const used = account?.usedThisPeriod ?? ZERO_MICRO_VUT;
  return {
    tier: 'free',
    vut_remaining: toVut(renewal ? addMicroVut(available, renewal.toppedUp) : available),
    vut_used_this_period: toVut(renewal ? ZERO_MICRO_VUT : used),
    monthly_limit: FREE_TIER_MONTHLY_VUT,
    period_end: (renewal ?? account ?? periodAt(now, now)).periodEnd,
  };
};
