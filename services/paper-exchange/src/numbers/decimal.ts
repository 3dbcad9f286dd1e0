// The exchange's notation of amounts: strings with eight decimals.

export const DECIMALS = 8;

const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
const PADDING = POWERS_OF_TEN.map(
  (_, decimals) => `${decimals === 0 ? '.' : ''}${'0'.repeat(DECIMALS - decimals)}`,
);

/** 10 to the power of 0 to 8, exactly. */
export const powerOfTen = (exponent: number): number => {
  const power = POWERS_OF_TEN[exponent];
  if (power === undefined) throw new RangeError(`no power of ten for ${exponent}`);
  return power;
};

/** A whole number of 10^-decimals (8 at most) as a string, without loss. */
export const decimalString = (units: number, decimals: number): string =>
  (units / powerOfTen(decimals)).toFixed(decimals) + PADDING[decimals];

export const ZERO = decimalString(0, 0);
