// The messages that a reader of a stream gets in one batch, on a real server.
import { streamOf, subjectOf } from '@tradeium/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReadSide, type ReadSide } from '../../fixtures/read-side.ts';
import { newId } from '../../fixtures/wallet.ts';
import { readMessages } from './read-messages.ts';

let side: ReadSide;
let stopping: AbortController;

beforeEach(async () => {
  side = await openReadSide();
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  await side.stop();
});

const stream = streamOf('credits');
const subjects = [subjectOf('credits', 'wallet', '*')];

const read = (batchSize: number) =>
  readMessages(side.nc, { stream, subjects, after: 0, batchSize, signal: stopping.signal });

const consumer = async () => {
  const { consumers } = await side.nc.jetstreamManager();
  const [only] = await consumers.list(stream).next();
  if (only === undefined) throw new Error('there is no consumer');
  return only;
};

const sent = async () => (await consumer()).delivered.consumer_seq;

test('messages that arrive while a batch is processed come as one batch', async () => {
  const batches = read(100);
  await side.append(1, [newId()]);
  expect((await batches.next()).value).toHaveLength(1);
  await side.append(40, [newId()]);
  await expect.poll(sent).toBe(41);
  expect((await batches.next()).value).toHaveLength(40);
  await side.append(1, [newId()]);
  expect((await batches.next()).value).toHaveLength(1);
});

test('no batch is larger than asked', async () => {
  const batches = read(3);
  await side.append(7, [newId()]);
  const sizes = [];
  for (let count = 0; count < 3; count += 1) sizes.push((await batches.next()).value?.length);
  expect(sizes).toEqual([3, 3, 1]);
});

test('a consumer that is lost while a batch is processed is reported by the next read', async () => {
  const batches = read(1);
  await side.append(1, [newId()]);
  expect((await batches.next()).value).toHaveLength(1);
  const { consumers } = await side.nc.jetstreamManager();
  await consumers.delete(stream, (await consumer()).name);
  // The loss is known here before the next read asks.
  await side.nc.flush();
  await expect(batches.next()).rejects.toThrow();
});
