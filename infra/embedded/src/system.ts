// The processes of the whole system on one machine, and the environment of each.
import { join } from 'node:path';
import { SERVICE_NAMES } from '@tradeium/contracts';
import { gatewayPortOf, healthPortOf, replicaNames, systemUrls } from './addresses.ts';
import { exchangeTestKeys, isExchangeElsewhere } from './exchange-test-keys.ts';
import { nodeProcess, service, sharedEnvironment, withoutOwn } from './own-process.ts';
import { httpAnswers, isListening } from './servers/probes.ts';
import type { Launch } from './servers/running-server.ts';
import { serviceProcesses } from './service-processes.ts';
import { paymentSecrets, publicUrl } from './service-settings.ts';
import { SetupError } from './setup-error.ts';
import type { ProcessSpec } from './supervisor/supervised-process.ts';
import type { Setup } from './system-setup.ts';

const LOOPBACK = '127.0.0.1';

/** The names of the processes, in the order of a person's view. */
export const PROCESS_NAMES = [
  'gateway',
  ...SERVICE_NAMES,
  'strategy-runner',
  'nats',
  'mongodb',
  'temporal',
  'stand-ins',
] as const;

/** Third parties, as the services' needs name them. */
const STAND_INS = ['exchange', 'mail', 'payments', 'model'] as const;
type StandIn = (typeof STAND_INS)[number];
const STAND_INS_PROCESS = 'stand-ins';

/** Every process of the system except those that the environment places elsewhere. */
export const systemProcesses = (setup: Setup): ProcessSpec[] => {
  const { env } = setup;
  const elsewhere = new Set<string>();
  if (env.NATS_URL) elsewhere.add('nats');
  if (env.NATS_URL && !env.NATS_MONITORING_URL)
    throw new SetupError(
      'With NATS_URL its NATS_MONITORING_URL is needed: the monitoring port of every NATS server, separated by commas.',
    );
  if (env.MONGODB_URL) elsewhere.add('mongodb');
  if (env.TEMPORAL_ADDRESS) elsewhere.add('temporal');
  if (env.SMTP_URL) elsewhere.add('mail');
  if (isExchangeElsewhere(env)) elsewhere.add('exchange');
  if (env.NOWPAYMENTS_API_URL) elsewhere.add('payments');
  if (env.MODEL_URL) elsewhere.add('model');
  if (!setup.watch) elsewhere.add('web');
  const local = standIns(setup, elsewhere);
  const ours = [
    ...serviceProcesses(setup),
    ...strategyRunners(setup),
    ...gateways(setup),
    ...balancer(setup),
  ];
  return [...servers(setup), ...local, ...ours, web(setup)]
    .filter((spec) => !elsewhere.has(spec.name))
    .map((spec) => ({ ...spec, after: processesOf(spec.after, elsewhere) }));
};

/** The processes here that do what is needed. */
const processesOf = (needs: readonly string[], elsewhere: ReadonlySet<string>): string[] => {
  const here = needs.filter((name) => !elsewhere.has(name));
  return [...new Set(here.map((name) => (isStandIn(name) ? STAND_INS_PROCESS : name)))];
};

const isStandIn = (name: string): boolean => (STAND_INS as readonly string[]).includes(name);

const servers = ({ env, parts }: Setup): ProcessSpec[] => {
  const server = (name: string, launch: () => Promise<Launch>): ProcessSpec => ({
    name,
    after: [],
    ours: false,
    prepare: launch,
    program: async () => ({ ...(await launch()), env: withoutOwn(env) }),
  });
  return [server('nats', parts.nats), server('mongodb', parts.mongodb), server('temporal', parts.temporal)];
};

/** The stand-ins for third parties that are not elsewhere share one process: each alone would take 20 to 60 MB more. */
const standIns = (setup: Setup, elsewhere: ReadonlySet<string>): ProcessSpec[] => {
  const started = STAND_INS.filter((name) => !elsewhere.has(name));
  const { ports } = setup;
  const probes = {
    exchange: () => httpAnswers(ports.exchange, '/api/v3/ping'),
    // The mail server starts with its first request.
    mail: () => isListening(ports.mail),
    payments: () => httpAnswers(ports.payments, '/v1/status'),
    model: () => httpAnswers(ports.model, '/v1/models'),
  };
  if (started.length === 0) return [];
  return [
    nodeProcess(setup, {
      name: STAND_INS_PROCESS,
      entry: 'infra/local/src/main.ts',
      args: started,
      after: [],
      env: Object.assign({}, ...started.map((name) => standInEnvironment(setup)[name])),
      isReady: async () => (await Promise.all(started.map((name) => probes[name]()))).every(Boolean),
    }),
  ];
};

const standInEnvironment = (setup: Setup): Record<StandIn, Record<string, string>> => {
  const { home, ports } = setup;
  const keys = exchangeTestKeys(setup.secrets);
  return {
    exchange: {
      EXCHANGE_PORT: String(ports.exchange),
      EXCHANGE_DIRECTORY: join(home, 'exchange'),
      EXCHANGE_TEST_API_KEY: keys.api_key,
      EXCHANGE_TEST_API_SECRET: keys.api_secret,
    },
    mail: {
      SMTP_PORT: String(ports.smtp),
      MAIL_PORT: String(ports.mail),
      MAIL_DIRECTORY: join(home, 'mail'),
    },
    payments: {
      ...paymentSecrets(setup),
      PAYMENTS_PORT: String(ports.payments),
      PAYMENTS_DIRECTORY: join(home, 'payments'),
    },
    model: { MODEL_PORT: String(ports.model) },
  };
};

const strategyRunners = (setup: Setup): ProcessSpec[] => {
  const folder = join(setup.root, 'services', 'strategy-runner');
  return replicaNames('strategy-runner', setup.replicas).map((name) => {
    const port = setup.ports[healthPortOf(name)] ?? 0;
    return {
      name,
      after: ['temporal'],
      ours: true,
      sources: [folder],
      prepare: () => Promise.all([setup.parts.python(), setup.parts.sandbox()]),
      program: async () => ({
        command: await setup.parts.python(),
        args: ['-m', 'tradeium_runner'],
        cwd: folder,
        env: { ...sharedEnvironment(setup, name), HEALTH_PORT: String(port) },
        // Where no sandbox can be made it is never ready, and everything but runs works.
        isReady: () => httpAnswers(port, '/healthz'),
      }),
    };
  });
};

const gateways = (setup: Setup): ProcessSpec[] => {
  const { env, parts, ports, replicas, root, secrets, watch } = setup;
  return replicaNames('gateway', replicas).map((name) =>
    service(setup, {
      name,
      entry: 'gateway/src/main.ts',
      after: ['nats'],
      env: {
        PORT: String(ports[gatewayPortOf(name, replicas)]),
        PUBLIC_URL: publicUrl(setup),
        // With several gateways the balancer is what others reach.
        HOST: (replicas === 1 && env.HOST) || LOOPBACK,
        SESSION_SECRET: secrets.SESSION_SECRET,
        WEB_DIRECTORY: env.WEB_DIRECTORY || join(root, 'build', 'web'),
      },
      prepare: async () => watch || env.WEB_DIRECTORY || parts.web(),
      arrange: parts.streams,
    }),
  );
};

/** Browsers connect to it when there are several gateways. */
const balancer = (setup: Setup): ProcessSpec[] => {
  const { env, ports, replicas } = setup;
  if (replicas === 1) return [];
  const names = replicaNames('gateway', replicas);
  return [
    nodeProcess(setup, {
      name: 'balancer',
      entry: 'infra/local/src/balancer/main.ts',
      after: names,
      env: {
        PORT: String(ports.gateway),
        HOST: env.HOST || LOOPBACK,
        TARGET_PORTS: names.map((name) => ports[gatewayPortOf(name, replicas)]).join(','),
      },
      isReady: () => httpAnswers(ports.gateway, '/api/docs'),
    }),
  ];
};

/** The pages in development, built on request. */
const web = (setup: Setup): ProcessSpec => {
  const { ports, root } = setup;
  return {
    name: 'web',
    after: [],
    ours: true,
    program: async () => ({
      command: join(root, 'node_modules', '.bin', 'vite'),
      args: ['--host', '127.0.0.1', '--port', String(ports.web), '--strictPort', '--clearScreen', 'false'],
      cwd: join(root, 'web'),
      env: { ...sharedEnvironment(setup, 'web'), GATEWAY_URL: systemUrls(setup).gateway },
      isReady: () => httpAnswers(ports.web, '/'),
    }),
  };
};
