// Large aggregates on a real NATS server: their states are snapshotted in parts, and do not fill the memory.
import { eventOf } from '@tradeium/contracts';
import { type EventServer, startEventServer, testLog } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../../fixtures/wallet.ts';
import { type AggregateDefinition, type CacheLimits, openAggregates, openBucket } from '../index.ts';

let server: EventServer;
let nc: NatsConnection;
let folded = 0;

beforeAll(async () => {
  server = await startEventServer();
  nc = await server.connect();
});
afterAll(() => server.stop());

const events = z.discriminatedUnion('type', [eventOf('Written', { page: z.int(), text: z.string() })]);
type Book = { pages: Record<number, string> };
type BookEvent = z.infer<typeof events>;

/** Grows by a page with every new number, and changes one with a number that it has. */
const book: AggregateDefinition<Book, BookEvent> = {
  context: 'backtest',
  name: 'book',
  events,
  stateVersion: 1,
  initial: { pages: {} },
  evolve: ({ pages }, { data: { page, text } }) => {
    folded += 1;
    return { pages: { ...pages, [page]: text } };
  },
  snapshotEvery: 10,
};

const PAGE_BYTES = 100_000;
const now = () => new Date();
const openBooks = (limits: Partial<CacheLimits> = {}, log = testLog()) =>
  openAggregates({ nc, log, now }, book, limits);
type Books = ReturnType<typeof openBooks>;

const write = (books: Books, id: string, page: number, text = `${page}`.repeat(PAGE_BYTES)) =>
  books.execute(id, { commandId: newId() }, () => [{ type: 'Written', data: { page, text } }]);

/** How many events a load folds. */
const foldedBy = async (books: Books, id: string): Promise<number> => {
  folded = 0;
  await books.load(id);
  return folded;
};

const snapshotOf = async (id: string) => (await openBucket(nc, 'SNAPSHOTS')).get(`backtest.book.${id}`);

test('a state of more than 512 KiB has snapshots, whole or not used', async () => {
  const log = testLog();
  const books = openBooks({}, log);
  const id = newId();
  // Twenty pages of digits, of one and then of two: about 3 MB.
  for (let page = 0; page < 20; page += 1) await write(books, id, page);
  await expect.poll(async () => (await snapshotOf(id))?.json()).toMatchObject({ parts: 6 });
  const whole = await openBooks().load(id);
  expect(await foldedBy(openBooks(), id)).toBe(0);
  expect(Object.keys(whole.state.pages)).toHaveLength(20);
  expect(whole.state.pages[19]).toBe('19'.repeat(PAGE_BYTES));
  expect(log.lines).toEqual([]);

  // As if the next snapshot were half written.
  await (await openBucket(nc, 'SNAPSHOTS')).put(`backtest.book.${id}.2`, 'of another snapshot');
  const reader = openBooks({}, log);
  expect(await reader.load(id)).toEqual(whole);
  expect(log.lines).toMatchObject([{ level: 'warn', message: 'a snapshot could not be read' }]);

  await write(reader, id, 0, 'short');
  await expect.poll(() => foldedBy(openBooks(), id)).toBe(0);
});

test('the cache holds no more bytes than it may: large aggregates make way, even while they grow', async () => {
  const ids = [newId(), newId(), newId()] as const;
  const isCached = async (books: Books, id: string) => (await foldedBy(books, id)) === 0;
  const books = openBooks({ bytes: 5 * PAGE_BYTES });
  for (const id of ids) await write(books, id, 1);
  for (const id of ids) expect(await isCached(books, id)).toBe(true);
  for (const page of [2, 3]) await write(books, ids[0], page);
  // 3 pages and 2 of the others make 5, and a little more.
  for (const id of [ids[0], ids[2]]) expect(await isCached(books, id)).toBe(true);
  expect(await isCached(books, ids[1])).toBe(false);
});

test('what counts is the state, not how many commits led to it', async () => {
  const books = openBooks({ bytes: 5 * PAGE_BYTES });
  const id = newId();
  for (let n = 0; n < 40; n += 1) await write(books, id, 1, 'x'.repeat(PAGE_BYTES / 5));
  expect(await foldedBy(books, id)).toBe(0);
});
