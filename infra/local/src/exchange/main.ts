// Runs the exchange as a process: PORT (0 picks one), and a line of JSON on stdout when it is ready.
import { setFlagsFromString } from 'node:v8';
import { readPort, runUntilStopped } from '../process.ts';
import { startExchange } from './exchange.ts';

// Answers are short-lived garbage; without room to grow for it the process stays 50 MB smaller, at the same speed.
setFlagsFromString('--semi-space-growth-factor=1');

const { EXCHANGE_TEST_API_KEY: apiKey, EXCHANGE_TEST_API_SECRET: apiSecret } = process.env;
const exchange = await startExchange({
  port: readPort('PORT'),
  directory: process.env.EXCHANGE_DIRECTORY,
  testKeys: apiKey && apiSecret ? { apiKey, apiSecret } : undefined,
});
runUntilStopped({ url: exchange.url }, exchange.close);
