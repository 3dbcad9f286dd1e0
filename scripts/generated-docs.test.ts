// The documents that are generated say what the contracts say.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorsDocument, eventsDocument, findingsDocument } from './generated-docs.ts';

test.each([
  ['docs/errors.md', errorsDocument],
  ['docs/events.md', eventsDocument],
  ['docs/findings.md', findingsDocument],
])('%s is up to date', (path, document) => {
  expect(readFileSync(path, 'utf8')).toBe(document());
});
