// Starts the whole system on this machine and keeps it running: for `npm start` and for tests.
import { join, resolve } from 'node:path';
import { until } from '@tradeium/event-store/until';
import {
  healthPortOf,
  healthUrls,
  operatorUrl,
  type Ports,
  pagesUrl,
  portNames,
  type SystemAccess,
  systemUrls,
} from './addresses.ts';
import { exchangeTestKeys, isExchangeElsewhere } from './exchange-test-keys.ts';
import { systemParts } from './parts.ts';
import { freePort, isFree } from './process/free-port.ts';
import { root } from './repository.ts';
import { loadSecrets, publicKeysOf } from './secrets.ts';
import { httpAnswers } from './servers/probes.ts';
import { SetupError } from './setup-error.ts';
import type { Report } from './supervisor/output.ts';
import { reloadOnChange } from './supervisor/reload.ts';
import type { ProcessSpec } from './supervisor/supervised-process.ts';
import { type Supervisor, supervise } from './supervisor/supervisor.ts';
import { systemProcesses } from './system.ts';
import { openHome, type PublishedAddresses, type SystemHome } from './system-home.ts';

export type SystemOptions = {
  /** The folder of all state (default TRADEIUM_HOME, else `.tradeium` in the repository). */
  home?: string;
  /** The gateway's port (default PORT, else 4000). 0 takes a free one. */
  port?: number;
  /** Settings (default this process's environment). */
  env?: NodeJS.ProcessEnv;
  /** Development: services restart and pages reload when their source changes. */
  watch?: boolean;
  /** How many of each service, gateway and strategy runner (default 1). */
  replicas?: number;
  /** Receives reports (default: nothing is shown). */
  report?: Report;
  /** Aborts the start. */
  signal?: AbortSignal;
};

export type RunningSystem = {
  urls: SystemAccess;
  /** The address of self-reloading pages, in development. */
  pages: string | undefined;
  /** The ids of the processes that run now, by name. */
  processes(): Record<string, number>;
  /** True if the service, gateway or strategy runner of this name can do everything. */
  isCapable(process: string): Promise<boolean>;
  /** Stops everything, dependents first. */
  stop(): Promise<void>;
};

const DEFAULT_PORT = 4000;
/** Reported of a process that still lacks something when the rest is ready. */
export const INCAPABLE = 'cannot do everything yet';
const CAPABILITIES_TIMEOUT_MS = 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Starts every process of the system and resolves when all of them answer. Throws a SetupError, with nothing left
 * running, when something is missing, the port is taken or the home is in use.
 */
export const startSystem = async (options: SystemOptions = {}): Promise<RunningSystem> => {
  const env = options.env ?? process.env;
  const report = options.report ?? (() => undefined);
  const home = resolve(root, options.home ?? (env.TRADEIUM_HOME || '.tradeium'));
  const replicas = options.replicas ?? 1;
  const ports = await choosePorts(options.port ?? Number(env.PORT || DEFAULT_PORT), replicas);
  const systemHome = await openHome(home, systemUrls({ env, ports }).gateway, report);
  let supervisor: Supervisor | undefined;
  try {
    if (!(await isFree(ports.gateway)) || !(await isFree(ports.gateway, '::'))) {
      throw new SetupError(`Port ${ports.gateway} is taken: set PORT to another one.`);
    }
    const secrets = await loadSecrets(home, env);
    const urls = {
      ...systemUrls({ env, ports }),
      nats: operatorUrl({ env, ports, secrets }),
      operator_signing_key: secrets['operator/SIGNING_KEY'],
      signing_public_keys: publicKeysOf(secrets).join(' '),
    };
    const setup = { root, home, env, ports, secrets, replicas, watch: options.watch ?? false };
    const progress = (line: string): void => report('', `  ${line}`);
    const specs = systemProcesses({ ...setup, parts: systemParts(setup, progress) });
    const addresses = {
      ...urls,
      health: healthUrls(ports),
      ...(!isExchangeElsewhere(env) && { exchange_test_keys: exchangeTestKeys(secrets) }),
    };
    const started = await startProcesses(specs, join(home, 'logs'), systemHome, addresses, report);
    supervisor = started;
    await unlessAborted(started.ready, options.signal);
    for (const process of await unlessAborted(withoutAllCapabilities(ports), options.signal))
      report(process, INCAPABLE);
    systemHome.publish(addresses, started.processes());
    let stopped: Promise<void> | undefined;
    const reload = setup.watch ? reloadOnChange(specs, started.restart) : undefined;
    return {
      urls,
      pages: setup.watch ? pagesUrl(ports) : undefined,
      processes: started.processes,
      isCapable: (process) => isCapable(ports, process),
      stop() {
        reload?.close();
        stopped ??= started.stop().then(systemHome.close);
        return stopped;
      },
    };
  } catch (cause) {
    await supervisor?.stop();
    await systemHome.close();
    throw cause;
  }
};

/** Starts the processes; run.json follows every change once all have answered. */
const startProcesses = async (
  specs: readonly ProcessSpec[],
  logsDirectory: string,
  home: SystemHome,
  addresses: PublishedAddresses,
  report: Report,
): Promise<Supervisor> => {
  let isReady = false;
  const onChange = (): void => {
    if (isReady) home.publish(addresses, supervisor.processes());
    else void home.noteWatchdog();
  };
  const supervisor = await supervise(specs, { logsDirectory, report, onChange });
  void supervisor.ready.then(
    () => {
      isReady = true;
    },
    () => undefined,
  );
  return supervisor;
};

const choosePorts = async (gateway: number, replicas: number): Promise<Ports> => {
  const entries: [string, number][] = [];
  for (const name of portNames(replicas))
    entries.push([name, name === 'gateway' && gateway ? gateway : await freePort()]);
  return Object.fromEntries(entries) as Ports;
};

const isCapable = (ports: Ports, process: string): Promise<boolean> =>
  httpAnswers(ports[healthPortOf(process)] ?? 0, '/readyz/all');

/** Waits until every process can do everything, for a while; answers those that still cannot. */
const withoutAllCapabilities = async (ports: Ports): Promise<string[]> => {
  let waiting = Object.keys(healthUrls(ports));
  const allCapable = async () => {
    const capable = await Promise.all(waiting.map((process) => isCapable(ports, process)));
    waiting = waiting.filter((_, index) => !capable[index]);
    return waiting.length === 0 || undefined;
  };
  await until(allCapable, { pauseMs: LOOK_EVERY_MS, timeoutMs: CAPABILITIES_TIMEOUT_MS });
  return waiting;
};

const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  const aborted = new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
};
