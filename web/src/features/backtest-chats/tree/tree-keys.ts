// Where a key leads in a tree of lines, as the ARIA practices for trees ask for.

/** A line that can be seen; `level` counts from 1. */
export type TreeLine = { readonly level: number; readonly name: string };

const parentOf = (lines: readonly TreeLine[], at: number): number => {
  const level = lines[at]?.level ?? 1;
  return lines.findLastIndex((line, index) => index < at && line.level < level);
};

/**
 * The line to go to from the line `at`; undefined when the key leads nowhere. Opening and closing come first, so Left
 * means the parent here, and Right the first child.
 */
export const lineAfterKey = (lines: readonly TreeLine[], at: number, key: string): number | undefined => {
  const wanted = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: lines.length - 1,
    ArrowLeft: parentOf(lines, at),
    ArrowRight: (lines[at + 1]?.level ?? 0) > (lines[at]?.level ?? 0) ? at + 1 : -1,
  }[key];
  return wanted !== undefined && wanted in lines ? wanted : undefined;
};

/**
 * The next line whose name starts with the typed text, ignoring case. A first letter moves on from the current line;
 * further letters may stay on it. The search wraps around; undefined when no line matches.
 */
export const lineStartingWith = (
  lines: readonly TreeLine[],
  at: number,
  typed: string,
): number | undefined => {
  const first = typed.length === 1 ? at + 1 : at;
  const order = lines.map((_, index) => (first + index) % lines.length);
  return order.find((index) => lines[index]?.name.toLowerCase().startsWith(typed.toLowerCase()));
};
