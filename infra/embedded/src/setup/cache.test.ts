// The location of the cache.
import { expect, test } from 'vitest';
import { cacheRoot } from './cache.ts';

test('takes the folder that is named, else the place of the system', () => {
  expect(cacheRoot({ TRADEIUM_CACHE: '/c', XDG_CACHE_HOME: '/x' }, 'linux', '/home/a')).toBe('/c');
  expect(cacheRoot({ XDG_CACHE_HOME: '/x' }, 'linux', '/home/a')).toBe('/x/tradeium');
  expect(cacheRoot({}, 'linux', '/home/a')).toBe('/home/a/.cache/tradeium');
  expect(cacheRoot({}, 'darwin', '/Users/a')).toBe('/Users/a/Library/Caches/tradeium');
});
