// The reader of Markdown that agents and browser share: what a reply shows, says, claims and has as code are one.
export { type Fence, openAfter } from './fences.ts';
export { blocksText, codeBlocksOf, proseOf, spokenText } from './plain-text.ts';
export { isPython, mayBePython } from './python-code.ts';
export { openMarkdownReader, readMarkdown } from './reader.ts';
export type { Block, CodeBlock, Inline } from './tokens.ts';
