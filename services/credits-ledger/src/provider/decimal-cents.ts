// Amounts of dollars between the provider's decimals and our cents, without a rounding on the way.

/** Cents of a decimal number as it was written, `25`, `25.5` or `25.500`; null when it is no whole number of cents. */
export const centsOf = (decimal: string): number | null => {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,30}))?$/.exec(decimal) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(2))) return null;
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
};

/** Cents as a decimal number of dollars. */
export const dollarsOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
