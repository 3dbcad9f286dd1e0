// Sends requests to the payment provider and trusts nothing about its answers: not their time, size or redirects.
import { OutsideFailure } from '@tradeium/service-kit';
import pRetry from 'p-retry';
import { parseExactly } from './exact-json.ts';

export type ProviderRequest = {
  readonly method: 'GET' | 'POST';
  /** Below the API's own URL, without a leading slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly timeoutMs: number;
};

/** `body` is parsed JSON with numbers as text, or undefined when it was invalid. */
export type ProviderReply = { readonly status: number; readonly body: unknown };

const BYTES_MAX = 1024 * 1024;
/** Before the second and third attempt: 200 ms and 800 ms. */
const RETRIES = { retries: 2, minTimeout: 200, factor: 4 };

const readBounded = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX)
      throw new OutsideFailure(`the payment provider sends more than ${BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const jsonOf = (text: string): unknown => {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
};

/** Sends a request once. Rejects when no answer comes in time, and for a redirect. */
export const sendOnce = async (url: string, request: ProviderRequest): Promise<ProviderReply> => {
  const { method, path, headers, body, timeoutMs } = request;
  const response = await fetch(new URL(path, url), {
    method,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, body: jsonOf(await readBounded(response)) };
};

/** An answer that another attempt may improve. */
class PassingFailure extends OutsideFailure {
  readonly reply: ProviderReply;
  constructor(reply: ProviderReply) {
    super(`the payment provider answered with ${reply.status}`);
    this.reply = reply;
  }
}

/** Sends a request that changes nothing, at most three times while the provider is down or overloaded. */
export const sendPatiently = async (url: string, request: ProviderRequest): Promise<ProviderReply> => {
  const attempt = async (): Promise<ProviderReply> => {
    const reply = await sendOnce(url, request);
    if (reply.status === 429 || reply.status >= 500) throw new PassingFailure(reply);
    return reply;
  };
  try {
    return await pRetry(attempt, RETRIES);
  } catch (cause) {
    if (cause instanceof PassingFailure) return cause.reply;
    throw cause;
  }
};
