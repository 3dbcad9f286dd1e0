// A reply's Markdown without its signs, and its blocks of code: from the same tokens as are drawn.
import type { Markdown } from './reader.ts';
import type { Block, CodeBlock, Inline } from './tokens.ts';

const inlineText = (parts: readonly Inline[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part.kind === 'break') return '\n';
      return part.kind === 'code' ? part.text : inlineText(part.parts);
    })
    .join('');

type CodeText = (block: CodeBlock) => string;
const WITHOUT_CODE: CodeText = () => '';

const blockText = (block: Block, codeText: CodeText): string => {
  switch (block.kind) {
    case 'code':
      return codeText(block);
    case 'rule':
      return '';
    case 'quote':
      return blocksText(block.blocks, codeText);
    case 'list':
      return block.items.map((item) => blocksText(item, codeText)).join('\n');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(inlineText).join(' | ')).join('\n');
    default:
      return inlineText(block.parts);
  }
};

/** The text of blocks, a line or more for each; code is left out by default. */
export const blocksText = (blocks: readonly Block[], codeText = WITHOUT_CODE): string =>
  blocks.map((block) => blockText(block, codeText)).join('\n');

/** All that a reply says, without code. */
export const proseOf = ({ blocks, rest }: Markdown): string => `${blocksText(blocks)}\n${rest}`.trim();

/** A reply as a screen reader says it: code is named, not spelled. */
export const spokenText = ({ blocks, rest }: Markdown): string =>
  `${blocksText(blocks, () => 'Code.')}\n${rest}`.replaceAll(' | ', ' ').replace(/\s+/g, ' ').trim();

/** The blocks of code, wherever they stand. */
export const codeBlocksOf = (blocks: readonly Block[]): CodeBlock[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'code') return [block];
    if (block.kind === 'quote') return codeBlocksOf(block.blocks);
    return block.kind === 'list' ? block.items.flatMap(codeBlocksOf) : [];
  });
