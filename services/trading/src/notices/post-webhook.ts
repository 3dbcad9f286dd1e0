// Sends one signed request to a webhook: to a public address, without following redirects, within a time limit.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { addressProblem, ClosedAddress, isLocalUrl, openLookup } from './webhook-address.ts';

export type WebhookAnswer =
  | { readonly outcome: 'delivered'; readonly detail: string }
  /** `isFinal`: asking again makes no sense. */
  | { readonly outcome: 'refused'; readonly detail: string; readonly isFinal: boolean };

export type WebhookCall = {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

const TIMEOUT_MS = 10_000;
/** A server on this machine has no way to go. */
const LOCAL_TIMEOUT_MS = 3_000;
const GONE = 410;

const isTaken = (status: number): boolean => status >= 200 && status < 300;

const answerOf = (status: number): WebhookAnswer => {
  if (isTaken(status)) return { outcome: 'delivered', detail: `HTTP ${status}` };
  const isRedirect = status >= 300 && status < 400;
  const detail = isRedirect ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`;
  return { outcome: 'refused', detail, isFinal: status === GONE };
};

/** The hindrances of a connection, by Node's code for them. */
const HINDRANCES: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|EAI_)/, 'nobody knows the name in the address'],
  [/^ECONNREFUSED$/, 'the connection was refused'],
  [/^(ECONNRESET|EPIPE)$/, 'the connection was cut'],
  [/CERT|SELF_SIGNED|^ERR_TLS|^UNABLE_TO/, 'the certificate is not valid'],
];

/** In words without addresses, which are secrets in part. */
const problemOf = (cause: unknown): string => {
  if (cause instanceof ClosedAddress) return 'the address leads to no public network';
  const { code, name } = cause as { code?: string; name?: string };
  if (name === 'TimeoutError' || name === 'AbortError') return `no answer within ${TIMEOUT_MS / 1_000} s`;
  return HINDRANCES.find(([hindrance]) => hindrance.test(code ?? ''))?.[1] ?? 'there is no connection';
};

/** Sends it, and resolves to the status of the answer. */
const exchanged = (
  { url, body, headers }: WebhookCall,
  isLocal: boolean,
  timeoutMs: number,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp;
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: openLookup(isLocal),
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
    } as const;
    const sent = send(url, options, (response) => {
      resolve(response.statusCode ?? 0);
      // The body is not read.
      response.on('error', () => undefined).destroy();
    });
    sent.on('error', reject).end(body);
  });

/**
 * To a server on this machine. Only one that takes the notice shows; all else has one answer after one time, since it would tell
 * on which ports something listens, and what.
 */
const postHere = async (call: WebhookCall): Promise<WebhookAnswer> => {
  const over = delay(LOCAL_TIMEOUT_MS);
  const status = await exchanged(call, true, LOCAL_TIMEOUT_MS).catch(() => 0);
  if (isTaken(status)) return { outcome: 'delivered', detail: 'taken by a server on this machine' };
  await over;
  return { outcome: 'refused', detail: 'it could not be delivered on this machine', isFinal: false };
};

export const postWebhook = async (call: WebhookCall, isLocal: boolean): Promise<WebhookAnswer> => {
  const problem = addressProblem(call.url, isLocal);
  if (problem !== null) return { outcome: 'refused', detail: problem, isFinal: true };
  if (isLocal && isLocalUrl(call.url)) return postHere(call);
  try {
    return answerOf(await exchanged(call, isLocal, TIMEOUT_MS));
  } catch (cause) {
    return { outcome: 'refused', detail: problemOf(cause), isFinal: false };
  }
};
