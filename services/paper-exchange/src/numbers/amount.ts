// Exact amounts of money and coins: whole numbers of 10^-8, the exchange's finest unit.
import { DECIMALS } from './decimal.ts';

export type Amount = bigint;

const UNIT = 10n ** BigInt(DECIMALS);

export const UNSIGNED_DECIMAL = /^[0-9]{1,20}(\.[0-9]{1,20})?$/;

/** An unsigned decimal as an amount; undefined when it has more than eight decimals. */
export const amountOf = (text: string): Amount | undefined => {
  const [whole = '0', fraction = ''] = text.split('.');
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > DECIMALS) return undefined;
  return BigInt(whole) * UNIT + BigInt(digits.padEnd(DECIMALS, '0'));
};

/** A whole number of 10^-decimals as an amount. */
export const amountOfUnits = (units: number, decimals: number): Amount =>
  BigInt(units) * 10n ** BigInt(DECIMALS - decimals);

/** Always with eight decimals, as the exchange writes it. */
export const textOf = (amount: Amount): string => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(DECIMALS + 1, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
};

/** The product; what is finer than an amount is cut off. */
export const product = (a: Amount, b: Amount): Amount => (a * b) / UNIT;

/** The quotient, rounded down to a multiple of `step`. */
export const quotient = (a: Amount, b: Amount, step: Amount): Amount => {
  const units = (a * UNIT) / b;
  return units - (units % step);
};

export const least = (a: Amount, b: Amount): Amount => (a < b ? a : b);
