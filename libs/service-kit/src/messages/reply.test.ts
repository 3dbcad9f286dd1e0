// Answers between processes of different versions.
import { refuse } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { endMessage, writerMessageOf } from '../streams/stream-messages.ts';
import { refusalOf, reply } from './reply.ts';

const newer = { refused: 'ALERT_LIMIT_OF_NEXT_YEAR', data: { limit: 3 } };

test('a refusal of the catalogue is passed on with its data', () => {
  const refusal = refuse('TOO_MANY_RUNS', { limit: 3 });
  const sent = reply.parse(JSON.parse(JSON.stringify({ ok: false, refusal })));
  expect(sent.ok ? null : refusalOf(sent.refusal)).toEqual(refusal);
});

test('a code that only a newer service knows counts as unavailable, and breaks nothing', () => {
  const sent = reply.parse({ ok: false, refusal: newer });
  expect(sent.ok ? null : refusalOf(sent.refusal)).toEqual({ refused: 'SERVICE_UNAVAILABLE' });
});

test('a stream that ends with such a code ends', () => {
  const message = endMessage({ how: 'refused', refusal: newer as never }, 7);
  expect(writerMessageOf(message)).toEqual({
    type: 'end',
    last: 7,
    end: { how: 'refused', refusal: { refused: 'SERVICE_UNAVAILABLE' } },
  });
});
