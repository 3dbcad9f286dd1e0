// The program, environment and readiness that all our processes share.
import { dirname, join } from 'node:path';
import { type BusUser, SERVICE_NAMES, SERVICES } from '@tradeium/contracts';
import { healthPortOf, systemUrls } from './addresses.ts';
import { publicKeysOf, SECRET_NAMES } from './secrets.ts';
import { httpAnswers } from './servers/probes.ts';
import type { ProcessSpec } from './supervisor/supervised-process.ts';
import type { Setup } from './system-setup.ts';

export type OwnProcess = {
  name: string;
  /** The TypeScript file to run, from the root of the repository. */
  entry: string;
  args?: readonly string[];
  after: readonly string[];
  /** This process's environment, in addition to the common one. */
  env: Record<string, string>;
  isReady(): Promise<boolean>;
  /** Work without other processes, before every start. */
  prepare?(): Promise<unknown>;
  /** Work that needs this process's dependencies, before every start. */
  arrange?(): Promise<unknown>;
};

const STAND_INS = 'infra/local/';
/** Stand-ins have little to do: they take less memory (a young generation of 1 MiB) rather than be fast. */
const SMALL = ['--max-semi-space-size=1'];
/**
 * By default a service under load takes 128 MiB for its young generation, and four times what lives in the old one before it
 * collects that: 500 replies at once were 100 MiB of an agent's 450.
 */
export const SERVICE_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/** One of our Node processes. */
export const nodeProcess = (
  setup: Setup,
  { name, entry, args = [], after, env, isReady, prepare, arrange }: OwnProcess,
): ProcessSpec => {
  return {
    name,
    after,
    ours: true,
    sources: [dirname(join(setup.root, entry)), join(setup.root, 'libs')],
    ...(prepare && { prepare }),
    program: async () => {
      await arrange?.();
      return {
        command: process.execPath,
        args: [...(entry.startsWith(STAND_INS) ? SMALL : SERVICE_FLAGS), join(setup.root, entry), ...args],
        cwd: setup.root,
        env: { ...sharedEnvironment(setup, name), ...env },
        isReady,
      };
    },
  };
};

/** A service, with a health port that shows whether it takes requests. */
export const service = (setup: Setup, { env, ...rest }: Omit<OwnProcess, 'isReady'>): ProcessSpec => {
  const port = setup.ports[healthPortOf(rest.name)] ?? 0;
  const isReady = () => httpAnswers(port, '/readyz');
  const common = {
    HEALTH_PORT: String(port),
    ...natsLogin(setup, rest.name),
    ...signingKeys(setup, rest.name),
  };
  return nodeProcess(setup, { ...rest, env: { ...common, ...env }, isReady });
};

/** `auth-2` is an `auth`. */
const kindOf = (process: string): BusUser => process.replace(/-\d+$/, '') as BusUser;

/** How a process proves to NATS who it is. */
const NATS_LOGIN = ['NATS_USER', 'NATS_PASSWORD', 'NATS_CREDENTIALS', 'NATS_NKEY_SEED'];

/** The keys with which a process signs, and looks who has signed. */
export const signingKeys = (
  { secrets }: Pick<Setup, 'secrets'>,
  process: string,
): Record<'SIGNING_KEY' | 'SIGNING_PUBLIC_KEYS', string> => ({
  SIGNING_KEY: secrets[`${kindOf(process)}/SIGNING_KEY`],
  SIGNING_PUBLIC_KEYS: publicKeysOf(secrets).join(' '),
});

/** The login of a process at our NATS; at one elsewhere, the operator's settings. */
const natsLogin = ({ env, secrets }: Setup, process: string): Record<string, string> => {
  if (env.NATS_URL) return Object.fromEntries(NATS_LOGIN.map((name) => [name, env[name] ?? '']));
  const user = kindOf(process);
  return { NATS_USER: user, NATS_PASSWORD: secrets[`${user}/NATS_PASSWORD`] };
};

/** Variables that a process sees only if its declaration names them. */
const ownVariables = new Set<string>([
  ...SECRET_NAMES,
  ...SERVICE_NAMES.flatMap((name): readonly string[] => SERVICES[name].environment),
  ...['PORT', 'HEALTH_PORT', 'SIGNING_KEY', ...NATS_LOGIN],
]);

/** An environment without variables meant for single processes. */
export const withoutOwn = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !ownVariables.has(name)));

/** The folder of a process's files. With an object store replicas share none, as on several machines. */
export const filesOf = ({ env, home }: Pick<Setup, 'env' | 'home'>, process: string): string => {
  const [, machine] = /-(\d+)$/.exec(process) ?? [];
  return env.BLOBS_S3_BUCKET && machine ? join(home, `machine-${machine}`) : home;
};

/** The variables that all of our processes have. */
export const sharedEnvironment = (setup: Setup, process: string): NodeJS.ProcessEnv => {
  const { env, home } = setup;
  const urls = systemUrls(setup);
  return {
    ...withoutOwn(env),
    NATS_URL: urls.nats,
    NATS_MONITORING_URL: urls.nats_monitoring,
    NATS_REPLICAS: env.NATS_REPLICAS || '1',
    MONGODB_URL: urls.mongodb,
    TEMPORAL_ADDRESS: urls.temporal,
    TRADEIUM_HOME: home,
    BLOBS_DIRECTORY: join(filesOf(setup, process), 'blobs'),
    LOG_LEVEL: env.LOG_LEVEL || 'info',
    // By default glibc keeps up to eight pools of free memory per core, which idle services pay for: 10 to 17 MiB each.
    MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX || '2',
    // And it keeps large blocks that are free, more the larger they were: 4 to 18 MiB each.
    MALLOC_MMAP_THRESHOLD_: env.MALLOC_MMAP_THRESHOLD_ || '131072',
    MALLOC_TRIM_THRESHOLD_: env.MALLOC_TRIM_THRESHOLD_ || '131072',
    EXIT_WITH_PARENT: '1',
  };
};
