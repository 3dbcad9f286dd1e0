// How much of the account a deployment is to manage, as it is typed, and as it is sent.
import { SHARE_USDT_MIN, type Share } from '@tradeium/contracts';
import { numberOf } from '../control/mandate-values.ts';

export const SHARE_KINDS = ['keep', 'all', 'usdt', 'percent'] as const;

export type ShareValues = {
  /** `keep`: what the replaced deployment has. */
  shareKind: (typeof SHARE_KINDS)[number];
  shareUsdt: string;
  sharePercent: string;
};

const TWO_DECIMALS = /^\d+(\.\d\d?)?$/;

const isWithin = (text: string, least: number, most: number): boolean => {
  const number = numberOf(text);
  return number !== null && number >= least && number <= most && TWO_DECIMALS.test(String(number));
};

/** The problems of values that cannot be sent, by field. */
export const shareProblems = ({
  shareKind,
  shareUsdt,
  sharePercent,
}: ShareValues): Record<string, string> => {
  if (shareKind === 'usdt' && !isWithin(shareUsdt, SHARE_USDT_MIN, 1e12))
    return { shareUsdt: `Enter an amount of at least ${SHARE_USDT_MIN} USDT, with two decimals at most` };
  if (shareKind === 'percent' && !isWithin(sharePercent, 0.01, 100))
    return { sharePercent: 'Enter a percentage from 0.01 to 100, with two decimals at most' };
  return {};
};

/** Null: everything; undefined: what the replaced deployment has. */
export const shareOf = ({ shareKind, shareUsdt, sharePercent }: ShareValues): Share | null | undefined => {
  switch (shareKind) {
    case 'keep':
      return undefined;
    case 'all':
      return null;
    case 'usdt':
      return { usdt: numberOf(shareUsdt) ?? 0 };
    case 'percent':
      return { percent: numberOf(sharePercent) ?? 0 };
  }
};

/** The USDT that a percentage begins with; null while that is not known. */
export const usdtOfPercent = (text: string, free: number | null, left: number | null): number | null => {
  const percent = numberOf(text);
  if (free === null || left === null || percent === null || !(percent > 0 && percent <= left)) return null;
  return (free * percent) / left;
};
