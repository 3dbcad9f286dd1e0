// Which failures say that there is no order, and which say nothing.
import { expect, test } from 'vitest';
import { binance } from './binance.ts';
import { type FailedOrder, outcomeOf } from './order-outcome.ts';

const unanswered = (wasSent: boolean, error: string): FailedOrder => ({
  ...{ isInvalid: false, wasSent, status: undefined, body: undefined, error },
});
const answered = (status: number, body: string): FailedOrder => ({
  isInvalid: false,
  wasSent: true,
  status,
  body,
  error: 'failed',
});
const refused = (code: number, msg = 'text', status = 400) => answered(status, JSON.stringify({ code, msg }));

test.each<[string, FailedOrder, string]>([
  ['no connection', unanswered(false, 'ECONNREFUSED'), 'refused-locally'],
  ['a cut connection', unanswered(true, 'ECONNRESET'), 'unknown'],
  ['a time-out', unanswered(true, 'timed out'), 'unknown'],
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
  ['a country that is not served', answered(451, '<html>'), 'rejected'],
  ['the same with a code that says nothing', refused(-1001, 'text', 451), 'rejected'],
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

test.each<[string, FailedOrder, string | undefined]>([
  ['the format of keys', refused(-2014, 'text', 401), 'keys'],
  ['keys', refused(-2015, 'text', 401), 'keys'],
  ['a signature', refused(-1022), 'keys'],
  ['rights', refused(-1002, 'text', 401), 'keys'],
  ['an account that may not trade', refused(-2010, 'This action is disabled on this account.'), 'server'],
  ['the time of the request', refused(-1021), 'clock'],
  ['a country that is not served', answered(451, '<html>'), 'server'],
  ['its amount', refused(-1013, 'Filter failure: LOT_SIZE'), undefined],
  ['the largest position', refused(-2010, 'Filter failure: MAX_POSITION'), undefined],
  ['too many requests', refused(-1003, 'text', 429), undefined],
])('an order refused for %s', (_what, failure, cause) => {
  const outcome = outcomeOf(failure, binance);
  expect(outcome.kind).toBe('rejected');
  expect('cause' in outcome ? outcome.cause : undefined).toBe(cause);
});

test('a request that our client does not send is no outage', () => {
  const failure = { ...unanswered(false, 'no such market'), isInvalid: true };
  const outcome = { kind: 'refused-locally', reason: 'not sent: no such market', isInvalid: true };
  expect(outcomeOf(failure, binance)).toEqual(outcome);
});
