// Converts dollar amounts between the provider's decimals and our cents without rounding.

/** The cents in a decimal number such as `25`, `25.5` or `25.500`; null when they are not a whole number. */
export const centsOf = (decimal: string): number | null => {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,30}))?$/.exec(decimal) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(2))) return null;
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
};

/** Cents as a decimal number of dollars. */
export const dollarsOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
