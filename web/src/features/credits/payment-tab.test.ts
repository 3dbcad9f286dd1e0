// Only addresses of the web are opened as a payment page.
import { expect, test } from 'vitest';
import { isWebAddress } from './payment-tab.ts';

test.each([
  ['https://nowpayments.io/payment/?iid=1', true],
  ['http://localhost:4100/pay/1', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['/relative', false],
  ['', false],
])('%s: %s', (address, isWeb) => {
  expect(isWebAddress(address)).toBe(isWeb);
});
