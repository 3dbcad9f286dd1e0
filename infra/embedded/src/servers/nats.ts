// NATS with JetStream, the event store: every acknowledged write is on the disk.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../process/free-port.ts';
import { thisMachine } from './machine.ts';
import { natsAnswers } from './probes.ts';
import { resolveGoProgram } from './program.ts';
import type { Progress } from './progress.ts';
import { natsRelease } from './releases.ts';
import { type Launch, type RunningServer, startOnPort, startServer } from './running-server.ts';
import { NATS_VERSION } from './versions.ts';

/** One of several servers that hold the data together. */
export type ClusterMember = {
  /** Differs from that of every other member. */
  name: string;
  /** Where the other members reach this one. */
  port: number;
  /** The ports of all members on this machine. */
  members: readonly number[];
};

export type NatsOptions = {
  dataDirectory: string;
  /** A free port when not given. */
  port?: number;
  /** Where `/jsz` and `/healthz` are served: services look there before they trust a server. A free port when not given. */
  monitoringPort?: number;
  cluster?: ClusterMember;
  /** When what was written reaches the disk; `always`, before it is acknowledged, when not given. */
  syncInterval?: string;
  onProgress?: Progress;
};

export type RunningNats = RunningServer & { monitoringUrl: string };

type Addressed<Options> = Options & { port: number; monitoringPort: number };

/** The path of nats-server; gets it when it is not on this machine. */
export const natsProgram = async (progress: Progress): Promise<string> => {
  return resolveGoProgram(
    {
      file: 'nats-server',
      version: NATS_VERSION,
      preferred: NATS_VERSION,
      minimum: '2.12',
      versionPattern: /v(\d+)\.(\d+)\.(\d+)/,
      release: natsRelease(await thisMachine()),
      source: `github.com/nats-io/nats-server/v2@v${NATS_VERSION}`,
      advice: `NATS is missing: install nats-server ${NATS_VERSION} (https://nats.io/download) or Go, or set NATS_URL.`,
    },
    progress,
  );
};

/** How to run a NATS server with its JetStream data in `dataDirectory`. */
export const natsLaunch = async (program: string, options: Addressed<NatsOptions>): Promise<Launch> => {
  const { dataDirectory, port } = options;
  await mkdir(dataDirectory, { recursive: true });
  const file = join(dataDirectory, 'nats.conf');
  await writeFile(file, natsConfiguration(options));
  return {
    name: 'nats',
    command: program,
    args: ['--config', file],
    cwd: dataDirectory,
    url: `nats://127.0.0.1:${port}`,
    isReady: () => natsAnswers(port),
    recoversData: true,
  };
};

/**
 * Starts a NATS server and resolves when it greets. `sync_interval: always`: an acknowledgement means
 * that the message is on the disk, not that it will be within two minutes (the server's default).
 */
export const startNats = async (options: NatsOptions): Promise<RunningNats> => {
  const program = await natsProgram(options.onProgress ?? (() => undefined));
  const monitoringPort = options.monitoringPort ?? (await freePort());
  const server = await startOnPort(options.port, async (port) => {
    const launch = await natsLaunch(program, { ...options, port, monitoringPort });
    return startServer(launch, join(options.dataDirectory, 'nats.log'));
  });
  return { ...server, monitoringUrl: `http://127.0.0.1:${monitoringPort}` };
};

const natsConfiguration = (options: Addressed<NatsOptions>): string => {
  const { dataDirectory, port, monitoringPort, cluster, syncInterval = 'always' } = options;
  return [
    `listen: "127.0.0.1:${port}"`,
    `http: "127.0.0.1:${monitoringPort}"`,
    'max_payload: 1MB',
    `jetstream { store_dir: ${JSON.stringify(dataDirectory)}, sync_interval: ${syncInterval} }`,
    ...(cluster === undefined ? [] : clusterConfiguration(cluster)),
    '',
  ].join('\n');
};

const clusterConfiguration = ({ name, port, members }: ClusterMember): string[] => {
  const routes = members.map((member) => `"nats://127.0.0.1:${member}"`).join(', ');
  return [
    `server_name: "${name}"`,
    `cluster { name: "tradeium", listen: "127.0.0.1:${port}", routes: [${routes}] }`,
  ];
};
