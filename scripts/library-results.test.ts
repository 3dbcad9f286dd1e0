// The results that the library shows are of the code that it shows.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLES, LIBRARY_RESULTS } from './library-results.ts';

test('every example has the result of its code as it is; `npm run library` computes them', () => {
  const { examples } = JSON.parse(readFileSync(LIBRARY_RESULTS, 'utf8')) as {
    examples: { id: string; code_sha256: string }[];
  };
  const files = readdirSync(EXAMPLES).sort();
  const stored = Object.fromEntries(examples.map(({ id, code_sha256 }) => [`${id}.py`, code_sha256]));
  const now = files.map((file) => [
    file,
    createHash('sha256')
      .update(readFileSync(join(EXAMPLES, file)))
      .digest('hex'),
  ]);
  expect(stored).toEqual(Object.fromEntries(now));
});
