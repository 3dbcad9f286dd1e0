// The line of a reply that says what its code leaves out.
import { expect, test } from 'vitest';
import { leftOutOf } from './left-out.ts';

test.each([
  [
    'It holds BTC.\n\nLeft out: “pyramid into winners”. No part of mine does that.\n\n```python\n```',
    '“pyramid into winners”. No part of mine does that.',
  ],
  ['**Left out:** the funding rate.\n', 'the funding rate.'],
  ['It holds BTC.', null],
  ['```python\nLeft out: no\n```', null],
])('%s', (text, said) => {
  expect(leftOutOf(text)).toBe(said);
});
