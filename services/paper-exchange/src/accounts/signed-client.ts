// A client of the exchange for tests: signs requests as Binance's documentation says, and opens play accounts.
import { createHmac } from 'node:crypto';

export type TestKeys = { readonly apiKey: string; readonly apiSecret: string };
export type Reply = { readonly status: number; readonly headers: Headers; readonly body: ReplyBody };
/** Whatever came back, read field by field in a test. */
type ReplyBody = Record<string, unknown> & { readonly code?: number; readonly msg?: string };

const TIMEOUT_MS = 10_000;

/** Calls a path of the stand-in's own. */
export const control = async (url: string, route: string, body?: object): Promise<Reply> => {
  const [method = 'GET', path = ''] = route.split(' ');
  const response = await fetch(url + path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as ReplyBody };
};

export const openTestAccount = async (url: string, order: object = {}): Promise<TestKeys> => {
  const { body } = await control(url, 'POST /play-accounts', { capital_usdt: 10_000, ...order });
  return { apiKey: String(body.api_key), apiSecret: String(body.api_secret) };
};

/** Sends signed requests of an account; `timestamp` and `signature` may be given to send wrong ones. */
export const signedClient = (url: string, keys: TestKeys, now: () => number) => {
  const signed = (parameters: Record<string, string | number>): string => {
    const text = new URLSearchParams(
      Object.entries({ timestamp: now(), ...parameters }).map(([name, value]) => [name, String(value)]),
    ).toString();
    if ('signature' in parameters) return text;
    return `${text}&signature=${createHmac('sha256', keys.apiSecret).update(text).digest('hex')}`;
  };
  return async (route: string, parameters: Record<string, string | number> = {}): Promise<Reply> => {
    const [method = 'GET', path = ''] = route.split(' ');
    const text = signed(parameters);
    const response = await fetch(url + path + (method === 'POST' ? '' : `?${text}`), {
      method,
      headers: { 'x-mbx-apikey': keys.apiKey, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' && { body: text }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as ReplyBody };
  };
};
