// Outages of servers are distinguished from our own faults.
import mongoose from 'mongoose';
import { expect, test } from 'vitest';
import { BlobsAway } from '../blobs/blobs-away.ts';
import { isOutage } from './outage.ts';

test.each([
  ['a lost database', new mongoose.mongo.MongoNetworkError('gone'), true],
  ['a database that is too slow', new mongoose.mongo.MongoOperationTimeoutError('late'), true],
  ['a database that was never reached', Object.assign(new Error('x'), { name: 'DatabaseNotReached' }), true],
  ['a refused query', new mongoose.mongo.MongoServerError({ message: 'bad query' }), false],
  ['an unreachable Temporal', Object.assign(new Error('x'), { code: 14, details: 'unavailable' }), true],
  ['a workflow that does not exist', Object.assign(new Error('x'), { code: 5, details: 'not found' }), false],
  [
    'an outage inside another error',
    new Error('x', { cause: Object.assign(new Error(), { code: 4, details: '' }) }),
    true,
  ],
  ['an object store that is down', new BlobsAway('down'), true],
  ['a bug', new TypeError('undefined is not a function'), false],
  ['nothing', undefined, false],
])('%s: %s', (_, cause, expected) => {
  expect(isOutage(cause)).toBe(expected);
});
