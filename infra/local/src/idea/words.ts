// A message as words that readers take: lower case, numbers as digits, periods in days, coins as tickers, slips mended.
import type { Period } from './idea.ts';
import { canonical, FILLER, saysNumber, tickerOf } from './vocabulary.ts';

/** More than any idea needs; what is beyond is not read, and is said to be left out. */
const CHARACTERS_MAX = 3_000;
const PHRASES_MAX = 6;

type Word = { readonly text: string; readonly from: number; readonly to: number };

const TOKEN = /\d+(?:[.,]\d+)*|\p{L}+(?:['’]\p{L}+)*|[^\s\p{L}\d]/gu;
const DROPPED = /^[()[\]{}"“”„'’`*_~#–—-]$/;
const STOPS = new Set(['.', ';', ',', ':']);

const DAYS_IN: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['d', 'day', 'days', 'session', 'sessions'].map((unit) => [unit, 1])),
  ...Object.fromEntries(['w', 'wk', 'wks', 'week', 'weeks'].map((unit) => [unit, 7])),
  ...Object.fromEntries(['m', 'mo', 'mos', 'mth', 'month', 'months'].map((unit) => [unit, 30])),
  ...Object.fromEntries(['quarter', 'quarters'].map((unit) => [unit, 91])),
  ...Object.fromEntries(['y', 'yr', 'yrs', 'year', 'years'].map((unit) => [unit, 365])),
};
const HOURS = new Set(['h', 'hr', 'hrs', 'hour', 'hours']);
const BARS = new Set(['bar', 'bars', 'candle', 'candles', 'period', 'periods']);
const RECENT = new Set(['last', 'past', 'previous', 'prior', 'trailing']);
/** Before "a week" these make it a length, not a schedule. */
const SPANS = new Set(['in', 'over', 'within', 'during', 'for', 'past']);
const SINGLE = new Set(['week', 'month', 'quarter', 'year']);
const SHARES: Readonly<Record<string, string>> = {
  half: '50%',
  third: '33.33%',
  quarter: '25%',
  fifth: '20%',
};

/** "10,5" and "10.5" are one number; "1,000" is another. */
const digitsOf = (text: string): string =>
  text.includes(',') ? (/,\d{3}$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.')) : text;

const rawWords = (raw: string): Word[] =>
  [...raw.matchAll(TOKEN)].flatMap(({ 0: token, index }) => {
    const at = { from: index, to: index + token.length };
    if (DROPPED.test(token)) return [];
    if (/^\d/.test(token)) return [{ text: digitsOf(token), ...at }];
    if (token === '!' || token === '?') return [{ text: '.', ...at }];
    const plain = token.replaceAll('’', "'").replace(/'s$/i, '');
    const ticker = tickerOf(plain);
    return [
      { text: ticker === undefined ? canonical(plain.toLowerCase()) : `$${ticker.toLowerCase()}`, ...at },
    ];
  });

const isNumber = (word: Word | undefined): word is Word =>
  word !== undefined && /^\d+(\.\d+)?$/.test(word.text);

/** The word that two words make, such as "90" and "day". */
const joined = (one: Word, two: Word | undefined, before: Word | undefined): string | undefined => {
  if (two === undefined) return undefined;
  if (isNumber(one)) {
    const days = DAYS_IN[two.text];
    if (days !== undefined) return `${Math.round(Number(one.text) * days)}d`;
    if (HOURS.has(two.text)) return `${one.text}h`;
    if (BARS.has(two.text)) return `${one.text}b`;
    if (two.text === '%') return `${one.text}%`;
    if (two.text === 'x') return `${one.text}x`;
  }
  const isSpan =
    RECENT.has(one.text) || ((one.text === 'a' || one.text === '1') && SPANS.has(before?.text ?? ''));
  if (isSpan && SINGLE.has(two.text)) return `${DAYS_IN[two.text]}d`;
  const isShare = SHARES[two.text] !== undefined && (one.text === 'a' || one.text === '1');
  return isShare && before?.text !== 'every' && before?.text !== 'once' ? SHARES[two.text] : undefined;
};

/** "200dma" is two words: 200 days, and their average. */
const AVERAGE_OF = /^(d|w)(ma|sma|ema)$/;

const wordsOf = (raw: string): Word[] => {
  const words = rawWords(raw).flatMap((word) => {
    const original = raw.slice(word.from, word.to).toLowerCase();
    const glued = AVERAGE_OF.exec(original) ?? (original === 'dma' ? ['', 'd', 'sma'] : null);
    if (!glued) return [word];
    return [
      { ...word, text: String(glued[1]) },
      { ...word, text: glued[2] === 'ema' ? 'ema' : 'avg' },
    ];
  });
  const result: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [word, next] = [words[at] as Word, words[at + 1]];
    const text = joined(word, next, words[at - 1]);
    if (text !== undefined && next) {
      result.push({ text, from: word.from, to: next.to });
      at += 1;
    } else result.push(word);
  }
  return result.map((word, at) =>
    word.text === 'half' && isOfCoin(result, at) ? { ...word, text: '50%' } : word,
  );
};

/** "Half bitcoin", "half in ETH". */
const isOfCoin = (words: readonly Word[], at: number): boolean => {
  const [next, after] = [words[at + 1]?.text ?? '', words[at + 2]?.text ?? ''];
  return next.startsWith('$') || (['in', 'into', 'of'].includes(next) && after.startsWith('$'));
};

export type Message = {
  /** The text that no reader has taken yet; dots stand for what one has taken. */
  readonly rest: () => string;
  /** Takes the first place that matches, and returns its text. */
  readonly take: (pattern: RegExp) => string | undefined;
  /** Marks the first place that matches as understood to be something that is not done. */
  readonly leave: (pattern: RegExp) => void;
  /** The phrases that no reader took, as they were written; those with numbers first. */
  readonly leftOut: () => string[];
};

/** Opens a message for readers. Patterns see words with one blank between them, and one at each end. */
export const openMessage = (text: string): Message => {
  const whole = text.normalize('NFKC');
  const raw = whole.slice(0, CHARACTERS_MAX);
  const words = wordsOf(raw);
  let rest = ` ${words.map((word) => word.text).join(' ')} `;
  const marked = (pattern: RegExp, mark: string): string | undefined => {
    const found = pattern.exec(rest);
    if (!found || found[0].trim() === '') return undefined;
    const [taken] = found;
    rest = rest.slice(0, found.index) + taken.replace(/\S/g, mark) + rest.slice(found.index + taken.length);
    return taken.trim();
  };
  const take = (pattern: RegExp): string | undefined => marked(pattern, '·');
  const leave = (pattern: RegExp): void => void marked(pattern, '×');
  const leftOut = (): string[] => {
    const phrases: { from: number; to: number }[] = [];
    let open: { from: number; to: number } | undefined;
    let at = 1;
    for (const { text: word, from, to } of words) {
      const isTaken = rest[at] === '·';
      const isRefused = rest[at] === '×';
      at += word.length + 1;
      if (isTaken || STOPS.has(word)) open = undefined;
      else if (isRefused || !isFiller(word, raw.slice(from, to))) {
        if (open) open.to = to;
        else {
          open = { from, to };
          phrases.push(open);
        }
      }
    }
    const said = [
      ...new Set(phrases.map((phrase) => raw.slice(phrase.from, phrase.to).replace(/\s+/g, ' '))),
    ];
    said.sort((a, b) => Number(saysNumber(b)) - Number(saysNumber(a)));
    const more = said.length > PHRASES_MAX || whole.length > raw.length;
    return [...said.slice(0, PHRASES_MAX), ...(more ? ['what follows'] : [])];
  };
  return { rest: () => rest, take, leave, leftOut };
};

/** "The one" says nothing by itself; any other number does. */
const isFiller = (word: string, raw: string): boolean =>
  FILLER.has(word) ||
  FILLER.has(raw.toLowerCase()) ||
  !/[\p{L}\d]/u.test(word) ||
  raw.toLowerCase() === 'one';

/** A period of any length, in patterns. */
export const PERIOD = '\\d+(?:\\.\\d+)?[dhb]';
export const PERCENT = '\\d+(?:\\.\\d+)?%';
export const NUMBER = '\\d+(?:\\.\\d+)?';

/** As long as there are candles. */
export const EVER: Period = { count: 1_000, unit: 'days' };

const BARS_MAX = 2_000;
const UNITS = { d: 'days', h: 'hours', b: 'bars' } as const;

/** The periods of a text that was taken, in their order. */
export const periodsIn = (text: string): Period[] =>
  [...text.matchAll(/(?<![\w.])(\d+(?:\.\d+)?)([dhb])(?!\w)/g)]
    .map(([, count, unit]) => ({ count: Number(count), unit: UNITS[unit as keyof typeof UNITS] }))
    .filter(({ count }) => count >= 1 && count <= BARS_MAX);

export const periodIn = (text: string): { readonly period?: Period } => {
  const [period] = periodsIn(text);
  return period === undefined ? {} : { period };
};

/** Percentages as shares of 1. */
export const sharesIn = (text: string): number[] =>
  [...text.matchAll(/(\d+(?:\.\d+)?)%/g)].map(([, percent]) => Math.round(Number(percent) * 1e4) / 1e6);

/** Numbers that are neither percentages nor periods. */
export const numbersIn = (text: string): number[] =>
  [...text.matchAll(/(?<![\w.$])\d+(?:\.\d+)?(?![\w.%])/g)].map(([number]) => Number(number));

export const tickersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$(\w+)/g)].map(([, name]) => String(name).toUpperCase())),
];
