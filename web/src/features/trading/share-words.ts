// How much of an account a deployment manages, in words.
import type { Share } from '@tradeium/contracts';
import { money, percentOf } from '../../lib/format.ts';

/** `1,000.00 USDT of the account`, `25 % of the account`. */
export const shareWords = (share: Share): string =>
  `${'usdt' in share ? money(share.usdt) : percentOf(share.percent)} of the account`;
