// What the gateway's parts share: configuration, connections, routes, and what it remembers of sessions.
import { ROUTES, type RouteTable } from '@tradeium/contracts';
import type { Blobs, Log, Metrics, RequestClient } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import type { GatewayConfig } from './config.ts';
import { type KnownWritesBySession, openKnownWrites } from './read-your-writes.ts';
import { openSessions, type Sessions } from './session.ts';
import { type SessionCookie, sessionCookie } from './session-cookie.ts';
import { type SessionToken, tokenReader } from './session-token.ts';

/** What the gateway is given; `stopping` is aborted when the process is about to end. */
export type GatewayInit = {
  readonly config: GatewayConfig;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly nc: NatsConnection;
  readonly blobs: Blobs;
  readonly client: RequestClient;
  readonly stopping: AbortSignal;
  /** The routes to mount; the contracts' table when absent. */
  readonly routes?: RouteTable;
};

export type GatewayParts = GatewayInit & {
  readonly routes: RouteTable;
  readonly cookie: SessionCookie;
  /** Reads a session token; undefined when it is not valid. */
  readonly tokenOf: (token: string) => SessionToken | undefined;
  readonly sessions: Sessions;
  readonly writes: KnownWritesBySession;
};

export const gatewayParts = (init: GatewayInit): GatewayParts => {
  const writes = openKnownWrites();
  return {
    ...init,
    routes: init.routes ?? ROUTES,
    writes,
    cookie: sessionCookie(init.config.PUBLIC_URL),
    tokenOf: tokenReader(init.config.SESSION_SECRET),
    sessions: openSessions(init.nc, init.client, writes),
  };
};
