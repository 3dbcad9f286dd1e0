// Temporal, which runs the workflows, with its state in one SQLite file.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inOwnNetwork } from '../doors/doors.ts';
import type { Progress } from '../process/progress.ts';
import { thisMachine } from './machine.ts';
import { temporalAnswers } from './probes.ts';
import { resolveGoProgram } from './program.ts';
import { temporalRelease } from './releases.ts';
import { type Launch, type RunningServer, startOnPort, startServer } from './running-server.ts';
import { TEMPORAL_VERSION } from './versions.ts';

export type TemporalOptions = {
  /** The SQLite file; created when missing. */
  dataFile: string;
  /** The port (default a free one). */
  port?: number;
  /** The port of its web page (default none). */
  uiPort?: number;
  onProgress?: Progress;
};

/** The path of the Temporal CLI, which contains the server; gets it when it is not on this machine. */
export const temporalProgram = async (progress: Progress): Promise<string> => {
  return resolveGoProgram(
    {
      file: 'temporal',
      version: TEMPORAL_VERSION,
      // The version of the server inside: a build from source does not know the CLI's.
      preferred: '1.29',
      // Older ones ignore fairness: one user's backlog would hold up the others.
      minimum: '1.29',
      versionPattern: /Server (\d+)\.(\d+)\.(\d+)/,
      release: temporalRelease(await thisMachine()),
      source: `github.com/temporalio/cli/cmd/temporal@v${TEMPORAL_VERSION}`,
      advice: `Temporal is missing: install its CLI (https://docs.temporal.io/cli) or Go, or set TEMPORAL_ADDRESS.`,
    },
    progress,
  );
};

/**
 * The same server in a network of its own: its API over HTTP, its figures and its page ask nobody who is asking, and only the page
 * has a port that can be chosen. What gets in is the protocol of its clients, and the page for this machine.
 */
export const inOwnTemporalNetwork = (launch: Launch, ports: { port: number; uiPort: number }): Launch => ({
  ...launch,
  ...inOwnNetwork(launch),
  doors: [
    { port: ports.port, isPage: false },
    { port: ports.uiPort, isPage: true },
  ],
});

/** How to run a Temporal server; `url` is the address of its frontend, host and port. */
export const temporalLaunch = async (
  program: string,
  options: { dataFile: string; port: number; uiPort?: number },
): Promise<Launch> => {
  const folder = dirname(options.dataFile);
  await mkdir(folder, { recursive: true });
  return {
    name: 'temporal',
    command: program,
    args: [
      ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(options.port)],
      ...(options.uiPort === undefined ? ['--headless'] : ['--ui-port', String(options.uiPort)]),
      ...['--db-filename', options.dataFile],
      // Three times faster than SQLite's defaults here, and as safe against a crash of the process.
      ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=normal'],
      // Its API over HTTP takes requests of any page: none has a host like this. Nexus would have its own paths there.
      ...['--dynamic-config-value', 'frontend.httpAllowedHosts=["no host"]'],
      ...['--dynamic-config-value', 'system.enableNexus=false'],
      // Users take turns in a task queue, by the fairness key of each task; else one user's backlog holds up the others.
      ...['--dynamic-config-value', 'matching.enableFairness=true'],
      // Fairness works within a partition, so there is only one.
      ...['--dynamic-config-value', 'matching.numTaskqueueReadPartitions=1'],
      ...['--dynamic-config-value', 'matching.numTaskqueueWritePartitions=1'],
    ],
    cwd: folder,
    url: `127.0.0.1:${options.port}`,
    isReady: () => temporalAnswers(options.port),
  };
};

/** Starts a Temporal server and resolves when its default namespace is served. */
export const startTemporal = async (options: TemporalOptions): Promise<RunningServer> => {
  const program = await temporalProgram(options.onProgress ?? (() => undefined));
  return startOnPort(options.port, async (port) =>
    startServer(await temporalLaunch(program, { ...options, port }), `${options.dataFile}.log`),
  );
};
