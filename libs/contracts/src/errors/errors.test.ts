// Refusals carry the catalogue's texts and nothing else.
import { describe, expect, test } from 'vitest';
import { ERRORS, errorBody, isRefusal, refusalResponse, refusalText, refuse } from './errors.ts';

test('a text is filled from the refusal', () => {
  expect(refusalText(refuse('UNKNOWN_COIN', { coin: 'NOPE' }))).toBe('Unknown coin: NOPE');
});

// spec: accounts.24
test('a 402 carries the amounts', () => {
  const { status, body } = refusalResponse(refuse('INSUFFICIENT_CREDITS', { required: 5, available: 1.5 }));
  expect(status).toBe(402);
  expect(body).toEqual({
    detail: {
      message: 'Insufficient VUT credits. Please top up your account to continue.',
      required: 5,
      available: 1.5,
    },
    code: 'INSUFFICIENT_CREDITS',
  });
});

// spec: accounts.25
test('the one about credits that are owed also says how much', () => {
  const { status, body } = refusalResponse(refuse('CREDITS_OWED', { owed: 2.5, required: 5, available: 0 }));
  expect(status).toBe(402);
  expect(body.code).toBe('CREDITS_OWED');
  expect(body.detail).toEqual({
    message: expect.stringMatching(/refund of a purchase.*to be paid back: 2\.5 VUT/),
    required: 5,
    available: 0,
  });
});

test.each(Object.keys(ERRORS) as (keyof typeof ERRORS)[])('%s has a 4xx or 5xx status and a text', (code) => {
  const { status, body } = refusalResponse(refuse(code));
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect(errorBody.parse(body)).toEqual(body);
});

describe('isRefusal', () => {
  test.each([
    [{ refused: 'NOT_FOUND' }, true],
    [{ refused: 'SOMETHING_ELSE' }, false],
    [{ output: {} }, false],
    [null, false],
    ['NOT_FOUND', false],
  ])('%j: %s', (value, expected) => {
    expect(isRefusal(value)).toBe(expected);
  });
});

test('a check of code that gave up says why, and that nothing is known of the code', () => {
  const { status, body } = refusalResponse(refuse('CODE_CHECK_GAVE_UP'));
  expect(status).toBe(422);
  expect(body).toMatchObject({
    detail: expect.stringMatching(/ran out of time or memory.*not known whether the code can run/),
    code: 'CODE_CHECK_GAVE_UP',
  });
  expect(JSON.stringify(body)).not.toMatch(/no problem|no mistake/i);
});
