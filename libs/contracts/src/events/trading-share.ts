// How much of an exchange account a deployment manages.
import { z } from 'zod';
import { SHARE_USDT_MIN } from '../constants.ts';
import { decimal } from './decimal.ts';

/** An amount of USDT, or a percentage. A deployment without a share manages the whole account. */
export const share = z.union([
  z.object({ usdt: z.number().positive() }),
  z.object({ percent: z.number().positive().max(100) }),
]);
export type Share = z.infer<typeof share>;

/**
 * The USDT that did not come from trading: what the account held, less what these deployments had gained and spent by orders.
 * It changes with deposits, withdrawals and trades by hand only.
 */
export const outsideUsdt = z.object({ usdt: decimal, deployments: z.array(z.string()).max(1_000) });
export type OutsideUsdt = z.infer<typeof outsideUsdt>;

/** The facts that a deployment with a share begins with; without one it manages the whole account. */
export const shareFacts = {
  share: share.optional(),
  /** The amounts that it may use at first; missing when it goes on with what `continues` has left. */
  books: z.record(z.string(), decimal).optional(),
  /** The deployment before it, whose share it keeps. */
  continues: z.string().optional(),
  outside: outsideUsdt.optional(),
} as const;

const TWO_DECIMALS = /^\d+(\.\d\d?)?$/;

const upTo = (least: number, most: number) =>
  z
    .number('SHARE_INVALID')
    .min(least, 'SHARE_INVALID')
    .max(most, 'SHARE_INVALID')
    .refine((value) => TWO_DECIMALS.test(String(value)), 'SHARE_INVALID');

/** A share as a user sets it. */
export const shareInput = z.union(
  [z.strictObject({ usdt: upTo(SHARE_USDT_MIN, 1e12) }), z.strictObject({ percent: upTo(0.01, 100) })],
  'SHARE_INVALID',
);
