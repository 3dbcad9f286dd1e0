// Sends one request to the payment provider and reads its answer as a stranger's: in time, bounded, never elsewhere.
import { setTimeout as delay } from 'node:timers/promises';
import { parseExactly } from './exact-json.ts';

export type ProviderRequest = {
  readonly method: 'GET' | 'POST';
  /** Below the API's own URL, without a leading slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly timeoutMs: number;
};

/** `body` is parsed JSON whose numbers are text, or undefined when it was none. */
export type ProviderReply = { readonly status: number; readonly body: unknown };

const BYTES_MAX = 1024 * 1024;
/** Pauses before the second and third try. */
const RETRY_PAUSES_MS = [200, 800];

const readBounded = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new Error(`the payment provider sends more than ${BYTES_MAX} bytes`);
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

/** Sends a request once. Rejects when no answer comes in time, and follows nobody who points elsewhere. */
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

const isPassing = ({ status }: ProviderReply): boolean => status === 429 || status >= 500;

/** Sends a request that changes nothing, at most three times while the provider is away or overloaded. */
export const sendPatiently = async (url: string, request: ProviderRequest): Promise<ProviderReply> => {
  for (let attempt = 0; ; attempt += 1) {
    const pauseMs = RETRY_PAUSES_MS[attempt];
    try {
      const reply = await sendOnce(url, request);
      if (!isPassing(reply) || pauseMs === undefined) return reply;
    } catch (cause) {
      if (pauseMs === undefined) throw cause;
    }
    await delay(pauseMs);
  }
};
