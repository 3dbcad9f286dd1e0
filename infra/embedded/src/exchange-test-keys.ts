// The keys of the local exchange's ready account with play money, as run.json shows them.
import { createHash } from 'node:crypto';
import type { Secrets } from './secrets.ts';

export type ExchangeTestKeys = { readonly api_key: string; readonly api_secret: string };

/** True if the environment names another exchange than the local stand-in. */
export const isExchangeElsewhere = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env.EXCHANGE_URL || env.EXCHANGE_ID);

/** In the exchange's format, the same at every start of a home. */
export const exchangeTestKeys = ({ EXCHANGE_TEST_SECRET }: Secrets): ExchangeTestKeys => {
  const derived = (use: string): string =>
    createHash('sha256').update(`${use} ${EXCHANGE_TEST_SECRET}`).digest('hex');
  return { api_key: derived('key'), api_secret: derived('secret') };
};
