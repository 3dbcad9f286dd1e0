// Sends a request over its own connection, once: no pool, no redirect, no second attempt by anything below us.
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';

export type OutgoingRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
};

/**
 * A pooled connection may be closed by the other end while a request is on its way, and then it is unknown whether it
 * arrived. `onConnected` is called as soon as the request may leave this machine.
 */
export const sendOnce = (
  url: string,
  { method, headers, body, signal }: OutgoingRequest,
  onConnected: () => void,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const isSecure = url.startsWith('https:');
    const send = isSecure ? requestSecure : requestPlain;
    const request = send(url, { method, headers, signal, agent: false });
    request.on('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', onConnected));
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const lines = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        const text = Buffer.concat(chunks).toString('utf8');
        const init = { status: response.statusCode ?? 0, headers: Object.fromEntries(lines) };
        resolve(new Response(text === '' ? null : text, init));
      });
    });
    request.end(body);
  });
