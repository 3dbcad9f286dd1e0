// The exchange between gateways is a help: a connection that closes at that very moment fails no request.
import { ErrorCode, type NatsConnection, NatsError } from 'nats';
import { expect, test } from 'vitest';
import { shareWrites } from './gateway-exchange.ts';

/** A connection with this way of publishing. */
const connection = (publish: () => void): NatsConnection =>
  ({ isClosed: () => false, isDraining: () => false, subscribe: () => undefined, publish }) as never;
const written = { sessionId: 's1', writes: {} };

test('publishing on a connection that is being closed is let go', () => {
  const closing = connection(() => {
    throw NatsError.errorForCode(ErrorCode.ConnectionClosed);
  });
  expect(() => shareWrites(closing, () => undefined)(written)).not.toThrow();
});

test('another error is not hidden', () => {
  const broken = connection(() => {
    throw new TypeError('a fault of ours');
  });
  expect(() => shareWrites(broken, () => undefined)(written)).toThrow('a fault of ours');
});
