// Answers operators and probes: /healthz (alive), /readyz (takes requests), /readyz/all (can do everything), /metrics.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allWork, type Capabilities } from './capabilities.ts';
import { listenOn } from './listen-on.ts';
import type { Metrics } from './metrics.ts';
import { admitOnlyThisMachine } from './this-machine.ts';

export type HealthServer = { readonly port: number; setReady(ready: boolean): void; close(): void };

const LOOPBACK = /^(127\.|localhost$|::1$)/;

const sendJson = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

/** Listens on `host` and `port` (0 picks one); not ready until `setReady(true)`. */
export const startHealthServer = async (options: {
  host: string;
  port: number;
  metrics: Metrics;
  /** The list of /readyz: which parts work, and why the rest doesn't. */
  capabilities: Capabilities;
}): Promise<HealthServer> => {
  const { metrics } = options;
  let ready = false;
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' && method !== 'HEAD') sendJson(response, 405, {});
    else if (url === '/metrics') {
      response.setHeader('content-type', metrics.contentType);
      response.end(await metrics.text());
    } else if (url === '/healthz') {
      sendJson(response, 200, { alive: true });
    } else if (url === '/readyz' || url === '/readyz/all') {
      const status = await options.capabilities.status();
      const isFine = ready && (url === '/readyz' || allWork(status));
      const capabilities = { ...status, ...options.capabilities.reported() };
      sendJson(response, isFine ? 200 : 503, { ready, capabilities });
    } else sendJson(response, 404, {});
  });
  // Probes of containers come from elsewhere, under names of their network.
  if (LOOPBACK.test(options.host)) admitOnlyThisMachine(server);
  await listenOn(server, options, { port: 'HEALTH_PORT', host: 'HEALTH_HOST' });
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    setReady: (value) => {
      ready = value;
    },
    close: () => server.close(),
  };
};
