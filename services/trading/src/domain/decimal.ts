// Exact sums of amounts that exchanges write as decimal text.

const DIGITS = 18;
const ONE = 10n ** BigInt(DIGITS);

/** True if a text is a decimal number without a sign. */
export const isAmount = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

/** The amount in units of 10⁻¹⁸; throws when it is not a decimal number. */
export const unitsOf = (text: string): bigint => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`not a decimal number: ${text}`);
  const units = BigInt(whole) * ONE + BigInt(fraction.slice(0, DIGITS).padEnd(DIGITS, '0'));
  return sign === '-' ? -units : units;
};

/** Units of 10⁻¹⁸ as decimal text, without trailing zeros. */
export const decimalText = (units: bigint): string => {
  const size = units < 0n ? -units : units;
  const fraction = (size % ONE).toString().padStart(DIGITS, '0').replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${size / ONE}${fraction === '' ? '' : `.${fraction}`}`;
};

/** Rounded down to 18 digits. */
export const multiplyDecimals = (a: string, b: string): string =>
  decimalText((unitsOf(a) * unitsOf(b)) / ONE);
export const addDecimals = (a: string, b: string): string => decimalText(unitsOf(a) + unitsOf(b));
export const subtractDecimals = (a: string, b: string): string => decimalText(unitsOf(a) - unitsOf(b));
