// The gateway's end: a client that is just sending on a connection kept open loses nothing.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Edge, startEdge } from '../tests/edge-under-test.ts';

type Answered = { readonly status?: number | undefined; readonly headers: IncomingHttpHeaders };

let edge: Edge;
let agent: Agent;

beforeEach(async () => {
  edge = await startEdge();
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  agent.destroy();
  await edge.close();
});

const get = (): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const sent = request(`${edge.url}/favicon.svg`, { agent }, (response) => {
      response
        .resume()
        .once('end', () => resolve({ status: response.statusCode, headers: response.headers }));
    });
    sent.once('error', reject).end();
  });

test('a request on an idle connection is still answered while the gateway ends, and hears that it was the last', async () => {
  expect((await get()).headers.connection).toBe('keep-alive');
  const closing = edge.close();
  const last = await get();
  expect([last.status, last.headers.connection]).toEqual([200, 'close']);
  await closing;
  await expect(get()).rejects.toThrow('ECONNREFUSED');
});

test('an idle connection that says nothing does not hold up the end', async () => {
  await get();
  await expect(edge.close()).resolves.toBeUndefined();
});
