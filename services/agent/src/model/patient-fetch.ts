// `fetch` for the client of a model server: an answer is read on demand, everything that has arrived so far.
import { once } from 'node:events';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

/** Sooner than servers end idle connections: one that is just being ended would fail the request. */
const KEPT_IDLE_MS = 30_000;

/** The built-in `fetch` takes each piece apart as it comes, which costs several times as much for answers in small pieces. */
const bodyOf = (answer: IncomingMessage): ReadableStream<Uint8Array> => {
  const { socket } = answer;
  let pieces: Buffer[] = [];
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const deliver = () => {
          if (pieces.length === 0) return;
          socket.pause();
          controller.enqueue(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces));
          pieces = [];
        };
        answer.pause();
        answer.on('data', (bytes: Buffer) => {
          // All pieces that have come by now come in one.
          if (pieces.push(bytes) === 1) queueMicrotask(deliver);
        });
        answer.once('end', () => {
          deliver();
          // Another request may have the connection now.
          socket.resume();
          controller.close();
        });
        answer.once('error', (cause) => controller.error(cause));
      },
      pull: () => {
        answer.resume();
        socket.resume();
      },
      cancel: () => void answer.destroy(),
    },
    { highWaterMark: 0 },
  );
};

const ignore = () => undefined;

/**
 * Makes `fetch`. Connections are kept for a while for the next request. Redirects are not followed: what is asked holds keys
 * and prompts. `onSent` hears when all of a request has left on a connection that stands, unless the answer was first.
 */
export const openPatientFetch = (): ((onSent?: () => void) => typeof fetch) => {
  const kept = { keepAlive: true, timeout: KEPT_IDLE_MS };
  const http = new HttpAgent(kept);
  const https = new HttpsAgent(kept);
  return (onSent = ignore) =>
    async (input, { method = 'GET', headers, body, signal } = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const isSecure = url.protocol === 'https:';
      const options = {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        agent: isSecure ? https : http,
        ...(signal && { signal }),
      };
      const asked = isSecure ? requestHttps(url, options) : requestHttp(url, options);
      // Before the answer `once` rejects with it, and afterwards the answer has it, too.
      asked.on('error', ignore);
      asked.once('finish', onSent);
      asked.end(body ?? undefined);
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      asked.off('finish', onSent);
      const fields = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      return new Response(bodyOf(answer), { status: answer.statusCode ?? 0, headers: fields });
    };
};
