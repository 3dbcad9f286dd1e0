// The stand-ins leave the loopback address only under a name that no site can have.
import { expect, test } from 'vitest';
import { listenedHost, readReach } from './reach.ts';

test('by default they are for this machine only', () => {
  expect(readReach({})).toEqual({});
  expect(listenedHost({})).toBe('127.0.0.1');
});

test('with a name they listen on the network of the containers', () => {
  expect(readReach({ STAND_INS_NAME: 'stand-ins' })).toEqual({ name: 'stand-ins' });
  expect(listenedHost({ name: 'stand-ins' })).toBe('0.0.0.0');
});

test.each(['evil.example', '127.0.0.1', '*', 'a b'])('%j is no such name', (name) => {
  expect(() => readReach({ STAND_INS_NAME: name })).toThrow('without a dot');
});
