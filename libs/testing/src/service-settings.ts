// The settings that services under test have in common.

/** With which a service wraps the keys of its users. */
export const MASTER_KEY = 'a master key of the tests, long enough';

/** Of a ledger in which nobody buys: its payment provider cannot be reached. */
export const NO_PAYMENTS = {
  PUBLIC_URL: 'http://localhost:4000',
  NOWPAYMENTS_API_URL: 'http://localhost:1',
  NOWPAYMENTS_API_KEY: 'a key of the tests',
  NOWPAYMENTS_IPN_SECRET: 'a secret of the tests',
};
