// Reads the Markdown of a reply, as it grows: what is closed is read once. What is beyond a budget stays plain text.
import { type Found, readBlock } from './read-blocks.ts';
import type { Block, Reading } from './tokens.ts';

/** Longer than any reply that a model has written of its own accord. */
const MARKDOWN_CHARACTERS_MAX = 100_000;
/** Blocks, cells, and parts with a meaning of their own: what a page draws without a pause. */
const MARKDOWN_PARTS_MAX = 5_000;

export type Markdown = {
  readonly blocks: readonly Block[];
  /** The text after them, beyond the budget. */
  readonly rest: string;
};

/** The same reader reads the same text again when more of it has come. */
type MarkdownReader = { readonly read: (text: string) => Markdown };

/** A block, where its text begins, and the budget after it. */
type Placed = {
  readonly block: Block;
  readonly line: number;
  readonly start: number;
  readonly left: number;
  readonly isSettled: boolean;
};

/** Blocks that nothing that follows can change, and the text that they were read from. */
type Closed = { readonly text: string; readonly blocks: readonly Block[]; readonly left: number };

const NOTHING: Closed = { text: '', blocks: [], left: MARKDOWN_PARTS_MAX };
/** A line is read with the one after it in sight, and the last one may go on. */
const LINES_OPEN = 2;

const linesOf = (text: string, from: number) => {
  const [lines, starts]: [string[], number[]] = [[], []];
  for (let start = from; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    lines.push(text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end));
    starts.push(start);
    start = end + 1;
  }
  return { lines, starts };
};

/** Reads on from what is closed; stops where the budget ends, whose last block is then dropped. */
const readOn = (text: string, closed: Closed, labels: Reading['labels']) => {
  const budget = { left: closed.left };
  const { lines, starts } = linesOf(text, closed.text.length);
  const placed: Placed[] = [];
  for (let at = 0; at < lines.length; ) {
    const {
      block,
      next,
      isSettled = true,
    }: Found = readBlock({ lines, at, depth: 0, reading: { labels, budget } });
    const start = starts[at] ?? text.length;
    if (budget.left < 0) return { placed, lines, restAt: start };
    if (block) placed.push({ block, line: at, start, left: budget.left, isSettled });
    at = next;
  }
  return { placed, lines, restAt: undefined };
};

/** All blocks before the last one that begins where no line is open, and before one that is not settled. */
const closedBy = (text: string, closed: Closed, { placed, lines }: ReturnType<typeof readOn>): Closed => {
  const open = placed.findIndex(({ isSettled }) => !isSettled);
  const complete = placed.findLastIndex(({ line }) => line < lines.length - LINES_OPEN);
  const last = open < 0 ? complete : Math.min(complete, open);
  const before = placed[last - 1];
  const first = placed[last];
  if (!before || !first) return closed;
  const blocks = [...closed.blocks, ...placed.slice(0, last).map(({ block }) => block)];
  return { text: text.slice(0, first.start), blocks, left: before.left };
};

export const openMarkdownReader = (): MarkdownReader => {
  let closed = NOTHING;
  let labels: Reading['labels'] = new Map();
  return {
    read: (text) => {
      if (!text.startsWith(closed.text)) {
        closed = NOTHING;
        labels = new Map();
      }
      const short = text.slice(0, MARKDOWN_CHARACTERS_MAX);
      const known = labels.size;
      let read = readOn(short, closed, labels);
      // A label is also meant before the line that says where it leads.
      if (labels.size > known) {
        closed = NOTHING;
        read = readOn(short, closed, labels);
      }
      const { placed, restAt } = read;
      const isCut = restAt === undefined && short.length < text.length;
      const last = isCut ? placed.pop() : undefined;
      const before = closed.blocks;
      closed = closedBy(short, closed, read);
      const rest = text.slice(restAt ?? last?.start ?? (isCut ? short.length : text.length));
      return { blocks: [...before, ...placed.map(({ block }) => block)], rest };
    },
  };
};

export const readMarkdown = (text: string): Markdown => openMarkdownReader().read(text);
