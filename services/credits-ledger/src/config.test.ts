// Without everything that payments need, the ledger does not start.
import { readConfig } from '@tradeium/service-kit';
import { expect, test } from 'vitest';
import { config } from './config.ts';

const COMPLETE = {
  PUBLIC_URL: 'https://tradeium.example',
  NOWPAYMENTS_API_URL: 'https://api.nowpayments.io',
  NOWPAYMENTS_API_KEY: 'key',
  NOWPAYMENTS_IPN_SECRET: 'x'.repeat(16),
  SIGNING_KEY: 'a',
  SIGNING_PUBLIC_KEYS: 'b',
};

test('the account at the provider is optional', () => {
  expect(readConfig(config, COMPLETE)).toMatchObject({ ...COMPLETE, NOWPAYMENTS_EMAIL: '' });
});

test.each(Object.keys(COMPLETE))('%s is needed', (name) => {
  expect(() => readConfig(config, { ...COMPLETE, [name]: undefined })).toThrow(name);
  expect(() => readConfig(config, { ...COMPLETE, [name]: '' })).toThrow(name);
});

test.each([
  ['NOWPAYMENTS_IPN_SECRET', 'x'.repeat(15)],
  ['NOWPAYMENTS_API_URL', 'file:///etc/passwd'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
])('%s may not be %s', (name, value) => {
  expect(() => readConfig(config, { ...COMPLETE, [name]: value })).toThrow(name);
});
