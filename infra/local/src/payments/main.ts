// Runs the payment provider as a process: PORT (0 picks one), its shared secrets, and a line of JSON when ready.
import { readPort, runUntilStopped } from '../process.ts';
import { startPayments } from './payments.ts';

/** The provider needs them: without them its notices are worthless. */
const needed = (variable: string): string => {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set`);
  return value;
};

const port = readPort('PORT');
const { NOWPAYMENTS_EMAIL: email, NOWPAYMENTS_PASSWORD: password } = process.env;
const payments = await startPayments({
  port,
  apiKey: needed('NOWPAYMENTS_API_KEY'),
  noticeSecret: needed('NOWPAYMENTS_IPN_SECRET'),
  credentials: email && password ? { email, password } : undefined,
  directory: process.env.PAYMENTS_DIRECTORY,
});
runUntilStopped({ url: payments.url }, payments.close);
