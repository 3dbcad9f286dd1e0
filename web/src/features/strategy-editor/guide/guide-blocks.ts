// Reads the authors' page, written in Markdown, into the blocks that are drawn: no more of Markdown than the page uses.

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'list';
      /** The first item's number; null for a list without numbers. */
      readonly start: number | null;
      readonly items: readonly string[];
    }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

const FENCE = '```';
const HEADING = /^(#{1,6}) (.+)$/;
const ITEM = /^(?:-|(\d+)\.) (.+)$/;

const joined = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(' ');

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

const tableOf = (lines: readonly string[]): Block => {
  const [head = [], , ...rows] = lines.map(cellsOf);
  return { kind: 'table', head, rows };
};

/** An item continues on the lines that don't begin another one. */
const listOf = (lines: readonly string[]): Block => {
  const items: string[][] = [];
  for (const line of lines) {
    const text = ITEM.exec(line)?.[2];
    if (text === undefined) items.at(-1)?.push(line);
    else items.push([text]);
  }
  const number = ITEM.exec(lines[0] ?? '')?.[1];
  return { kind: 'list', start: number === undefined ? null : Number(number), items: items.map(joined) };
};

const blockOf = (lines: readonly string[]): Block => {
  const first = lines[0] ?? '';
  const [, marks, text] = HEADING.exec(first) ?? [];
  if (marks && text) return { kind: 'heading', level: marks.length, text };
  if (first.startsWith('|')) return tableOf(lines);
  return ITEM.test(first) ? listOf(lines) : { kind: 'paragraph', text: joined(lines) };
};

export const guideBlocks = (markdown: string): readonly Block[] => {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let code: string[] | null = null;
  const end = () => {
    if (lines.length > 0) blocks.push(blockOf(lines));
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    if (line.startsWith(FENCE)) {
      end();
      if (code !== null) blocks.push({ kind: 'code', text: code.join('\n') });
      code = code === null ? [] : null;
    } else if (code !== null) code.push(line);
    else if (line.trim() === '') end();
    else lines.push(line);
  }
  end();
  return blocks;
};
