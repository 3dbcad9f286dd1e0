// A user's view of the account at a given time: available credits, and usage of the month.
import {
  addMicroVut,
  FREE_TIER_MONTHLY_VUT,
  type MicroVut,
  microVutOf,
  type Subscription,
  subtractMicroVut,
  toVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import { type Balances, NO_BALANCES } from './account-balances.ts';
import { owedOf } from './account-debts.ts';
import { periodAt, renewalAt } from './period.ts';

/** An account that a grant has opened, in 10⁻⁶ VUT. */
type OpenedAccount = {
  readonly openedAt: string;
  readonly periodEnd: string;
  readonly isClosed: boolean;
  readonly balances: Balances;
  readonly usedThisPeriod: MicroVut;
};

/** The balance at `now`: an ended period shows as renewed, as the next command will find it. Null: no account was opened. */
export const subscriptionAt = (account: OpenedAccount | null, now: string): Subscription => {
  const balances = account?.balances ?? NO_BALANCES;
  const renewal = account && !account.isClosed ? renewalAt({ ...account, ...balances }, now) : null;
  const used = account?.usedThisPeriod ?? ZERO_MICRO_VUT;
  const owed = owedOf(balances);
  const toppedUp = renewal?.toppedUp ?? ZERO_MICRO_VUT;
  const repaid = microVutOf(Math.min(owed, toppedUp));
  return {
    tier: 'free',
    vut_remaining: toVut(subtractMicroVut(addMicroVut(balances.available, toppedUp), repaid)),
    vut_used_this_period: toVut(renewal ? ZERO_MICRO_VUT : used),
    monthly_limit: FREE_TIER_MONTHLY_VUT,
    period_end: (renewal ?? account ?? periodAt(now, now)).periodEnd,
    vut_owed: toVut(subtractMicroVut(owed, repaid)),
  };
};
