// NATS with JetStream, the event store: every acknowledged write is on the disk.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../process/free-port.ts';
import type { Progress } from '../process/progress.ts';
import { thisMachine } from './machine.ts';
import { natsAnswers } from './probes.ts';
import { resolveGoProgram } from './program.ts';
import { natsRelease } from './releases.ts';
import { type Launch, type RunningServer, startOnPort, startServer } from './running-server.ts';
import { NATS_VERSION } from './versions.ts';

/**
 * Where the monitoring port answers: it asks nobody who is asking, and a page of any site can reach it, but cannot guess this.
 */
export const MONITORING_PATH = `/${randomBytes(16).toString('hex')}`;

/** One of several servers that hold the data together. */
export type ClusterMember = {
  /** Unique among the members. */
  name: string;
  /** The port for the other members. */
  port: number;
  /** The ports of all members on this machine. */
  members: readonly number[];
};

export type NatsOptions = {
  dataDirectory: string;
  /** The port (default a free one). */
  port?: number;
  /** The port of `/jsz` and `/healthz`, which services check before they trust a server (default a free one). */
  monitoringPort?: number;
  cluster?: ClusterMember;
  /** Further lines of the server's configuration, such as its users. */
  configuration?: readonly string[];
  /** When writes reach the disk (default `always`: before they are acknowledged). */
  syncInterval?: string;
  onProgress?: Progress;
};

export type RunningNats = RunningServer & { monitoringUrl: string };

type Addressed<Options> = Options & { port: number; monitoringPort: number };

/** The path of nats-server; gets it when this machine lacks it. */
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
  await writeFile(file, natsConfiguration(options), { mode: 0o600 });
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
  return { ...server, monitoringUrl: `http://127.0.0.1:${monitoringPort}${MONITORING_PATH}` };
};

const natsConfiguration = (options: Addressed<NatsOptions>): string => {
  const {
    dataDirectory,
    port,
    monitoringPort,
    cluster,
    configuration = [],
    syncInterval = 'always',
  } = options;
  return [
    `listen: "127.0.0.1:${port}"`,
    `http: "127.0.0.1:${monitoringPort}"`,
    `http_base_path: "${MONITORING_PATH}"`,
    'max_payload: 1MB',
    `jetstream { store_dir: ${JSON.stringify(dataDirectory)}, sync_interval: ${syncInterval} }`,
    ...(cluster === undefined ? [] : clusterConfiguration(cluster)),
    ...configuration,
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
