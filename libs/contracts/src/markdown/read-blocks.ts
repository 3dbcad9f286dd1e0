// Reads lines of Markdown into blocks. What lies too deep is text, so neither reading nor drawing runs out of stack.
import { type Fence, fenceOf, openAfter, readFence } from './fences.ts';
import {
  CODE_INDENT,
  dedented,
  headingOf,
  type ItemStart,
  indentOf,
  isBlank,
  isRule,
  itemOf,
  quotedIn,
} from './lines.ts';
import { definitionIn } from './links.ts';
import { readInline } from './read-inline.ts';
import { cellsOf, tableAt } from './tables.ts';
import { type Align, type Block, PARTS_OF_CODE, type Reading } from './tokens.ts';

/** Quotations and lists in one another. */
const DEPTH_MAX = 12;
const LABELS_MAX = 100;

type LineAt = {
  readonly lines: readonly string[];
  readonly at: number;
  readonly depth: number;
  readonly reading: Reading;
};
/** `block` is null where there is none: blank lines, and where labels lead. */
export type Found = {
  readonly block: Block | null;
  readonly next: number;
  /** False where lines that are still to come may change it, wherever they stand. */
  readonly isSettled?: boolean;
};

/** The box of a task at the beginning of an item. */
const TASK = /^\[([ xX])\](?=[ \t])/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

/** A numbered list begins in the middle of a text only with its first number. */
const interrupts = (item: ItemStart | null): boolean =>
  item !== null && item.text.trim() !== '' && (item.number === null || item.number <= 1);

/** True if a paragraph ends before this line. */
const beginsBlock = ({ lines, depth }: Omit<LineAt, 'at'>, at: number): boolean => {
  const line = lines[at] ?? '';
  if (isBlank(line)) return true;
  if (indentOf(line) >= CODE_INDENT) return false;
  if (headingOf(line) || isRule(line) || fenceOf(line) || tableAt(lines, at)) return true;
  return depth < DEPTH_MAX && (quotedIn(line) !== undefined || interrupts(itemOf(line)));
};

const readParagraph = ({ at, ...place }: LineAt): Found => {
  const { lines, reading } = place;
  const words = [(lines[at] ?? '').trimStart()];
  const text = () => words.join('\n').trimEnd();
  for (let next = at + 1; ; next += 1) {
    const line = lines[next] ?? '';
    const underline = next < lines.length ? UNDERLINE.exec(line)?.[1] : undefined;
    if (underline) {
      const level = underline.startsWith('=') ? 1 : 2;
      return { block: { kind: 'heading', level, parts: readInline(text(), reading) }, next: next + 1 };
    }
    if (next >= lines.length || beginsBlock(place, next))
      return { block: { kind: 'paragraph', parts: readInline(text(), reading) }, next };
    words.push(line.trimStart());
  }
};

const readIndented = ({ lines, at }: LineAt): Found => {
  let next = at;
  let end = at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (isBlank(line)) continue;
    if (indentOf(line) < CODE_INDENT) break;
    end = next + 1;
  }
  const code = lines.slice(at, end).map((line) => dedented(line, CODE_INDENT));
  return {
    block: { kind: 'code', code: code.join('\n'), tag: '', isClosed: next < lines.length },
    next: end,
  };
};

const readTable = ({ at, ...place }: LineAt, align: readonly Align[]): Found => {
  const { lines, reading } = place;
  const { budget } = reading;
  /** As many cells as the head has. */
  const rowOf = (line: string) => {
    const cells = cellsOf(line);
    budget.left -= align.length;
    return align.map((_, column) => readInline(cells[column] ?? '', reading));
  };
  const head = rowOf(lines[at] ?? '');
  const rows: ReturnType<typeof rowOf>[] = [];
  let next = at + 2;
  for (; next < lines.length && budget.left >= 0 && !beginsBlock(place, next); next += 1)
    rows.push(rowOf(lines[next] ?? ''));
  return { block: { kind: 'table', align, head, rows }, next };
};

/** True if a line without the sign of a quotation or the indent of an item goes on with the paragraph in it. */
const goesOn = (
  place: Omit<LineAt, 'at'>,
  at: number,
  last: string | undefined,
  fence: Fence | null,
): boolean => {
  if (fence !== null || last === undefined || isBlank(last) || beginsBlock({ ...place, depth: 0 }, at))
    return false;
  return !headingOf(last) && !isRule(last) && !fenceOf(last) && indentOf(last) < CODE_INDENT;
};

const readQuote = ({ at, ...place }: LineAt): Found => {
  const inner: string[] = [];
  let fence: Fence | null = null;
  let next = at;
  for (; next < place.lines.length; next += 1) {
    const line = place.lines[next] ?? '';
    const quoted = quotedIn(line);
    if (quoted === undefined && !goesOn(place, next, inner.at(-1), fence)) break;
    inner.push(quoted ?? line);
    fence = openAfter(fence, quoted ?? line);
  }
  const { blocks } = readBlocks(inner, place.depth + 1, place.reading);
  return { block: { kind: 'quote', blocks }, next };
};

type ItemLines = { readonly lines: readonly string[]; readonly next: number };

/** The lines of an item, without its sign and indent, and the line after the last that has text. */
const itemLines = ({ at, ...place }: LineAt, item: ItemStart): ItemLines => {
  const inner = [item.text.replace(TASK, (_, sign: string) => (sign === ' ' ? '☐' : '☑'))];
  let fence = openAfter(null, item.text);
  let end = at + 1;
  for (let next = at + 1; next < place.lines.length; next += 1) {
    const line = place.lines[next] ?? '';
    if (isBlank(line)) {
      // An item that begins with a blank line ends with the next.
      if (inner.length === 1 && isBlank(item.text)) break;
      inner.push('');
      continue;
    }
    const isInside = indentOf(line) >= item.width;
    if (!isInside && (itemOf(line) || !goesOn(place, next, inner.at(-1), fence))) break;
    const text = isInside ? dedented(line, item.width) : line.trimStart();
    inner.push(text);
    fence = openAfter(fence, text);
    end = next + 1;
  }
  return { lines: inner.slice(0, end - at), next: end };
};

const readList = (place: LineAt, first: ItemStart): Found => {
  const { lines, depth, reading } = place;
  const items: (readonly Block[])[] = [];
  let isTight = true;
  let next = place.at;
  for (let item: ItemStart | null = first; item !== null && reading.budget.left >= 0; ) {
    const found = itemLines({ ...place, at: next }, item);
    const { blocks, hasGap } = readBlocks(found.lines, depth + 1, reading);
    items.push(blocks);
    reading.budget.left -= 1;
    next = found.next;
    let after = next;
    while (after < lines.length && isBlank(lines[after] ?? '')) after += 1;
    const following = indentOf(lines[after] ?? '') < CODE_INDENT ? itemOf(lines[after] ?? '') : null;
    item = following?.sign === first.sign ? following : null;
    if (hasGap || (item !== null && after > next)) isTight = false;
    if (item !== null) next = after;
  }
  return { block: { kind: 'list', start: first.number, isTight, items }, next };
};

/** Labels beyond the most are no labels. */
const definesLabel = ({ lines, at, reading }: LineAt): boolean => {
  const { labels } = reading;
  const definition = definitionIn(lines[at] ?? '');
  if (!definition || labels.size >= LABELS_MAX) return false;
  if (!labels.has(definition.label)) labels.set(definition.label, definition.href);
  return true;
};

/** The block at a line. */
export const readBlock = (place: LineAt): Found => {
  const { lines, at, depth, reading } = place;
  const line = lines[at] ?? '';
  if (isBlank(line)) return { block: null, next: at + 1 };
  const isIndented = indentOf(line) >= CODE_INDENT;
  const fence = isIndented ? null : fenceOf(line);
  reading.budget.left -= isIndented || fence ? PARTS_OF_CODE : 1;
  if (isIndented) return readIndented(place);
  if (fence) return readFence(lines, at, fence);
  const heading = headingOf(line);
  if (heading) {
    const { level, text } = heading;
    return { block: { kind: 'heading', level, parts: readInline(text, reading) }, next: at + 1 };
  }
  if (isRule(line)) return { block: { kind: 'rule' }, next: at + 1 };
  if (depth < DEPTH_MAX) {
    if (quotedIn(line) !== undefined) return readQuote(place);
    const item = itemOf(line);
    if (item) return readList(place, item);
  }
  const align = tableAt(lines, at);
  if (align) return readTable(place, align);
  return definesLabel(place) ? { block: null, next: at + 1 } : readParagraph(place);
};

/** All blocks of these lines, and whether there is a blank line between two of them. */
const readBlocks = (
  lines: readonly string[],
  depth: number,
  reading: Reading,
): { readonly blocks: readonly Block[]; readonly hasGap: boolean } => {
  const blocks: Block[] = [];
  let hasGap = false;
  let isAfterBlank = false;
  for (let at = 0; at < lines.length && reading.budget.left >= 0; ) {
    const { block, next } = readBlock({ lines, at, depth, reading });
    if (block) {
      if (isAfterBlank && blocks.length > 0) hasGap = true;
      blocks.push(block);
    }
    isAfterBlank = isBlank(lines[next - 1] ?? '');
    at = next;
  }
  return { blocks, hasGap };
};
