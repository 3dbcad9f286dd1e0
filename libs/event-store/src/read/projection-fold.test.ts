// However a stream is batched, and wherever a replay starts, a projection makes the same documents.
import { projected } from '@tradeium/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  balances,
  closed,
  deposited,
  movements,
  type WalletEvent,
  wallet,
  withdrawn,
} from '../../fixtures/wallet.ts';
import { encodeCommit, type StoredMessage } from '../streams/commit-codec.ts';
import type { AnyProjection, Stored } from './projection-definition.ts';
import { collectChanges, type DocumentWrite, foldChanges } from './projection-fold.ts';

type Database = Map<string, Stored<object>>;

const CREDITS = { stream: 'CREDITS', subjects: ['events.credits.wallet.*'], reads: [wallet] };

/** Guarded writes, as a database does them. */
const write = (database: Database, writes: readonly DocumentWrite[]): void => {
  for (const one of writes) {
    const before = database.get(one.id);
    if (one.kind === 'insert') expect(before).toBeUndefined();
    else expect(before?.seq).toEqual(one.before);
    if (one.kind === 'delete') database.delete(one.id);
    else database.set(one.id, { ...one.document, _id: one.id, seq: one.seq });
  }
};

const take = (projection: AnyProjection, database: Database, batch: readonly StoredMessage[]): void => {
  const { changes, poison } = collectChanges(projection, CREDITS, batch);
  const folded = foldChanges('CREDITS', changes, database);
  expect([...poison, ...folded.poison]).toEqual([]);
  write(database, folded.writes);
};

const messageOf = ({ id, events }: { id: string; events: WalletEvent[] }, index: number): StoredMessage => ({
  subject: `events.credits.wallet.${id}`,
  sequence: index + 1,
  previous: 0,
  data: encodeCommit({ events, meta: { commandId: `c${index}`, at: '2026-01-01T00:00:00.000Z' } }),
});

const event: fc.Arbitrary<WalletEvent> = fc.oneof(
  fc.integer({ min: 1, max: 1_000 }).map(deposited),
  fc.integer({ min: 1, max: 1_000 }).map(withdrawn),
  fc.constant(closed),
);
const commits = fc.array(
  fc.record({ id: fc.constantFrom('a', 'b', 'c'), events: fc.array(event, { minLength: 1, maxLength: 4 }) }),
  { maxLength: 40 },
);

/** Where to cut, and how many commits to go back and replay at each cut. */
const cuts = fc.array(
  fc.record({ length: fc.integer({ min: 1, max: 12 }), back: fc.integer({ min: 0, max: 12 }) }),
);

describe.each<[string, AnyProjection]>([
  ['one document an aggregate', balances],
  ['one document an event', movements],
])('%s', (_, projection) => {
  test('any batches and any replays lead to the documents of one fold', () => {
    fc.assert(
      fc.property(commits, cuts, (history, batches) => {
        const messages = history.map(messageOf);
        const once: Database = new Map();
        take(projection, once, messages);

        const bit: Database = new Map();
        let place = 0;
        for (const { length, back } of [...batches, { length: messages.length, back: 0 }]) {
          const start = Math.max(0, place - back);
          place = Math.max(place, Math.min(messages.length, start + length));
          take(projection, bit, messages.slice(start, place));
        }
        take(projection, bit, messages.slice(place));
        expect(bit).toEqual(once);
      }),
    );
  });
});

test('a change that changes nothing is not written', () => {
  const idle: AnyProjection = { ...balances, changes: () => [{ id: 'a', apply: (document) => document }] };
  const { changes } = collectChanges(idle, CREDITS, [messageOf({ id: 'a', events: [deposited(1)] }, 0)]);
  expect(foldChanges('CREDITS', changes, new Map()).writes).toEqual([]);
});

test('messages of aggregates that it does not read are ignored', () => {
  const message = {
    ...messageOf({ id: 'a', events: [deposited(1)] }, 0),
    subject: 'events.credits.account.a',
  };
  expect(collectChanges(balances, CREDITS, [message])).toEqual({ changes: [], poison: [] });
});

test('what the projection throws becomes poison, with its place, and the rest is folded', () => {
  const fragile: AnyProjection = {
    ...balances,
    changes(stored) {
      const { event: raw } = stored as { event: WalletEvent };
      if (raw.type === 'Withdrawn') throw new Error('no withdrawals');
      return balances.changes(stored);
    },
  };
  const history = [
    { id: 'a', events: [deposited(1), withdrawn(1), deposited(2)] },
    { id: 'b', events: [deposited(3)] },
  ];
  const { changes, poison } = collectChanges(fragile, CREDITS, history.map(messageOf));
  expect(poison).toMatchObject([{ sequence: 1, index: 1, type: 'Withdrawn' }]);
  expect(foldChanges('CREDITS', changes, new Map()).writes).toMatchObject([
    { kind: 'insert', id: 'a', seq: { CREDITS: 1 }, document: { balance: 3, events: 2 } },
    { kind: 'insert', id: 'b', seq: { CREDITS: 2 }, document: { balance: 3, events: 1 } },
  ]);
});

test('a specification shows the documents without any server', () => {
  const facts = [
    { id: 'a', event: deposited(10) },
    { id: 'b', event: deposited(1) },
    { id: 'a', event: withdrawn(4), meta: { userId: 'u' } },
    { id: 'b', event: closed },
  ];
  expect(projected(balances, facts)).toEqual({
    a: { balance: 6, events: 2, changedAt: '2026-01-01T00:00:02.000Z' },
  });
  expect(wallet.name).toBe('wallet');
});

test('a specification fails on a projection that changes the document that it is given', () => {
  const careless: typeof balances = {
    ...balances,
    changes: ({ id }) => [
      {
        id,
        apply(document) {
          if (document === null) return { balance: 0, events: 0, changedAt: '' };
          document.events += 1;
          return document;
        },
      },
    ],
  };
  expect(() => projected(careless, [deposited(1), deposited(1)])).toThrow(TypeError);
});
