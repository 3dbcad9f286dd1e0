// For tests: a gateway on a real NATS server, with small responders in place of the services.
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import {
  MESSAGES,
  type OperatorRole,
  ROUTES,
  type RouteTable,
  rolesChangedSubject,
  subjectOf,
  type User,
} from '@tradeium/contracts';
import { startNats } from '@tradeium/embedded';
import {
  answer,
  type Blobs,
  connectNats,
  type Handler,
  handler,
  natsAccess,
  openBlobs,
  openLog,
  openMetrics,
  openRequestClient,
  openStreamHost,
  type RequestContext,
  readConfig,
  serveRequests,
} from '@tradeium/service-kit';
import { commitHeaders, signingKeys } from '@tradeium/testing';
import jsonwebtoken from 'jsonwebtoken';
import type { NatsConnection } from 'nats';
import { gatewayConfig } from '../src/config.ts';
import { type GatewayParts, gatewayParts } from '../src/gateway-parts.ts';
import { listen } from '../src/server.ts';
import { sessionIdOf } from '../src/sessions/session-token.ts';

const RESUME_WITHIN_MS = 3_000;
const SECRET = 'a secret of the tests, long enough to sign with';

export const userNamed = (name: string): User => ({
  id: `user-${name}`,
  email: `${name}@example.com`,
  username: name,
  email_verified: true,
  created_at: '2025-01-01T00:00:00.000Z',
});

/** A token as the auth service signs it, with a test's changes. */
export const tokenOf = (userId: string, sid: string, options: { secret?: string; expiresIn?: number } = {}) =>
  jsonwebtoken.sign({ sid }, options.secret ?? SECRET, {
    subject: userId,
    expiresIn: options.expiresIn ?? 3_600,
    algorithm: 'HS256',
  });

/** The text of a stream up to its end, or until it contains `until`. */
export const readStream = async (response: Response, until?: string): Promise<string> => {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (until !== undefined && text.includes(until)) break;
  }
  return text;
};

/** The data of the events in a stream's text. */
export const eventsIn = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)));

/** One gateway. */
export type GatewayUnderTest = {
  readonly url: string;
  readonly parts: GatewayParts;
  /** A request as our own pages send it; `body` is sent as JSON. */
  send(path: string, options?: Sent): Promise<Response>;
};

export type Edge = GatewayUnderTest & {
  /** The services' connection. */
  readonly nc: NatsConnection;
  readonly blobs: Blobs;
  /** Live sessions by id, as the auth service knows them. */
  readonly sessions: Map<string, User>;
  /** The roles of operators, by user id. */
  readonly roles: Map<string, OperatorRole>;
  /** The contexts of session look-ups, oldest first. */
  readonly sessionQueries: RequestContext[];
  /** Signs a user in with a token of this `sid`; returns the Cookie header of the session. */
  signIn(user: User, sid?: string): string;
  /** Ends a session as the auth service does, with its event. */
  endSession(sid: string): Promise<void>;
  /** Revokes an access token as the auth service does, with its event. */
  revokeToken(userId: string, tokenId: string): Promise<void>;
  /** Gives a role, or takes it, as the auth service does. */
  setRole(user: User, role: OperatorRole | null): Promise<void>;
  /** Starts another gateway on the same NATS server. */
  addGateway(): Promise<GatewayUnderTest & { close(): Promise<void> }>;
  close(): Promise<void>;
};

type Sent = {
  readonly method?: string;
  readonly cookie?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

const buildWeb = async (directory: string): Promise<void> => {
  await mkdir(join(directory, 'assets'), { recursive: true });
  await writeFile(
    join(directory, 'index.html'),
    '<!doctype html><html data-visitor="guest"><title>Landing</title><link href="https://public-url.invalid/">',
  );
  await writeFile(
    join(directory, 'app.html'),
    "<!doctype html><title>Tradeium</title><script>document.title = 'Tradeium';</script>",
  );
  await writeFile(
    join(directory, 'workspace.html'),
    '<!doctype html><title>Tradeium</title><script>let scheme;</script>workspace',
  );
  await writeFile(
    join(directory, 'assets', 'main-1a2b3c4d.js'),
    `export const text = '${'word '.repeat(1_000)}';\n`,
  );
  const compressed = join(directory, 'assets', 'main-5e6f7a8b.js');
  await writeFile(compressed, 'export const text = "plain";');
  await writeFile(`${compressed}.br`, brotliCompressSync('export const text = "compressed";'));
  await writeFile(join(directory, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
};

const sendTo =
  (url: string): Edge['send'] =>
  (path, { method, cookie, body, headers, signal } = {}) =>
    fetch(url + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        origin: url,
        // Without it, fetch bypasses caches wherever a test revalidates by itself.
        'cache-control': 'max-age=0',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(cookie !== undefined && { cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });

/** A gateway on a free port, wired like its `main.ts`. */
const startGateway = async (
  natsUrl: string,
  directory: string,
  environment: Readonly<Record<string, string>>,
  routes: RouteTable = ROUTES,
) => {
  const config = readConfig(gatewayConfig, {
    PORT: '0',
    HOST: '127.0.0.1',
    SESSION_SECRET: SECRET,
    ...signingKeys('gateway'),
    WEB_DIRECTORY: join(directory, 'web'),
    LOG_LEVEL: 'fatal',
    ...environment,
  });
  const log = openLog('gateway', config.LOG_LEVEL);
  // A test's own routes are in no manifest: only an operator may ask them.
  const user = routes === ROUTES ? 'gateway' : 'operator';
  const nc = await connectNats(natsAccess(natsUrl, signingKeys(user)), user, log);
  const blobs = openBlobs({ directory: join(directory, '.blobs') });
  const stopping = new AbortController();
  const parts = gatewayParts({
    config,
    log,
    metrics: openMetrics('gateway'),
    nc,
    blobs,
    client: openRequestClient(nc, blobs),
    stopping: stopping.signal,
    routes,
  });
  const server = await listen(parts);
  await nc.flush();
  let closing: Promise<void> | undefined;
  const end = async () => {
    stopping.abort();
    await server.close();
    await parts.streamHost.stop();
    await parts.studyFiles.close();
    await nc.close();
  };
  const close = () => {
    closing ??= end();
    return closing;
  };
  const url = `http://127.0.0.1:${server.port}`;
  return { parts, url, send: sendTo(url), close };
};

/** Stands in for the services: sessions come from the map, everything else from `handlers`. */
const startResponders = async (
  natsUrl: string,
  { blobs, log }: GatewayParts,
  handlers: readonly Handler[],
): Promise<Pick<Edge, 'nc' | 'sessions' | 'roles' | 'sessionQueries'>> => {
  const sessions = new Map<string, User>();
  const roles = new Map<string, OperatorRole>();
  const sessionQueries: RequestContext[] = [];
  const getSession = handler(MESSAGES.getSession, async ({ sessionId }, context) => {
    sessionQueries.push(context);
    const user = sessions.get(sessionId) ?? null;
    return answer({ user, role: (user && roles.get(user.id)) ?? null });
  });
  const nc = await connectNats(natsAccess(natsUrl, signingKeys('operator')), 'operator', log);
  serveRequests({
    nc,
    handlers: [getSession, ...handlers],
    log,
    metrics: openMetrics('services'),
    blobs,
    waitForWrites: async () => undefined,
    streams: openStreamHost({ nc, log, resumeWithinMs: RESUME_WITHIN_MS }),
  });
  await nc.flush();
  return { nc, sessions, roles, sessionQueries };
};

/** Ends sessions and changes roles as the auth service does. */
const authOf = ({ nc, sessions, roles }: Pick<Edge, 'nc' | 'sessions' | 'roles'>) => {
  const publish = async (userId: string, type: string, data: object) => {
    const subject = subjectOf('auth', 'user', userId);
    const meta = { commandId: randomBytes(8).toString('hex'), at: new Date().toISOString() };
    const commit = JSON.stringify({ events: [{ type, data }], meta });
    nc.publish(subject, commit, { headers: commitHeaders(subject, commit, 0) });
    await nc.flush();
  };
  return {
    endSession: async (sid: string) => {
      const sessionId = sessionIdOf(sid);
      const userId = sessions.get(sessionId)?.id ?? '';
      sessions.delete(sessionId);
      await publish(userId, 'SessionsEnded', { userId, sessionIds: [sessionId], reason: 'revoked' });
    },
    revokeToken: (userId: string, tokenId: string) =>
      publish(userId, 'AccessTokensRevoked', { userId, tokenIds: [tokenId], reason: 'revoked' }),
    setRole: async ({ id }: User, role: OperatorRole | null) => {
      if (role) roles.set(id, role);
      else roles.delete(id);
      nc.publish(rolesChangedSubject(id));
      await nc.flush();
    },
  };
};

/** Starts NATS, a gateway and the responders; `environment` overrides the gateway's configuration. */
export const startEdge = async (
  handlers: readonly Handler[] = [],
  environment: Readonly<Record<string, string>> = {},
  { routes }: { readonly routes?: RouteTable } = {},
): Promise<Edge> => {
  const directory = await mkdtemp(join(tmpdir(), 'tradeium-gateway-'));
  const server = await startNats({ dataDirectory: join(directory, 'nats') });
  await buildWeb(join(directory, 'web'));
  const start = () => startGateway(server.url, directory, environment, routes);
  const first = await start();
  const gateways = [first];
  const responders = await startResponders(server.url, first.parts, handlers);
  return {
    ...responders,
    ...authOf(responders),
    url: first.url,
    parts: first.parts,
    blobs: first.parts.blobs,
    send: first.send,
    signIn: (user, sid = randomBytes(12).toString('hex')) => {
      responders.sessions.set(sessionIdOf(sid), user);
      return `tradeium_session=${tokenOf(user.id, sid)}`;
    },
    addGateway: async () => {
      const gateway = await start();
      gateways.push(gateway);
      return gateway;
    },
    close: async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()));
      await responders.nc.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
