// Forms refuse in the catalogue's words, one error a field, the first one that applies.
import { chatName, loginInput, registerInput } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { formErrors } from './form-errors.ts';

describe('login', () => {
  // spec: accounts.14
  test('both fields are required', () => {
    expect(formErrors(loginInput, { email: ' ', password: '' })).toEqual({
      email: 'Email or username is required',
      password: 'Password is required',
    });
  });

  // spec: accounts.15
  test('a short name is neither email nor username', () => {
    expect(formErrors(loginInput, { email: 'ab', password: 'x' })).toEqual({
      email: 'Please enter a valid email address or username',
    });
  });

  test('nothing to say about a complete form', () => {
    expect(formErrors(loginInput, { email: 'ada', password: 'x' })).toEqual({});
  });
});

describe('registration', () => {
  test.each([
    [
      { email: '', password: '' },
      { email: 'Email is required', password: 'Password is required' },
    ],
    [
      { email: 'ada@', password: '12345' },
      { email: 'Please enter a valid email address', password: 'Password must be at least 6 characters' },
    ],
    [{ email: 'ada@example.org', password: '123456' }, {}],
  ])('%o', (values, errors) => {
    expect(formErrors(registerInput, values)).toEqual(errors);
  });
});

describe("a chat's name", () => {
  test.each([
    ['', { '': 'Please enter a name for your backtest session' }],
    ['ab', { '': 'Name must be at least 3 characters long' }],
    ['x'.repeat(51), { '': 'Name must be 50 characters or less' }],
    ['Trend', {}],
  ])('%s', (name, errors) => {
    expect(formErrors(chatName, name)).toEqual(errors);
  });
});
