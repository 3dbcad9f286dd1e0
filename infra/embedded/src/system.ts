// The processes of the whole system on one machine: what each is told, and where it is found.
import { dirname, join } from 'node:path';
import { SECRET_NAMES, type Secrets } from './secrets.ts';
import { httpAnswers } from './servers/probes.ts';
import type { Launch } from './servers/running-server.ts';
import type { ProcessSpec } from './supervisor/supervised-process.ts';

/** Where every process listens; chosen once a start, so that each has the same port after a restart. */
export type Ports = Record<(typeof PORT_NAMES)[number], number>;
export const PORT_NAMES = [
  'gateway',
  'nats',
  'mongodb',
  'temporal',
  'temporalUi',
  'exchange',
  'smtp',
  'mail',
  'web',
  'authHealth',
  'creditsHealth',
  'backtestHealth',
  'runnerHealth',
  'gatewayHealth',
] as const;

/** The names of the processes, in the order in which a person thinks of them. */
export const PROCESS_NAMES = [
  'gateway',
  'auth',
  'credits-ledger',
  'backtest',
  'strategy-runner',
  'nats',
  'mongodb',
  'temporal',
  'exchange',
  'mail',
] as const;

export type Setup = {
  /** The folder of the repository. */
  root: string;
  /** TRADEIUM_HOME: all state of this system. */
  home: string;
  env: NodeJS.ProcessEnv;
  ports: Ports;
  secrets: Secrets;
  /** Development: services restart and pages reload when their source changes. */
  watch: boolean;
  parts: Parts;
};

/** What may have to be downloaded, installed or built before a process can start; each is made once. */
export type Parts = {
  nats(): Promise<Launch>;
  mongodb(): Promise<Launch>;
  temporal(): Promise<Launch>;
  python(): Promise<string>;
  web(): Promise<string>;
  workflows(): Promise<string>;
  streams(): Promise<void>;
};

export type Urls = Record<
  'gateway' | 'mail' | 'nats' | 'mongodb' | 'temporal' | 'temporal_ui' | 'exchange',
  string
>;

/** Where the parts of the system are; what the environment names is used as it is and not started here. */
export function systemUrls({ env, ports }: Pick<Setup, 'env' | 'ports'>): Urls {
  return {
    gateway: `http://localhost:${ports.gateway}`,
    mail: `http://127.0.0.1:${ports.mail}`,
    nats: env.NATS_URL || `nats://127.0.0.1:${ports.nats}`,
    mongodb: env.MONGODB_URL || `mongodb://127.0.0.1:${ports.mongodb}`,
    temporal: env.TEMPORAL_ADDRESS || `127.0.0.1:${ports.temporal}`,
    temporal_ui: `http://127.0.0.1:${ports.temporalUi}`,
    exchange: env.EXCHANGE_URL || `http://127.0.0.1:${ports.exchange}`,
  };
}

/** Every process of the system but those that the environment says are elsewhere. */
export function systemProcesses(setup: Setup): ProcessSpec[] {
  const { env } = setup;
  const elsewhere = new Set<string>();
  if (env.NATS_URL) elsewhere.add('nats');
  if (env.MONGODB_URL) elsewhere.add('mongodb');
  if (env.TEMPORAL_ADDRESS) elsewhere.add('temporal');
  if (env.SMTP_URL) elsewhere.add('mail');
  if (env.EXCHANGE_URL || env.EXCHANGE_ID) elsewhere.add('exchange');
  return [...servers(setup), ...standIns(setup), ...services(setup), ...(setup.watch ? [pages(setup)] : [])]
    .filter((spec) => !elsewhere.has(spec.name))
    .map((spec) => ({ ...spec, after: spec.after.filter((name) => !elsewhere.has(name)) }));
}

function servers({ env, parts }: Setup): ProcessSpec[] {
  const server = (name: string, launch: () => Promise<Launch>): ProcessSpec => ({
    name,
    after: [],
    ours: false,
    program: async () => ({ ...(await launch()), env: withoutOwn(env) }),
  });
  return [server('nats', parts.nats), server('mongodb', parts.mongodb), server('temporal', parts.temporal)];
}

function standIns(setup: Setup): ProcessSpec[] {
  const { home, ports } = setup;
  return [
    node(setup, 'exchange', {
      entry: 'infra/local/src/exchange/main.ts',
      after: [],
      env: { PORT: String(ports.exchange) },
      isReady: () => httpAnswers(ports.exchange, '/api/v3/ping'),
    }),
    node(setup, 'mail', {
      entry: 'infra/local/src/mail/main.ts',
      after: [],
      env: {
        SMTP_PORT: String(ports.smtp),
        MAIL_PORT: String(ports.mail),
        MAIL_DIRECTORY: join(home, 'mail'),
      },
      isReady: () => httpAnswers(ports.mail, '/api/healthz'),
    }),
  ];
}

function services(setup: Setup): ProcessSpec[] {
  const { env, home, parts, ports, root, secrets, watch } = setup;
  const urls = systemUrls(setup);
  const publicUrl = env.PUBLIC_URL || (watch ? pagesUrl(ports) : urls.gateway);
  const health = (port: number) => ({
    env: { HEALTH_PORT: String(port) },
    isReady: () => httpAnswers(port, '/readyz'),
  });
  const service = (
    name: string,
    port: number,
    rest: { after: string[]; env: Variables; prepare?: Prepare },
  ) => {
    const { env: healthEnv, isReady } = health(port);
    const entry = name === 'gateway' ? 'gateway/src/main.ts' : `services/${name}/src/main.ts`;
    return node(setup, name, { ...rest, entry, env: { ...healthEnv, ...rest.env }, isReady });
  };
  return [
    service('auth', ports.authHealth, {
      after: ['nats', 'mongodb'],
      env: {
        ...secrets,
        PUBLIC_URL: publicUrl,
        SMTP_URL: env.SMTP_URL || `smtp://127.0.0.1:${ports.smtp}`,
        MAIL_FROM: env.MAIL_FROM || 'Tradeium <no-reply@tradeium.local>',
        ADMIN_EMAILS: env.ADMIN_EMAILS ?? '',
      },
      prepare: parts.streams,
    }),
    service('credits-ledger', ports.creditsHealth, {
      after: ['nats', 'mongodb'],
      env: {},
      prepare: parts.streams,
    }),
    service('backtest', ports.backtestHealth, {
      after: ['nats', 'mongodb', 'temporal', 'exchange'],
      env: {
        EXCHANGE_ID: env.EXCHANGE_ID || 'binance',
        ...(env.EXCHANGE_ID && !env.EXCHANGE_URL ? {} : { EXCHANGE_URL: urls.exchange }),
        CANDLES_DIRECTORY: join(home, 'candles'),
        WORKFLOW_BUNDLE: join(root, 'build', 'workflows', 'backtest.js'),
      },
      prepare: async () => void (await Promise.all([parts.streams(), parts.workflows()])),
    }),
    service('gateway', ports.gatewayHealth, {
      after: ['nats'],
      env: {
        PORT: String(ports.gateway),
        PUBLIC_URL: publicUrl,
        SESSION_SECRET: secrets.SESSION_SECRET,
        WEB_DIRECTORY: env.WEB_DIRECTORY || join(root, 'build', 'web'),
      },
      prepare: async () => void (watch || env.WEB_DIRECTORY || (await parts.web())),
    }),
    {
      name: 'strategy-runner',
      after: ['temporal'],
      ours: true,
      sources: [join(root, 'services', 'strategy-runner')],
      program: async () => ({
        command: await parts.python(),
        args: ['-m', 'tradeium_runner'],
        cwd: join(root, 'services', 'strategy-runner'),
        env: { ...sharedEnvironment(setup), ...health(ports.runnerHealth).env },
        isReady: health(ports.runnerHealth).isReady,
      }),
    },
  ];
}

/** Where the pages are in development, as a person types it; the gateway must know, for it checks the origin. */
export function pagesUrl(ports: Ports): string {
  return `http://localhost:${ports.web}`;
}

function pages(setup: Setup): ProcessSpec {
  const { ports, root } = setup;
  const args = ['--host', '127.0.0.1', '--port', String(ports.web), '--strictPort', '--clearScreen', 'false'];
  return {
    name: 'web',
    after: [],
    ours: true,
    program: async () => ({
      command: join(root, 'node_modules', '.bin', 'vite'),
      args,
      cwd: join(root, 'web'),
      env: { ...sharedEnvironment(setup), GATEWAY_URL: systemUrls(setup).gateway },
      isReady: () => httpAnswers(ports.web, '/'),
    }),
  };
}

type Variables = Record<string, string>;
type Prepare = () => Promise<void>;
type NodeProcess = {
  entry: string;
  after: readonly string[];
  env: Variables;
  isReady(): Promise<boolean>;
  prepare?: Prepare;
};

function node(setup: Setup, name: string, { entry, after, env, isReady, prepare }: NodeProcess): ProcessSpec {
  return {
    name,
    after,
    ours: true,
    sources: [dirname(join(setup.root, entry)), join(setup.root, 'libs')],
    program: async () => {
      await prepare?.();
      return {
        command: process.execPath,
        args: [join(setup.root, entry)],
        cwd: setup.root,
        env: { ...sharedEnvironment(setup), ...env },
        isReady,
      };
    },
  };
}

/** Variables that one process is told on purpose, and that no other process may see or mistake for its own. */
const ownVariables = new Set<string>([...SECRET_NAMES, 'PORT', 'HEALTH_PORT', 'SMTP_URL', 'ADMIN_EMAILS']);

function withoutOwn(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ownVariables.has(name)));
}

function sharedEnvironment(setup: Setup): NodeJS.ProcessEnv {
  const { env, home } = setup;
  const urls = systemUrls(setup);
  return {
    ...withoutOwn(env),
    NATS_URL: urls.nats,
    MONGODB_URL: urls.mongodb,
    TEMPORAL_ADDRESS: urls.temporal,
    TRADEIUM_HOME: home,
    BLOBS_DIRECTORY: join(home, 'blobs'),
    BLOBS_SHARED: 'true',
    LOG_LEVEL: env.LOG_LEVEL || 'info',
    EXIT_WITH_PARENT: '1',
  };
}
