// Reading as a reply grows, within a budget, in time proportional to the text: whatever a model may write.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Block,
  blocksText,
  codeBlocksOf,
  type Inline,
  openMarkdownReader,
  readMarkdown,
} from './markdown.ts';

const LONG = 100_000;
const filled = (part: string): string => part.repeat(Math.ceil(LONG / part.length)).slice(0, LONG);
const mirrored = (opening: string, closing: string, count = 10_000): string =>
  `${opening.repeat(count)}a${closing.repeat(count)}`;

const inlineDepth = (parts: readonly Inline[]): number =>
  1 +
  Math.max(
    0,
    ...parts.map((part) => (typeof part === 'object' && 'parts' in part ? inlineDepth(part.parts) : 0)),
  );
const depthOf = (blocks: readonly Block[]): number =>
  1 +
  Math.max(
    0,
    ...blocks.map((block) => {
      if (block.kind === 'quote') return depthOf(block.blocks);
      if (block.kind === 'list') return Math.max(...block.items.map(depthOf));
      return 'parts' in block ? inlineDepth(block.parts) : 0;
    }),
  );

/** Each once took a reader of Markdown seconds or minutes, or all of its stack. */
const HARD: readonly string[] = [
  ...['*a_', '*a **b ', 'a**', '_a ', '~~a', '~a ', '*', '***', 'a_b*', '**😀**a'].map(filled),
  ...[
    'a.',
    '@',
    'a@',
    'http://a.',
    'http://a(',
    'www.a ',
    'www.a',
    'mailto:',
    '<https://a',
    '<a ',
    '<',
    '<!--',
  ].map(filled),
  ...[
    '[',
    ']',
    '[a](',
    '[a](<b',
    '[a](b "',
    '[a][b]',
    '![',
    '![a](',
    '![[]()',
    '[a]: b\n',
    '`a',
    '\\',
    '&',
    '&amp;',
  ].map(filled),
  ...[
    '> ',
    '>',
    '- ',
    '1. ',
    '- a\n',
    '-\n\n',
    '- [ ] a\n',
    '# a\n',
    'a\n',
    '\n',
    '\t',
    ' ',
    '    a\n\n',
    '|',
    'a|\n',
  ].map(filled),
  filled('```\na```\n'),
  `${filled('```\na```\nb\n')}\n\`\`\`py\n`,
  Array.from({ length: 400 }, (_, count) => `${'`'.repeat(count)}\na${'`'.repeat(count)}\n`).join(''),
  ...['```\n', '~~~\n', 'a```\n', '> a\nb\n', '- a\nb\n', '* * ', '=\n', '--\n', '\r', '\0', '[a]: b "'].map(
    filled,
  ),
  ...[
    mirrored('*', '*'),
    mirrored('*a ', ' b*'),
    mirrored('[', '](b)'),
    mirrored('*_', '_*'),
    mirrored('[', ']', 40_000),
  ],
  `[b]: http://x\n${filled('[a][b] ')}`,
  `http://a${')'.repeat(LONG)}`,
  `\`\`\`\n"""a${'\t'.repeat(LONG)}b"""\n`,
  Array.from({ length: 400 }, (_, count) => `${'`'.repeat(count)} `).join(''),
  Array.from({ length: 400 }, (_, count) => `${'  '.repeat(count)}- a\n`).join(''),
  `${filled('|a')}|\n${filled('|-')}|\n`,
  `|${'a|'.repeat(100)}\n|${'-|'.repeat(100)}\n${'|b\n'.repeat(20_000)}`,
  `${'> '.repeat(4_000)}quoted`,
  `${'- '.repeat(3_000)}item`,
  `${'1. > '.repeat(2_000)}both`,
];

// spec: strategies.55
test.each(HARD.map((text) => [text.slice(0, 24), text] as const))(
  'a long text of %j is read to its end, and not too deep to be drawn',
  (_, text) => {
    const { blocks, rest } = readMarkdown(text);
    expect(depthOf(blocks)).toBeLessThan(40);
    expect(blocks.length + rest.length).toBeGreaterThan(text.trim() === '' ? -1 : 0);
  },
);

test('4,000 nested quotes and 3,000 nested markers of lists keep all that they hold', () => {
  expect(blocksText(readMarkdown(`${'> '.repeat(4_000)}quoted`).blocks)).toContain('quoted');
  expect(blocksText(readMarkdown(`${'- '.repeat(3_000)}item`).blocks)).toContain('item');
});

describe('beyond the budget', () => {
  test('a text is plain from the last whole block on, and nothing of it is lost', () => {
    const paragraph = 'Some words of a reply.\n\n';
    const { blocks, rest } = readMarkdown(paragraph.repeat(6_000));
    expect(blocks.length).toBeGreaterThan(4_000);
    expect(blocks.length * paragraph.length + rest.length).toBe(6_000 * paragraph.length);
  });

  test('code is never cut: half of a block is plain text, not code', () => {
    const { blocks, rest } = readMarkdown(`Words.\n\n\`\`\`python\n${'x = 1\n'.repeat(20_000)}\`\`\`\n`);
    expect(codeBlocksOf(blocks)).toEqual([]);
    expect(rest).toMatch(/^```python\nx = 1/);
  });

  test('a block of more parts than a page draws at once is plain', () => {
    const { blocks, rest } = readMarkdown(`Words.\n\n${'*a* '.repeat(20_000)}`);
    expect(blocks).toEqual([{ kind: 'paragraph', parts: ['Words.'] }]);
    expect(rest).toMatch(/^\*a\* \*a\*/);
  });
});

const MARKDOWN = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        'b c',
        '\n',
        '\n\n',
        '  ',
        '    ',
        '\t',
        '- ',
        '1. ',
        '0) ',
        '> ',
        '# ',
        '```',
        '```python\n',
        '~~~',
        '`',
        '*',
        '**',
        '_',
        '~~',
      ],
      ...[
        '|',
        '|-|-|\n',
        '| a | b |\n',
        '---\n',
        '===\n',
        '[',
        ']',
        '(u)',
        '[a]: u\n',
        '![',
        '<br>',
        '&amp;',
        '\\',
        'http://a.b',
        'x```\n',
        '```\n',
        '\r\n',
        '😀',
      ],
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

test('a text that grows is in the end what it is when it is read at once', () => {
  fc.assert(
    fc.property(MARKDOWN, fc.array(fc.nat(40), { maxLength: 20 }), (text, steps) => {
      const reader = openMarkdownReader();
      let at = 0;
      for (const step of steps) {
        at += step;
        reader.read(text.slice(0, at));
      }
      expect(reader.read(text)).toEqual(readMarkdown(text));
    }),
    { numRuns: 500 },
  );
});

test('what is closed is read once: the same blocks come again', () => {
  const reader = openMarkdownReader();
  const text = '# Plan\n\nSome words.\n\n```python\nx = 1\n```\n\nMore words.\n\nAnd more';
  const before = reader.read(text).blocks;
  const after = reader.read(`${text} and more\n\nEnd`).blocks;
  expect(after.slice(0, 3).map((block, at) => block === before[at])).toEqual([true, true, true]);
  expect(after).toHaveLength(6);
});

test('another text is read from its beginning', () => {
  const reader = openMarkdownReader();
  reader.read('One.\n\nTwo.\n\nThree.\n\nFour.\n\n');
  expect(blocksText(reader.read('Five.').blocks)).toBe('Five.');
});
