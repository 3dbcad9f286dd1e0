// The page for authors is read as a reader of Markdown reads it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guideBlocks } from './guide-blocks.ts';

test('headings, paragraphs, lists, tables and code', () => {
  const markdown = [
    '## Title',
    '',
    'Two lines',
    'of one paragraph.',
    '',
    '- one',
    '  goes on',
    '- two',
    '',
    '3. third',
    '',
    '| Name | Means |',
    '| --- | --- |',
    '| `a` | b |',
    '',
    '```python broken',
    'x = 1',
    '',
    '# no heading',
    '```',
  ].join('\n');
  expect(guideBlocks(markdown)).toEqual([
    { kind: 'heading', level: 2, text: 'Title' },
    { kind: 'paragraph', text: 'Two lines of one paragraph.' },
    { kind: 'list', start: null, items: ['one goes on', 'two'] },
    { kind: 'list', start: 3, items: ['third'] },
    { kind: 'table', head: ['Name', 'Means'], rows: [['`a`', 'b']] },
    { kind: 'code', text: 'x = 1\n\n# no heading' },
  ]);
});

test('the page itself has nothing that would be shown as it is written', () => {
  const blocks = guideBlocks(readFileSync('docs/strategies.md', 'utf8'));
  const texts = blocks.flatMap((block) => ('text' in block && block.kind !== 'code' ? [block.text] : []));
  expect(texts.length).toBeGreaterThan(40);
  for (const text of texts) expect(text).not.toMatch(/^(?:[|#>-]|\* |\d+\.|<)/);
});
