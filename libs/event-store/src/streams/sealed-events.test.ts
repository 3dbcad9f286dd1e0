// Which words of an event are sealed, and what is read of it with the key, without it, and with another one.
import type { AggregateEvents, Commit, EventKey, RawEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { keyedHash } from '../write/sealed-input.ts';
import { openSnapshot, sealSnapshot } from '../write/sealed-snapshot.ts';
import { decodeCommit, encodeCommit } from './commit-codec.ts';
import { sealCommit, unsealEvent } from './sealed-events.ts';
import { unsealMessages } from './unseal-messages.ts';

/** Writes backwards; refuses what another user or place has sealed. */
const eventKeyOf = (userId: string): EventKey => ({
  seal: (place, text) => [...`${userId}|${place}|${text}`].reverse().join(''),
  unseal: (place, sealed) => {
    const plain = [...sealed].reverse().join('');
    const prefix = `${userId}|${place}|`;
    if (!plain.startsWith(prefix)) throw new Error('sealed elsewhere');
    return plain.slice(prefix.length);
  },
  digest: (text) => `${userId} hashed ${text.length}`,
});

const noted = z.object({
  type: z.literal('Noted'),
  data: z.object({ userId: z.string(), note: z.string(), size: z.number() }),
});
const notes: AggregateEvents<z.infer<typeof noted>> = {
  context: 'desk',
  name: 'notes',
  events: noted,
  personal: { Noted: { note: '' } },
};
const sealing = {
  ensure: async (userId: string) => eventKeyOf(userId),
  find: async (userId: string) => eventKeyOf(userId),
  open: async (userId: string) => eventKeyOf(userId),
};
const sealed = { ...notes, sealing };
const event: RawEvent = { type: 'Noted', data: { userId: 'ann', note: 'a secret', size: 8 } };
const content: Commit = { events: [event], meta: { commandId: 'c', at: '2026-01-01T00:00:00.000Z' } };

const messageOf = async (id = 'n1') => ({
  subject: `events.desk.notes.${id}`,
  sequence: 1,
  previous: 0,
  data: encodeCommit(await sealCommit(sealed, 'n1', content)),
});

test('an event is stored without its words, under a type that older programs leave alone', async () => {
  const [stored] = (await sealCommit(sealed, 'n1', content)).events;
  expect(stored).toEqual({
    type: 'Noted.sealed',
    data: { userId: 'ann', size: 8, sealed: expect.any(String) },
  });
  expect(JSON.stringify(stored)).not.toContain('a secret');
  expect(await sealCommit(notes, 'n1', content)).toEqual(content);
});

test('it is read as it was with the key, and says nothing without one', async () => {
  const message = await messageOf();
  const [opened = message] = await unsealMessages([sealed], [message]);
  expect(decodeCommit(sealed, opened).events).toEqual([event]);
  const gone = { ...sealed, sealing: { ...sealing, open: async () => null } };
  const [unread = message] = await unsealMessages([gone], [message]);
  const silent = { type: 'Noted', data: { userId: 'ann', note: '', size: 8 } };
  for (const each of [unread, message]) expect(decodeCommit(sealed, each).events).toEqual([silent]);
});

test('an event that is not sealed is read as it is', () => {
  expect(unsealEvent(sealed, 'n1', event)).toEqual(event);
});

test('words that were sealed for another aggregate are an unreadable event', async () => {
  const message = await messageOf('n2');
  const [opened = message] = await unsealMessages([sealed], [message]);
  expect(() => decodeCommit(sealed, opened)).toThrow('sealed elsewhere');
});

test('a message that cannot be opened fails alone, when it is decoded', async () => {
  const broken = { ...(await messageOf()), data: Buffer.from('{') };
  const keyless = {
    ...sealed,
    sealing: { ...sealing, open: () => Promise.reject(new Error('no such key')) },
  };
  const [unread = broken] = await unsealMessages([sealed], [broken]);
  expect(() => decodeCommit(sealed, unread)).toThrow();
  const [locked = broken] = await unsealMessages([keyless], [await messageOf()]);
  expect(() => decodeCommit(keyless, locked)).toThrow('no such key');
});

test("a snapshot's state is sealed, and one in the clear is not used", async () => {
  const snapshot = {
    ...{ stateVersion: 1, sequence: 1, lastHash: 'h' },
    ...{ state: { note: 'a secret' }, commands: [] },
  };
  const stored = await sealSnapshot(sealed, 'ann', snapshot);
  expect(JSON.stringify(stored)).not.toContain('a secret');
  expect(await openSnapshot(sealed, 'ann', { content: stored, bytes: 9 })).toEqual({
    content: snapshot,
    bytes: 9,
  });
  expect(await openSnapshot(sealed, 'ann', { content: snapshot, bytes: 9 })).toBeNull();
  expect(await openSnapshot(sealed, 'bob', { content: stored, bytes: 9 })).toBeNull();
});

test('the hash of an input is made with the key of its user; without one there is none', async () => {
  expect(await keyedHash(sealing, 'ann', { b: 1, a: 2 })).toBe(
    await keyedHash(sealing, 'ann', { a: 2, b: 1 }),
  );
  expect(await keyedHash(sealing, 'ben', { a: 2, b: 1 })).not.toBe(
    await keyedHash(sealing, 'ann', { a: 2, b: 1 }),
  );
  const destroyed = { find: async () => null, ensure: () => Promise.reject(new Error('destroyed')) };
  expect(await keyedHash(destroyed, 'ann', { a: 2 })).toBeUndefined();
});
