// Amounts in VUT and USD, and amounts, shares and codes as the sentences of a timeline write them.
import { ERRORS, type ErrorCode, MICRO_VUT_PER_VUT, type RefusalData } from '@tradeium/contracts';

const CENTS = 100;

/** 10⁻⁶ VUT to VUT; sums may be below zero. */
export const vutOf = (microVut: number): number => microVut / MICRO_VUT_PER_VUT;
/** Cents to USD. */
export const usdOf = (cents: number): number => cents / CENTS;

const numeral = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits });

/** An amount of 10⁻⁶ VUT. */
export const vutWords = (microVut: number): string => `${numeral(vutOf(microVut), 6)} VUT`;

/** An amount of cents. */
export const usdWords = (cents: number): string => {
  const digits = cents % CENTS === 0 ? 0 : 2;
  return `${usdOf(cents).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} USD`;
};

/** An amount of USDT, as a number or in decimals. */
export const usdtWords = (usdt: number | string): string => `${numeral(Number(usdt), 2)} USDT`;

/** A fraction: 0.5 is 50 %. */
export const percentWords = (fraction: number): string => `${numeral(fraction * 100, 2)} %`;

export const countWords = (count: number, one: string, many = `${one}s`): string =>
  `${numeral(count, 0)} ${count === 1 ? one : many}`;

/** A name that a program wrote, such as `strategy_agent`. */
export const nameWords = (name: string): string => name.replaceAll('_', ' ').replaceAll('-', ' ');

const refusalWords = (code: ErrorCode, data: RefusalData): string =>
  ERRORS[code].detail.replace(/\{(\w+)\}/g, (_, name: string) => String(data[name] ?? '…'));

/** The meaning of a stored code: the text of today's catalogue, or the code itself where it is not in there any more. */
export const codeWords = (code: string, data: RefusalData = {}): string =>
  Object.hasOwn(ERRORS, code) ? refusalWords(code as ErrorCode, data) : nameWords(code).toLowerCase();
