// How much of an account a deployment manages, in words.
import type { Share } from '@tradeium/contracts';
import { money, percentOf } from '../../lib/format.ts';

/** `1,000.00 USDT`, `25 %`. */
export const shareSize = (share: Share): string =>
  'usdt' in share ? money(share.usdt) : percentOf(share.percent);

/** `1,000.00 USDT of the account`, `25 % of the account after fixed amounts`. */
export const shareWords = (share: Share): string =>
  `${shareSize(share)} of the account${'usdt' in share ? '' : ' after fixed amounts'}`;
