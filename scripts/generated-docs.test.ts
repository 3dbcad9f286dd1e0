// The documents that are generated say what the contracts say.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorsDocument, eventsDocument } from './generated-docs.ts';

test.each([
  ['docs/errors.md', errorsDocument],
  ['docs/events.md', eventsDocument],
])('%s is up to date', (path, document) => {
  expect(readFileSync(path, 'utf8')).toBe(document());
});
