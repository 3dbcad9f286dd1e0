// Answers requests that Node's HTTP parser gives up on, in the catalogue's words and with the headers of every answer.
import { randomUUID } from 'node:crypto';
import { IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Refusal, refusalResponse, refuse } from '@tradeium/contracts';
import type { Metrics } from '@tradeium/service-kit';
import type { RequestHandler } from 'express';

/** Of all headers together. */
export const HEADERS_BYTES_MAX = 16 * 1024;

/** The refusal that a parser's error means to a client. */
export const refusalOfBroken = (code: string | undefined): Refusal => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse('REQUEST_TIMEOUT');
  const limit = `${HEADERS_BYTES_MAX / 1024} KB`;
  if (code === 'HPE_HEADER_OVERFLOW') return refuse('HEADERS_TOO_LARGE', { limit });
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return refuse('BODY_TOO_LARGE', { limit: `${limit} of chunk extensions` });
  return refuse('INVALID_REQUEST', { problem: 'it is not valid HTTP' });
};

/** The headers that `handler` gives to any answer. */
const headersOf = (handler: RequestHandler): string[] => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  handler(
    request as Parameters<RequestHandler>[0],
    response as Parameters<RequestHandler>[1],
    () => undefined,
  );
  return Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${String(value)}`);
};

const answerText = (refusal: Refusal, headers: readonly string[]): string => {
  const { status, body } = refusalResponse(refusal);
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    `x-request-id: ${randomUUID()}`,
    `date: ${new Date().toUTCString()}`,
    'connection: close',
    '',
    text,
  ].join('\r\n');
};

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * True if an error can be answered: not while an earlier request waits for its answer, and not once an answer has
 * begun, as the client would take this one for that or for a part of it.
 */
const isAnswerable = (open: readonly Exchange[]): boolean => {
  const [first, ...others] = open;
  return (
    first === undefined || (others.length === 0 && !first.request.complete && !first.response.headersSent)
  );
};

/** Answers what no handler ever sees; cuts the connection where an answer would be taken for another request's. */
export const answerBrokenRequests = (
  server: Server,
  { metrics, security }: { metrics: Metrics; security: RequestHandler },
): void => {
  const headers = headersOf(security);
  const exchanges = new WeakMap<Duplex, Exchange[]>();
  const openOn = (socket: Duplex): Exchange[] =>
    (exchanges.get(socket) ?? []).filter(({ response }) => !response.writableFinished);
  server.on('request', (request, response) => {
    exchanges.set(request.socket, [...openOn(request.socket), { request, response }]);
  });
  // An expectation that we do not know does not change the request.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (cause: Error & { code?: string }, socket) => {
    const isGone = !socket.writable || cause.code === 'ECONNRESET';
    if (isGone || !isAnswerable(openOn(socket))) return socket.destroy();
    const refusal = refusalOfBroken(cause.code);
    metrics.observeRequest('http.broken', refusal.refused, 0);
    socket.end(answerText(refusal, headers), () => socket.destroy());
  });
};
