// Whom a request counts for.
import { expect, test } from 'vitest';
import { addressOf } from './limits.ts';

test.each([
  ['a visitor', '203.0.113.7', {}, '203.0.113.7'],
  ['one of a network', '2001:db8:1:2::3', {}, '2001:db8:1::/56'],
  ['this machine', '127.0.0.1', {}, '127.0.0.1'],
  [
    'a visitor behind a proxy that is not trusted',
    '127.0.0.1',
    { 'x-forwarded-for': '203.0.113.7' },
    'behind a proxy',
  ],
  ['a visitor behind one that is', '203.0.113.7', { 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
])('%s counts for its address', (_who, ip, headers, address) => {
  expect(addressOf({ ip, headers })).toBe(address);
});
