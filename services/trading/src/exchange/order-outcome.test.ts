// Which failures say that there is no order, and which say nothing.
import { expect, test } from 'vitest';
import { binance } from './binance.ts';
import { type FailedOrder, outcomeOf } from './order-outcome.ts';

const answered = (status: number, body: string): FailedOrder => ({
  wasSent: true,
  status,
  body,
  error: 'failed',
});
const refused = (code: number, msg = 'text', status = 400) => answered(status, JSON.stringify({ code, msg }));

test.each<[string, FailedOrder, string]>([
  [
    'no connection',
    { wasSent: false, status: undefined, body: undefined, error: 'ECONNREFUSED' },
    'refused-locally',
  ],
  ['a cut connection', { wasSent: true, status: undefined, body: undefined, error: 'ECONNRESET' }, 'unknown'],
  ['a time-out', { wasSent: true, status: undefined, body: undefined, error: 'timed out' }, 'unknown'],
  ['a page instead of an answer', answered(200, '<html>'), 'unknown'],
  ['a redirect', answered(302, ''), 'unknown'],
  ['a firewall', answered(403, '<html>'), 'unknown'],
  ['an error of the server', answered(503, 'busy'), 'unknown'],
  ['an error of the server with a code', refused(-2010, 'text', 500), 'unknown'],
  ['too many requests', refused(-1003, 'text', 429), 'rejected'],
  ['a ban', refused(-1003, 'text', 418), 'rejected'],
  ['a time-out behind the edge', refused(-1007), 'unknown'],
  ['an unexpected response behind the edge', refused(-1006), 'unknown'],
  ['an unknown error', refused(-1000), 'unknown'],
  ['a duplicate', refused(-2010, 'Duplicate order sent.'), 'unknown'],
  ['no balance', refused(-2010, 'Account has insufficient balance for requested action.'), 'rejected'],
  ['a filter', refused(-1013, 'Filter failure: LOT_SIZE'), 'rejected'],
  ['a closed market', refused(-1013, 'Market is closed.'), 'rejected'],
  ['a wrong clock', refused(-1021), 'rejected'],
  ['wrong keys', refused(-2015, 'text', 401), 'rejected'],
  ['JSON without a code', answered(400, '{"success":false}'), 'unknown'],
])('%s', (_what, failure, kind) => {
  const outcome = outcomeOf(failure, binance);
  expect(outcome.kind).toBe(kind);
  expect(outcome).toMatchObject({ reason: expect.stringMatching(/./) });
});

test.each([-2014, -2015, -1022])('%i refuses the keys, so that no other order is tried with them', (code) => {
  expect(outcomeOf(refused(code), binance)).toMatchObject({ kind: 'rejected', isForKeys: true });
  expect(outcomeOf(refused(-2010), binance)).not.toHaveProperty('isForKeys');
});
