// How much of a period's credits is used, and what to show when the account cannot be read.
import { FREE_TIER_MONTHLY_VUT, type Subscription } from '@tradeium/contracts';
import { creditsUsed, shortDate, wholeNumber } from '../../lib/format.ts';

/** The account that is assumed while it is unknown: an untouched free tier. */
export const FREE_TIER: Subscription = {
  tier: 'free',
  vut_remaining: FREE_TIER_MONTHLY_VUT,
  vut_used_this_period: 0,
  monthly_limit: FREE_TIER_MONTHLY_VUT,
  period_end: '',
  vut_owed: 0,
};

/** Credits used of the monthly limit in percent, 0..100. */
export const usedPercentOf = ({ vut_used_this_period, monthly_limit }: Subscription): number =>
  monthly_limit <= 0 ? 0 : Math.min(100, Math.max(0, (vut_used_this_period / monthly_limit) * 100));

/** The words of the bar: how much is used next to a month's credits, not how much is left: bought credits may be more. */
export const usedWords = ({ vut_used_this_period, monthly_limit }: Subscription): string =>
  `${creditsUsed(vut_used_this_period)} VUT used this period, next to a month's ${wholeNumber(monthly_limit)} VUT`;

/** The words about a month's credits. */
export const topUpWords = ({ monthly_limit, period_end }: Subscription): string => {
  const words = `Each month an account with less than ${wholeNumber(monthly_limit)} VUT is filled up to that`;
  return period_end === '' ? words : `${words}, next on ${shortDate(period_end)}`;
};

/** The bar's colour: red above 95 percent, amber above 80, else green. */
export const usageColor = (usedPercent: number): 'red' | 'yellow' | 'green' =>
  usedPercent > 95 ? 'red' : usedPercent > 80 ? 'yellow' : 'green';
