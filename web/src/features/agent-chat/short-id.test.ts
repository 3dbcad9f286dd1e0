// Ids of conversations are shown by their beginning and end.
import { expect, test } from 'vitest';
import { shortId } from './short-id.ts';

// spec: strategies.18
test.each([
  ['conversation-0123456789', 'conversa…789'],
  ['123456789abcd', '12345678…bcd'],
  ['123456789abc', '123456789abc'],
  ['', ''],
])('%j is shown as %j: first 8 characters, ellipsis, last 3', (id, shown) => {
  expect(shortId(id)).toBe(shown);
});
