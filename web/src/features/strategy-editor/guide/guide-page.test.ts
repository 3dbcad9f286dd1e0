// The page for authors is Markdown that its reader knows.
import { readFileSync } from 'node:fs';
import { blocksText, readMarkdown } from '@tradeium/contracts/markdown';
import { expect, test } from 'vitest';

test('the page has nothing that would be shown as it is written, and all of it is read', () => {
  const { blocks, rest } = readMarkdown(readFileSync('docs/strategies.md', 'utf8'));
  const texts = blocks.flatMap((block) => ('parts' in block ? [blocksText([block])] : []));
  expect(texts.length).toBeGreaterThan(40);
  for (const text of texts) expect(text).not.toMatch(/^(?:[|#>-]|\* |\d+\.|<)|\*\*|`/);
  expect(rest).toBe('');
});
