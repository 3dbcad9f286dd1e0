// Puts the gateway together: the common handlers, the API, its description, and the web app.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { refuse } from '@tradeium/contracts';
import { until } from '@tradeium/event-store/until';
import { listenOn } from '@tradeium/service-kit';
import express, { type Express } from 'express';
import { apiDocsRouter } from './documentation/api-docs.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { limitConnections, REQUEST_TIMEOUTS } from './limits/connection-limit.ts';
import { mcpRouter } from './mcp/mcp.ts';
import { answerBrokenRequests, HEADERS_BYTES_MAX } from './requests/broken-requests.ts';
import { checkHost } from './requests/host.ts';
import { noticeProxies } from './requests/proxy-warning.ts';
import { answerErrors, sendRefusal } from './requests/refusals.ts';
import { openScope } from './requests/request-scope.ts';
import { securityHeaders } from './requests/security.ts';
import { apiRouter } from './routes.ts';
import { webRouter } from './web.ts';

/** Longer than proxies keep an idle connection, so that they never reuse one that is being closed. */
const KEEP_ALIVE_MS = 65_000;
/** How long clients may still use open connections once the process is asked to end: an answer closes each. */
const FAREWELL_MS = 1_000;
/** How long requests may continue after that. */
const DRAIN_MS = 4_000;
const CLOSE_EVERY_MS = 50;

/** The Express app. API routes come first and win over pages by exact match. */
export const gatewayApp = (parts: GatewayParts): Express => {
  const { config, cookie, log } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('case sensitive routing', true);
  app.set('trust proxy', config.TRUST_PROXY);
  app.use(openScope(parts), securityHeaders(config.PUBLIC_URL), noticeProxies(config.TRUST_PROXY, log));
  app.use(checkHost(config.PUBLIC_URL));
  app.use(apiRouter(parts));
  app.use(mcpRouter(parts));
  app.use(apiDocsRouter(cookie.name));
  app.use('/api', (_request, response) => sendRefusal(response, refuse('NOT_FOUND')));
  app.use(
    webRouter({
      directory: config.WEB_DIRECTORY,
      publicUrl: config.PUBLIC_URL,
      hasSession: (request) => cookie.read(request) !== undefined,
    }),
  );
  app.use((_request, response) => sendRefusal(response, refuse('NOT_FOUND')));
  app.use(answerErrors(log));
  return app;
};

export type GatewayServer = {
  readonly port: number;
  /** Takes leave of open connections, accepts no more requests, lets open ones finish, and cuts off the rest after some seconds. */
  close(): Promise<void>;
};

type Answers = {
  /** How many requests are being answered. */
  underWay(): number;
  /** From now on, every answer closes its connection. */
  closeConnections(): void;
};

const watchAnswers = (server: Server): Answers => {
  const underWay = new Set<ServerResponse>();
  let isEnding = false;
  server.prependListener('request', (_request, response) => {
    if (isEnding) response.shouldKeepAlive = false;
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return {
    underWay: () => underWay.size,
    closeConnections: () => {
      isEnding = true;
      for (const response of underWay) response.shouldKeepAlive = false;
    },
  };
};

/** Lets clients hear that their connections end: one that is just sending on an idle connection must not lose its request. */
const sayFarewell = async (server: Server, answers: Answers): Promise<void> => {
  const connections = promisify(server.getConnections.bind(server));
  answers.closeConnections();
  const allClosed = async () => (await connections()) === 0 || undefined;
  await until(allClosed, { pauseMs: CLOSE_EVERY_MS, timeoutMs: FAREWELL_MS });
};

/** Idle connections, kept alive or opened in advance, would keep the server open. */
const closed = async (server: Server, answers: Answers): Promise<void> => {
  await sayFarewell(server, answers);
  await new Promise<void>((resolve) => {
    const closing = setInterval(() => {
      if (answers.underWay() === 0) server.closeAllConnections();
    }, CLOSE_EVERY_MS);
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearInterval(closing);
      clearTimeout(cut);
      resolve();
    });
  });
};

/** Listens on the configured port; rejects when it is taken. */
export const listen = async (parts: GatewayParts): Promise<GatewayServer> => {
  const { HOST, PORT, TRUST_PROXY, CONNECTIONS_PER_ADDRESS_MAX } = parts.config;
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADERS_BYTES_MAX,
    ...REQUEST_TIMEOUTS,
    // `checkHost` refuses it in the words of the catalogue.
    requireHostHeader: false,
  };
  const server = createServer(options, gatewayApp(parts));
  answerBrokenRequests(server, {
    metrics: parts.metrics,
    security: securityHeaders(parts.config.PUBLIC_URL),
  });
  limitConnections(server, TRUST_PROXY > 0 ? Number.POSITIVE_INFINITY : CONNECTIONS_PER_ADDRESS_MAX);
  const answers = watchAnswers(server);
  await listenOn(server, { port: PORT, host: HOST }, { port: 'PORT', host: 'HOST' });
  return { port: (server.address() as AddressInfo).port, close: () => closed(server, answers) };
};
