// Credits as integers of 10⁻⁶ VUT, branded so that no plain number passes for an amount.
import type { z } from 'zod';
import { MICRO_VUT_PER_VUT } from './constants.ts';
import type { microVutOrZero } from './money-schema.ts';

/** An amount of credits in 10⁻⁶ VUT: a safe integer. */
export type MicroVut = z.infer<typeof microVutOrZero>;

/** Brands an integer of 10⁻⁶ VUT as an amount; throws when it isn't one. */
export const microVutOf = (amount: number): MicroVut => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an amount of 10⁻⁶ VUT: ${amount}`);
  return amount as MicroVut;
};

/** Whole or fractional VUT to 10⁻⁶ VUT; throws beyond six decimals. */
export const fromVut = (vut: number): MicroVut => {
  const scaled = Math.round(vut * MICRO_VUT_PER_VUT);
  if (Math.abs(scaled / MICRO_VUT_PER_VUT - vut) > 1e-9)
    throw new RangeError(`more than six decimals: ${vut}`);
  return microVutOf(scaled);
};

/** 10⁻⁶ VUT to VUT, for answers and screens only. */
export const toVut = (amount: MicroVut): number => amount / MICRO_VUT_PER_VUT;

export const addMicroVut = (a: MicroVut, b: MicroVut): MicroVut => microVutOf(a + b);
export const subtractMicroVut = (a: MicroVut, b: MicroVut): MicroVut => microVutOf(a - b);

export const ZERO_MICRO_VUT = microVutOf(0);
