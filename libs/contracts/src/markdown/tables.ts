// Tables: a line of cells over a line of dashes, and the rows below.
import type { Align } from './tokens.ts';

const DASHES = /^(:?)-+(:?)$/;

/** The cells of a line; a `|` after a backslash is text. */
export const cellsOf = (line: string): string[] => {
  const text = line.trim();
  const cells: string[] = [];
  let cell = '';
  for (let at = text.startsWith('|') ? 1 : 0; at < text.length; at += 1) {
    if (text[at] === '\\' && text[at + 1] === '|') {
      cell += '|';
      at += 1;
    } else if (text[at] === '|') {
      cells.push(cell.trim());
      cell = '';
    } else cell += text[at];
  }
  return text.endsWith('|') && cell === '' ? cells : [...cells, cell.trim()];
};

const alignOf = (cell: string): Align | undefined => {
  const dashes = DASHES.exec(cell);
  if (!dashes) return undefined;
  if (dashes[2] === '') return dashes[1] === '' ? null : 'left';
  return dashes[1] === '' ? 'right' : 'center';
};

/** How the columns are aligned, where a table begins at this line; otherwise null. */
export const tableAt = (lines: readonly string[], at: number): readonly Align[] | null => {
  const [head, dashes] = [lines[at], lines[at + 1]];
  if (head === undefined || dashes === undefined || !head.includes('|') || !/^[\s|:-]+$/.test(dashes))
    return null;
  const align = cellsOf(dashes).map(alignOf);
  if (align.includes(undefined) || align.length !== cellsOf(head).length) return null;
  return align as Align[];
};
