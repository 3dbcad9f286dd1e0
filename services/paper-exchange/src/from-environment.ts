// Starts the exchange as its process's environment says.
import { setFlagsFromString } from 'node:v8';
import { port, readConfig } from '@tradeium/service-kit/config';
import { readReach } from '@tradeium/service-kit/reach';
import { z } from 'zod';
import { startExchange } from './exchange.ts';

const text = z.string().default('');
const config = z.object({
  EXCHANGE_PORT: port.default(0),
  EXCHANGE_TEST_API_KEY: text,
  EXCHANGE_TEST_API_SECRET: text,
});

/** Answers with its address as its process reports it; rejects for a wrong setting or a port that is taken. */
export const startFromEnvironment = async (): Promise<{
  ready: { exchange: string };
  close(): Promise<void>;
}> => {
  // Answers are short-lived garbage; without room to grow for it the process stays 50 MB smaller, at the same speed.
  setFlagsFromString('--semi-space-growth-factor=1');
  const { EXCHANGE_DIRECTORY: directory } = process.env;
  const settings = readConfig(config);
  const { EXCHANGE_TEST_API_KEY: apiKey, EXCHANGE_TEST_API_SECRET: apiSecret } = settings;
  const testKeys = apiKey && apiSecret ? { apiKey, apiSecret } : undefined;
  const { url, close } = await startExchange({
    ...readReach(),
    port: settings.EXCHANGE_PORT,
    directory,
    testKeys,
  });
  return { ready: { exchange: url }, close };
};
