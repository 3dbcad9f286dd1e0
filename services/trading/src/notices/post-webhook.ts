// Sends one signed request to a webhook: to a public address, without following redirects, within a time limit.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { addressProblem, ClosedAddress, openLookup } from './webhook-address.ts';

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
const GONE = 410;

const answerOf = (status: number): WebhookAnswer => {
  if (status >= 200 && status < 300) return { outcome: 'delivered', detail: `HTTP ${status}` };
  const isRedirect = status >= 300 && status < 400;
  const detail = isRedirect ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`;
  return { outcome: 'refused', detail, isFinal: status === GONE };
};

/** What hinders a connection, by Node's code for it. */
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

const exchanged = ({ url, body, headers }: WebhookCall, isLocal: boolean): Promise<number> =>
  new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp;
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: openLookup(isLocal),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      agent: false,
    } as const;
    const sent = send(url, options, (response) => {
      resolve(response.statusCode ?? 0);
      // What it says is not read.
      response.on('error', () => undefined).destroy();
    });
    sent.on('error', reject).end(body);
  });

export const postWebhook = async (call: WebhookCall, isLocal: boolean): Promise<WebhookAnswer> => {
  const problem = addressProblem(call.url, isLocal);
  if (problem !== null) return { outcome: 'refused', detail: problem, isFinal: true };
  try {
    return answerOf(await exchanged(call, isLocal));
  } catch (cause) {
    return { outcome: 'refused', detail: problemOf(cause), isFinal: false };
  }
};
