// The parts that the gateway's modules share: configuration, connections, routes, sessions, streams and counts.
import { ROUTES, type RouteTable } from '@tradeium/contracts';
import {
  type Blobs,
  type Log,
  type Metrics,
  openStreamClient,
  openStreamHost,
  type RequestClient,
  type StreamClient,
  type StreamHost,
} from '@tradeium/service-kit';
import { openThreads, type Threads } from '@tradeium/service-kit/threads';
import type { NatsConnection } from 'nats';
import { openSessionsWrites, type SessionsWrites } from './calls/read-your-writes.ts';
import type { GatewayConfig } from './config.ts';
import type * as studyFile from './handlers/study-file.ts';
import type { Counts } from './limits/counts.ts';
import { openSharedCounts } from './limits/gateway-exchange.ts';
import { type GrowthBudget, openGrowthBudget } from './limits/growth-budget.ts';
import { registrationCookie, type SecretCookie, sessionCookie } from './sessions/cookies.ts';
import { openSessions, type Sessions } from './sessions/session.ts';
import { type SessionToken, tokenReader } from './sessions/session-token.ts';
import { accountUpdates } from './streams/account-updates.ts';
import { openStreamPlaces, type StreamPlaces } from './streams/stream-places.ts';
import type { StreamSource } from './streams/stream-source.ts';

/** The gateway's inputs; `stopping` is aborted when the process is about to end. */
export type GatewayInit = {
  readonly config: GatewayConfig;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly nc: NatsConnection;
  readonly blobs: Blobs;
  readonly client: RequestClient;
  readonly stopping: AbortSignal;
  /** The routes to mount (default the contracts' table). */
  readonly routes?: RouteTable;
};

export type GatewayParts = GatewayInit & {
  readonly routes: RouteTable;
  readonly cookie: SecretCookie;
  /** Of a browser that has registered, until its link is opened or somebody signs in or out. */
  readonly registration: SecretCookie;
  /** Reads a session token; undefined when it is not valid. */
  readonly tokenOf: (token: string) => SessionToken | undefined;
  readonly sessions: Sessions;
  readonly writes: SessionsWrites;
  /** Counts for limits, of all gateways together. */
  readonly counts: Counts;
  readonly growth: GrowthBudget;
  /** Reads the streams of services. */
  readonly streams: StreamClient;
  /** The streams that the gateway writes itself, by route name. */
  readonly streamHost: StreamHost;
  readonly ownStreams: Readonly<Record<string, StreamSource>>;
  readonly places: StreamPlaces;
  /** The thread that writes studies as files, one after the other. */
  readonly studyFiles: Threads<typeof studyFile>;
};

/** A user takes both formats. */
const STUDY_FILES_IDLE_MS = 20_000;

export const gatewayParts = (init: GatewayInit): GatewayParts => {
  const counts = openSharedCounts(init.nc, init.stopping);
  return {
    ...init,
    routes: init.routes ?? ROUTES,
    counts,
    growth: openGrowthBudget({ counts, config: init.config }),
    writes: openSessionsWrites(init.nc, init.config.PUBLIC_URL),
    cookie: sessionCookie(init.config.PUBLIC_URL),
    registration: registrationCookie(init.config.PUBLIC_URL),
    tokenOf: tokenReader(init.config.SESSION_SECRET),
    sessions: openSessions(init.nc, init.client),
    streams: openStreamClient(init.nc),
    streamHost: openStreamHost(init),
    ownStreams: { watchAccount: accountUpdates(init.nc) },
    places: openStreamPlaces(counts),
    studyFiles: openThreads({
      log: init.log,
      name: 'study files',
      filename: new URL('./handlers/study-file.ts', import.meta.url).href,
      threadsMax: 1,
      idleMs: STUDY_FILES_IDLE_MS,
    }),
  };
};
