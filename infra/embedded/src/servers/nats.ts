// NATS with JetStream, the event store: every acknowledged write is on the disk.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { thisMachine } from './machine.ts';
import { natsAnswers } from './probes.ts';
import { resolveGoProgram } from './program.ts';
import type { Progress } from './progress.ts';
import { natsRelease } from './releases.ts';
import { type Launch, type RunningServer, startOnPort, startServer } from './running-server.ts';
import { natsVersion } from './versions.ts';

export type NatsOptions = {
  dataDirectory: string;
  /** A free port when not given. */
  port?: number;
  /** Where `/varz`, `/jsz` and `/healthz` are served; nowhere when not given. */
  monitoringPort?: number;
  onProgress?: Progress;
};

/** The path of nats-server; gets it when it is not on this machine. */
export async function natsProgram(progress: Progress): Promise<string> {
  return resolveGoProgram(
    {
      file: 'nats-server',
      version: natsVersion,
      preferred: natsVersion,
      minimum: '2.12',
      versionPattern: /v(\d+)\.(\d+)\.(\d+)/,
      release: natsRelease(await thisMachine()),
      source: `github.com/nats-io/nats-server/v2@v${natsVersion}`,
      advice: `NATS is missing: install nats-server ${natsVersion} (https://nats.io/download) or Go, or set NATS_URL.`,
    },
    progress,
  );
}

/** How to run a NATS server whose JetStream data lie in `dataDirectory`. */
export async function natsLaunch(
  program: string,
  options: { dataDirectory: string; port: number; monitoringPort?: number },
): Promise<Launch> {
  const { dataDirectory, port, monitoringPort } = options;
  await mkdir(dataDirectory, { recursive: true });
  const file = join(dataDirectory, 'nats.conf');
  await writeFile(file, natsConfiguration(dataDirectory, port, monitoringPort));
  return {
    name: 'nats',
    command: program,
    args: ['--config', file],
    cwd: dataDirectory,
    url: `nats://127.0.0.1:${port}`,
    isReady: () => natsAnswers(port),
  };
}

/**
 * Starts a NATS server and resolves when it greets. `sync_interval: always`: an acknowledgement means
 * that the message is on the disk, not that it will be within two minutes (the server's default).
 */
export async function startNats(options: NatsOptions): Promise<RunningServer> {
  const program = await natsProgram(options.onProgress ?? (() => undefined));
  return startOnPort(options.port, async (port) =>
    startServer(await natsLaunch(program, { ...options, port }), join(options.dataDirectory, 'nats.log')),
  );
}

function natsConfiguration(dataDirectory: string, port: number, monitoringPort: number | undefined): string {
  return [
    `listen: "127.0.0.1:${port}"`,
    ...(monitoringPort === undefined ? [] : [`http: "127.0.0.1:${monitoringPort}"`]),
    'max_payload: 1MB',
    `jetstream { store_dir: ${JSON.stringify(dataDirectory)}, sync_interval: always }`,
    '',
  ].join('\n');
}
