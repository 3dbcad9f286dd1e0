// Opens an account with play money at the paper exchange.
import { z } from 'zod';
import { ExchangeUnavailable } from './exchange-account.ts';
import type { Keys } from './request-trace.ts';

const TIMEOUT_MS = 10_000;
const answer = z.object({ api_key: z.string(), api_secret: z.string() });

/** `capitalUsdt` is a decimal; each call opens its own account. */
export const openPlayAccount = async (url: string, capitalUsdt: string): Promise<Keys> => {
  try {
    const response = await fetch(`${url}/play-accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ capital_usdt: capitalUsdt }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { api_key: apiKey, api_secret: apiSecret } = answer.parse(await response.json());
    return { apiKey, apiSecret };
  } catch (cause) {
    throw new ExchangeUnavailable(`the paper exchange opened no account at ${url}`, { cause });
  }
};
