// Three NATS servers that replicate every stream, for tests in which one fails or falls behind.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type RunningNats, startNats } from '@tradeium/embedded';
import { declareStreams } from '@tradeium/event-store/streams';
import { connect, type NatsConnection } from 'nats';

export type ClusterServer = {
  readonly name: string;
  readonly url: string;
  readonly monitoringUrl: string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same ports with the same data. */
  restart(): Promise<void>;
  /** Pauses it unnoticed by its peers, so that it falls behind; `resume` continues it. */
  pause(): void;
  resume(): void;
};

export type NatsCluster = {
  readonly servers: readonly ClusterServer[];
  /** A separate connection, first to this server, which `stop` closes. */
  connect(server?: ClusterServer): Promise<NatsConnection>;
  leaderOf(stream: string): Promise<ClusterServer>;
  stop(): Promise<void>;
};

const NAMES = ['one', 'two', 'three'];

/** Starts the servers and declares every stream with three replicas. Always programs of this machine, never containers. */
export const startNatsCluster = async (): Promise<NatsCluster> => {
  const directory = await mkdtemp(join(tmpdir(), 'tradeium-test-cluster-'));
  const members = await Promise.all(NAMES.map(freePort));
  const servers = await Promise.all(
    NAMES.map((name, n) => startMember(join(directory, name), { name, port: members[n] ?? 0, members })),
  );
  const connections: NatsConnection[] = [];
  const open = async (server = servers[0] as ClusterServer) => {
    const nc = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    connections.push(nc);
    return nc;
  };
  const nc = await open();
  await declareStreams(nc, { replicas: NAMES.length });
  const manager = await nc.jetstreamManager();
  return {
    servers,
    connect: open,
    async leaderOf(stream) {
      const { cluster } = await manager.streams.info(stream);
      const leader = servers.find(({ name }) => name === cluster?.leader);
      if (leader === undefined) throw new Error(`${stream} has no leader now`);
      return leader;
    },
    async stop() {
      await Promise.all(connections.map((connection) => connection.close()));
      await Promise.all(servers.map((server) => server.stop()));
      await rm(directory, { recursive: true, force: true });
    },
  };
};

type Member = { name: string; port: number; members: readonly number[] };

const startMember = async (
  dataDirectory: string,
  cluster: Member,
): Promise<ClusterServer & { stop(): Promise<void> }> => {
  let server: RunningNats = await startNats({ dataDirectory, cluster });
  const { url, monitoringUrl } = server;
  const ports = { port: portOf(url), monitoringPort: portOf(monitoringUrl) };
  return {
    name: cluster.name,
    url,
    monitoringUrl,
    async kill() {
      server.kill();
      await server.stop();
    },
    async restart() {
      await server.stop();
      server = await startNats({ dataDirectory, cluster, ...ports });
    },
    pause: () => void process.kill(server.pid, 'SIGSTOP'),
    resume: () => void process.kill(server.pid, 'SIGCONT'),
    async stop() {
      // A paused process ignores the request to end.
      server.kill();
      await server.stop();
    },
  };
};

const portOf = (url: string): number => Number(new URL(url).port);
