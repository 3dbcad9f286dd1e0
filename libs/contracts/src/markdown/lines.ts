// Lines of Markdown: how far they are indented, and which kinds of block they begin.

const TAB = 4;
/** Text this far to the right is code. */
export const CODE_INDENT = 4;

export const isBlank = (line: string): boolean => line.trim() === '';

/** Columns of white space before the text. */
export const indentOf = (line: string): number => {
  let columns = 0;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === ' ') columns += 1;
    else if (line[at] === '\t') columns += TAB - (columns % TAB);
    else break;
  }
  return columns;
};

/** The line without so many columns of white space at its beginning, or as many as it has. */
export const dedented = (line: string, most: number): string => {
  let [columns, at] = [0, 0];
  while (columns < most && (line[at] === ' ' || line[at] === '\t')) {
    columns += line[at] === ' ' ? 1 : TAB - (columns % TAB);
    at += 1;
  }
  return columns > most ? ' '.repeat(columns - most) + line.slice(at) : line.slice(at);
};

const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^ {0,3}(?:([-+*])|(\d{1,9})([.)]))(?=[ \t]|$)/;

export const isRule = (line: string): boolean => RULE.test(line);

/** The line without the sign of a quotation; undefined where it has none. */
export const quotedIn = (line: string): string | undefined => {
  const sign = QUOTE.exec(line);
  return sign ? line.slice(sign[0].length) : undefined;
};

/** The text of a heading without the signs that may close it. */
export const headingOf = (line: string): { readonly level: number; readonly text: string } | null => {
  const sign = HEADING.exec(line);
  if (!sign?.[1]) return null;
  const text = line.slice(sign[0].length).trim();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  const isClosed = end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t';
  return { level: sign[1].length, text: isClosed ? text.slice(0, end).trimEnd() : text };
};

export type ItemStart = {
  /** `-`, `*`, `+`, `.` or `)`: items of one list have the same. */
  readonly sign: string;
  readonly number: number | null;
  /** Columns before the text of the item, which its later lines have, too. */
  readonly width: number;
  readonly text: string;
};

export const itemOf = (line: string): ItemStart | null => {
  const start = ITEM.exec(line);
  if (!start || isRule(line)) return null;
  const [before, bullet, digits, sign = ''] = start;
  const rest = line.slice(before.length);
  const spaces = indentOf(rest);
  // More than that is code in the item.
  const gap = isBlank(rest) || spaces > CODE_INDENT ? 1 : spaces;
  return {
    sign: bullet ?? sign,
    number: digits === undefined ? null : Number(digits),
    width: before.length + gap,
    text: dedented(rest, gap),
  };
};
