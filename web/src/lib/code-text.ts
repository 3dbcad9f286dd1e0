// Compares texts of code: line breaks and a byte order mark are no difference, and a change is where two texts diverge.

const BREAK = /\r\n?/g;

/** As it is saved, with one kind of line end. */
const plain = (code: string): string => code.replace(/^\uFEFF/, '').replace(BREAK, '\n');

/** True if two texts are the same code, however their lines end, and with a byte order mark or without. */
export const isSameCode = (a: string, b: string): boolean => a === b || plain(a) === plain(b);

/** True if two texts are one strategy: blank lines around it make no difference. */
export const isSameStrategy = (a: string, b: string): boolean => isSameCode(a.trim(), b.trim());

/** Code with \n line ends, converted to the line ends of its original text. */
export const withBreaksOf = (origin: string, code: string): string =>
  origin.includes('\r\n') ? code.replaceAll('\n', '\r\n') : code;

/** The one change that turns `before` into `after`: the part between their common start and end. */
export const differenceOf = (before: string, after: string) => {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
};

/** How many characters of work lie between two texts. */
export const distanceOf = (before: string, after: string): number => {
  const { from, to, insert } = differenceOf(before, after);
  return Math.max(to - from, insert.length);
};

/** Characters that show code in another order than it runs in ("Trojan Source", CVE-2021-42574). */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;
/** Signs that stand for bytes that are not text, and for the end of a text in other languages. */
const UNREADABLE = /[\0\ufffd]/;

const linesWith = (pattern: RegExp, code: string): number[] =>
  pattern.test(code)
    ? code.split(/\r\n?|\n/).flatMap((line, index) => (pattern.test(line) ? [index + 1] : []))
    : [];

export type CodeWarning = { readonly kind: 'turning' | 'unreadable'; readonly lines: readonly number[] };

/** The characters of a code that a reader cannot see, with the lines where they are, counted from 1. */
export const codeWarnings = (code: string): CodeWarning[] =>
  (
    [
      { kind: 'turning', lines: linesWith(TURNING, code) },
      { kind: 'unreadable', lines: linesWith(UNREADABLE, code) },
    ] as const
  ).filter(({ lines }) => lines.length > 0);
