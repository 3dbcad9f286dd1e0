// Failures: the server's own words reach the screen, whichever of its shapes they come in.
import { ERRORS } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { failureOf, INSUFFICIENT_CREDITS, messageOf, networkFailure } from './failure.ts';

describe('what a failed call says', () => {
  // spec: accounts.23
  test('detail is shown, with its code', () => {
    expect(failureOf(404, { detail: 'Not found', code: 'NOT_FOUND' })).toEqual({
      status: 404,
      message: 'Not found',
      code: 'NOT_FOUND',
    });
  });

  // spec: accounts.21
  test('a 402 says detail.message', () => {
    const body = { detail: { message: 'Insufficient VUT credits.', required: 5, available: 1 } };
    expect(failureOf(402, body).message).toBe('Insufficient VUT credits.');
  });

  // spec: trading-page.27
  test.each([
    null,
    '<html>',
    {},
    { detail: 'Payment Required' },
    { error: 'No' },
    { detail: { message: '' } },
  ])('a 402 with a body of %o has its default text, whatever a screen would say without words', (body) => {
    const failure = failureOf(402, body);
    expect(messageOf(failure, 'Rebalance failed: 402')).toBe(INSUFFICIENT_CREDITS);
    expect(failure.isWordless).toBeUndefined();
    expect(INSUFFICIENT_CREDITS).toBe(ERRORS.INSUFFICIENT_CREDITS.detail);
  });

  test('the error field is shown where there is no detail', () => {
    expect(failureOf(500, { error: 'The disk is full' }).message).toBe('The disk is full');
    expect(failureOf(500, { detail: 'Not now', error: 'The disk is full' }).message).toBe('Not now');
    expect(failureOf(500, { detail: '', error: '' }).isWordless).toBe(true);
  });

  test.each([null, '<html>', {}, { detail: '' }, { detail: { message: 3 } }, undefined])(
    'a body of %o falls back to the status',
    (body) => {
      const failure = failureOf(502, body);
      expect(failure).toEqual({ status: 502, message: 'The server answered 502', isWordless: true });
      expect(messageOf(failure)).toBe('The server answered 502');
      expect(messageOf(failure, 'Login failed')).toBe('Login failed');
    },
  );

  test('a 429 says how long to wait: in its header, else in its words', () => {
    const body = { detail: 'Too many failed attempts. Please try again in 27 seconds.' };
    expect(failureOf(429, body, '30').retryAfterSeconds).toBe(30);
    expect(failureOf(429, body, null).retryAfterSeconds).toBe(27);
    expect(failureOf(429, { detail: 'Too many requests.' }).retryAfterSeconds).toBeUndefined();
    expect(failureOf(429, body, 'Fri, 01 Jan 2027 00:00:00 GMT').retryAfterSeconds).toBeUndefined();
    expect(failureOf(503, { detail: 'Again in 5 seconds' }, '5').retryAfterSeconds).toBeUndefined();
  });

  // spec: accounts.22
  test('no answer at all is a failed API call', () => {
    expect(networkFailure('Failed to fetch').message).toBe('API call failed: Failed to fetch');
    expect(networkFailure(new TypeError('Failed to fetch')).message).toBe('API call failed: Failed to fetch');
    expect(networkFailure('no answer in time', true).status).toBe('TIMEOUT');
  });

  test('anything else that was thrown has a message too', () => {
    expect(messageOf(failureOf(400, { detail: 'No' }))).toBe('No');
    expect(messageOf(new TypeError('x is not a function'))).toBe('An unexpected error occurred');
    expect(messageOf(new TypeError('x is not a function'), 'Login failed')).toBe('Login failed');
  });
});
