// How errors of the HTTP layer reach clients.
import { expect, test } from 'vitest';
import { refusalOfError } from './refusals.ts';

const error = (fields: object) => Object.assign(new Error('details'), fields);

test.each([
  [error({ type: 'entity.parse.failed', status: 400 }), { refused: 'MALFORMED_JSON' }],
  [
    error({ type: 'entity.too.large', status: 413, limit: 65_536 }),
    { refused: 'BODY_TOO_LARGE', data: { limit: '64 KB' } },
  ],
  [
    error({ type: 'entity.too.large', status: 413, limit: 1_048_576 }),
    { refused: 'BODY_TOO_LARGE', data: { limit: '1 MB' } },
  ],
  [error({ type: 'charset.unsupported', status: 415 }), { refused: 'UNSUPPORTED_MEDIA_TYPE' }],
  [
    error({ type: 'request.aborted', status: 400 }),
    { refused: 'INVALID_REQUEST', data: { problem: 'the body broke off' } },
  ],
  [new URIError('x'), { refused: 'INVALID_REQUEST', data: { problem: 'the address is not valid' } }],
  [error({ status: 404 }), { refused: 'INTERNAL' }],
  ['thrown text', { refused: 'INTERNAL' }],
  [undefined, { refused: 'INTERNAL' }],
])('%o', (cause, refusal) => {
  expect(refusalOfError(cause)).toEqual(refusal);
});
