// Tells operators and probes how a process is: /healthz (alive), /readyz (takes work), /metrics (figures).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

export type HealthServer = { readonly port: number; setReady(ready: boolean): void; close(): void };

/** Listens on `host` and `port` (0 picks one); not ready until told so. */
export const startHealthServer = async (options: {
  host: string;
  port: number;
  metrics: Metrics;
  /** Figures for /readyz, for example the projections' lag. */
  details: () => object;
}): Promise<HealthServer> => {
  let ready = false;
  const server = createServer(async (request, response) => {
    if (request.url === '/metrics') {
      response.setHeader('content-type', options.metrics.contentType);
      response.end(await options.metrics.text());
      return;
    }
    const known = request.url === '/healthz' || request.url === '/readyz';
    const fine = request.url === '/healthz' || ready;
    response.writeHead(known ? (fine ? 200 : 503) : 404, { 'content-type': 'application/json' });
    response.end(known ? JSON.stringify({ ready, ...options.details() }) : '{}');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    setReady: (value) => {
      ready = value;
    },
    close: () => server.close(),
  };
};
