// Commits are read back as they were written, whatever their age; equal inputs have equal hashes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deposited, wallet } from '../../fixtures/wallet.ts';
import { addressOf, decodeCommit, encodeCommit, hashInput, storedEvents } from './commit-codec.ts';

const meta = { commandId: 'c', userId: 'u', at: '2026-01-01T00:00:00.000Z' };
const messageOf = (data: Uint8Array) => ({
  subject: 'events.credits.wallet.w1',
  sequence: 7,
  previous: 3,
  data,
});

describe('a commit', () => {
  test('is read as it was written', () => {
    const commit = decodeCommit(
      wallet,
      messageOf(encodeCommit({ events: [deposited(1), deposited(2)], meta })),
    );
    expect(commit).toEqual({
      context: 'credits',
      aggregate: 'wallet',
      id: 'w1',
      sequence: 7,
      previous: 3,
      events: [deposited(1), deposited(2)],
      meta,
    });
    expect(storedEvents(commit).map(({ index, event }) => [index, event.data])).toEqual([
      [0, { amount: 1 }],
      [1, { amount: 2 }],
    ]);
  });

  test('is upcast before it is checked', () => {
    const old = encodeCommit({ events: [{ type: 'MoneyPutIn', data: { cents: 250 } }], meta });
    const upcast = () => deposited(250);
    expect(decodeCommit({ ...wallet, upcast }, messageOf(old)).events).toEqual([deposited(250)]);
    expect(() => decodeCommit(wallet, messageOf(old))).toThrow();
  });

  test.each([
    ['a wrong type', { events: [{ type: 'Deposited', data: { amount: '1' } }], meta }],
    ['no events', { events: [], meta }],
    ['no command id', { events: [deposited(1)], meta: { at: meta.at } }],
  ])('with %s is not read', (_, content) => {
    expect(() => decodeCommit(wallet, messageOf(Buffer.from(JSON.stringify(content))))).toThrow();
  });
});

test('a subject holds context, aggregate and id', () => {
  expect(addressOf('events.credits.wallet.a_b-1')).toEqual({
    context: 'credits',
    aggregate: 'wallet',
    id: 'a_b-1',
  });
});

describe('the hash of an input', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, inner]) => [key, shuffled(inner)]),
    );
  };

  test('does not depend on the order of keys', () => {
    fc.assert(fc.property(fc.jsonValue(), (input) => hashInput(shuffled(input)) === hashInput(input)));
  });

  test.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: { b: 1 } }, { a: {} }],
    [null, {}],
    ['1', 1],
  ])('of %j is not that of %j', (one, other) => {
    expect(hashInput(one)).not.toBe(hashInput(other));
  });
});
