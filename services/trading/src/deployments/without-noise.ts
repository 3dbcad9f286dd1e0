// Rounds numbers for answers: sums of binary fractions end in digits that nobody traded.

/** More than any amount of an account needs, and fewer than binary fractions hold. */
const DIGITS = 12;

const rounded = (value: unknown): unknown => {
  if (typeof value === 'number') return Number(value.toPrecision(DIGITS));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rounded(one)]));
};

/** The same with every number in it, however deep, rounded to 12 significant digits. */
export const withoutNoise = <Value extends object>(value: Value): Value => rounded(value) as Value;
