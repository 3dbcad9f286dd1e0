// The processes of the whole system on one machine, and what each of them is told.
import { join } from 'node:path';
import { type Ports, pagesUrl, systemUrls } from './addresses.ts';
import { type WorkflowService, workflowBundle } from './builds/build-steps.ts';
import { health, nodeProcess, service, sharedEnvironment, withoutOwn } from './own-process.ts';
import type { Secrets } from './secrets.ts';
import { httpAnswers } from './servers/probes.ts';
import type { Launch } from './servers/running-server.ts';
import { SetupError } from './setup-error.ts';
import type { ProcessSpec } from './supervisor/supervised-process.ts';

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
  'payments',
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

/** What may have to be downloaded, installed or built before a process can start. */
export type Parts = {
  nats(): Promise<Launch>;
  mongodb(): Promise<Launch>;
  temporal(): Promise<Launch>;
  /** The Python that runs the strategies. */
  python(): Promise<string>;
  /** What the strategies are locked into. */
  sandbox(): Promise<void>;
  /** The folder of the built pages. */
  web(): Promise<string>;
  /** The file of a service's bundled workflows. */
  workflows(service: WorkflowService): Promise<string>;
  streams(): Promise<void>;
};

/** Every process of the system but those that the environment says are elsewhere. */
export function systemProcesses(setup: Setup): ProcessSpec[] {
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
  if (env.EXCHANGE_URL || env.EXCHANGE_ID) elsewhere.add('exchange');
  if (env.NOWPAYMENTS_API_URL) elsewhere.add('payments');
  if (!setup.watch) elsewhere.add('web');
  const standIns = [exchange(setup), mail(setup), payments(setup)];
  const services = [auth(setup), creditsLedger(setup), backtest(setup), strategyRunner(setup)];
  return [...servers(setup), ...standIns, ...services, gateway(setup), web(setup)]
    .filter((spec) => !elsewhere.has(spec.name))
    .map((spec) => ({ ...spec, after: spec.after.filter((name) => !elsewhere.has(name)) }));
}

function servers({ env, parts }: Setup): ProcessSpec[] {
  const server = (name: string, launch: () => Promise<Launch>): ProcessSpec => ({
    name,
    after: [],
    ours: false,
    prepare: launch,
    program: async () => ({ ...(await launch()), env: withoutOwn(env) }),
  });
  return [server('nats', parts.nats), server('mongodb', parts.mongodb), server('temporal', parts.temporal)];
}

function exchange(setup: Setup): ProcessSpec {
  const { ports } = setup;
  return nodeProcess(setup, {
    name: 'exchange',
    entry: 'infra/local/src/exchange/main.ts',
    after: [],
    env: { PORT: String(ports.exchange) },
    isReady: () => httpAnswers(ports.exchange, '/api/v3/ping'),
  });
}

function mail(setup: Setup): ProcessSpec {
  const { home, ports } = setup;
  return nodeProcess(setup, {
    name: 'mail',
    entry: 'infra/local/src/mail/main.ts',
    after: [],
    env: {
      SMTP_PORT: String(ports.smtp),
      MAIL_PORT: String(ports.mail),
      MAIL_DIRECTORY: join(home, 'mail'),
    },
    isReady: () => httpAnswers(ports.mail, '/api/healthz'),
  });
}

function payments(setup: Setup): ProcessSpec {
  const { home, ports } = setup;
  return nodeProcess(setup, {
    name: 'payments',
    entry: 'infra/local/src/payments/main.ts',
    after: [],
    env: {
      ...paymentSecrets(setup),
      PORT: String(ports.payments),
      PAYMENTS_DIRECTORY: join(home, 'payments'),
    },
    isReady: () => httpAnswers(ports.payments, '/v1/status'),
  });
}

/** What the ledger and the payment provider share; a provider elsewhere knows nothing of keys that were made here. */
function paymentSecrets({ env, secrets }: Setup): Record<string, string> {
  const { NOWPAYMENTS_API_KEY, NOWPAYMENTS_IPN_SECRET } = secrets;
  if (!env.NOWPAYMENTS_API_URL) {
    const account = { NOWPAYMENTS_EMAIL: 'shop@tradeium.local', NOWPAYMENTS_PASSWORD: NOWPAYMENTS_API_KEY };
    return { NOWPAYMENTS_API_KEY, NOWPAYMENTS_IPN_SECRET, ...account };
  }
  if (!env.NOWPAYMENTS_API_KEY || !env.NOWPAYMENTS_IPN_SECRET)
    throw new SetupError(
      'With NOWPAYMENTS_API_URL its NOWPAYMENTS_API_KEY and NOWPAYMENTS_IPN_SECRET are needed.',
    );
  const { NOWPAYMENTS_EMAIL = '', NOWPAYMENTS_PASSWORD = '' } = env;
  return { NOWPAYMENTS_API_KEY, NOWPAYMENTS_IPN_SECRET, NOWPAYMENTS_EMAIL, NOWPAYMENTS_PASSWORD };
}

function auth(setup: Setup): ProcessSpec {
  const { env, parts, ports } = setup;
  const { SESSION_SECRET, MASTER_KEY, CLAIM_KEY } = setup.secrets;
  return service(setup, ports.authHealth, {
    name: 'auth',
    entry: 'services/auth/src/main.ts',
    after: ['nats'],
    env: {
      ...{ SESSION_SECRET, MASTER_KEY, CLAIM_KEY },
      PUBLIC_URL: publicUrl(setup),
      SMTP_URL: env.SMTP_URL || `smtp://127.0.0.1:${ports.smtp}`,
      MAIL_FROM: env.MAIL_FROM || 'Tradeium <no-reply@tradeium.local>',
      ADMIN_EMAILS: env.ADMIN_EMAILS ?? '',
      MASTER_KEY_PREVIOUS: env.MASTER_KEY_PREVIOUS ?? '',
    },
    arrange: parts.streams,
  });
}

function creditsLedger(setup: Setup): ProcessSpec {
  const { parts, ports, root } = setup;
  return service(setup, ports.creditsHealth, {
    name: 'credits-ledger',
    entry: 'services/credits-ledger/src/main.ts',
    // It comes up without Temporal and the payment provider too: credits must be had whatever else is away.
    after: ['nats', 'mongodb'],
    env: {
      ...paymentSecrets(setup),
      NOWPAYMENTS_API_URL: systemUrls(setup).payments,
      PUBLIC_URL: publicUrl(setup),
      WORKFLOW_BUNDLE: workflowBundle(root, 'credits-ledger'),
    },
    prepare: () => parts.workflows('credits-ledger'),
    arrange: parts.streams,
  });
}

function backtest(setup: Setup): ProcessSpec {
  const { env, home, parts, ports, root } = setup;
  // A real exchange is reached by the address that is known of it, unless another one is named.
  const url = env.EXCHANGE_ID && !env.EXCHANGE_URL ? {} : { EXCHANGE_URL: systemUrls(setup).exchange };
  return service(setup, ports.backtestHealth, {
    name: 'backtest',
    entry: 'services/backtest/src/main.ts',
    after: ['nats', 'mongodb', 'temporal', 'exchange'],
    env: {
      EXCHANGE_ID: env.EXCHANGE_ID || 'binance',
      ...url,
      CANDLES_DIRECTORY: join(home, 'candles'),
      WORKFLOW_BUNDLE: workflowBundle(root, 'backtest'),
    },
    prepare: () => parts.workflows('backtest'),
    arrange: parts.streams,
  });
}

function strategyRunner(setup: Setup): ProcessSpec {
  const folder = join(setup.root, 'services', 'strategy-runner');
  const { env, isReady } = health(setup.ports.runnerHealth);
  return {
    name: 'strategy-runner',
    after: ['temporal'],
    ours: true,
    sources: [folder],
    prepare: () => Promise.all([setup.parts.python(), setup.parts.sandbox()]),
    program: async () => ({
      command: await setup.parts.python(),
      args: ['-m', 'tradeium_runner'],
      cwd: folder,
      env: { ...sharedEnvironment(setup), ...env },
      isReady,
    }),
  };
}

function gateway(setup: Setup): ProcessSpec {
  const { env, parts, ports, root, secrets, watch } = setup;
  return service(setup, ports.gatewayHealth, {
    name: 'gateway',
    entry: 'gateway/src/main.ts',
    after: ['nats'],
    env: {
      PORT: String(ports.gateway),
      PUBLIC_URL: publicUrl(setup),
      SESSION_SECRET: secrets.SESSION_SECRET,
      WEB_DIRECTORY: env.WEB_DIRECTORY || join(root, 'build', 'web'),
    },
    prepare: async () => watch || env.WEB_DIRECTORY || parts.web(),
  });
}

/** The pages in development, built as they are asked for. */
function web(setup: Setup): ProcessSpec {
  const { ports, root } = setup;
  return {
    name: 'web',
    after: [],
    ours: true,
    program: async () => ({
      command: join(root, 'node_modules', '.bin', 'vite'),
      args: ['--host', '127.0.0.1', '--port', String(ports.web), '--strictPort', '--clearScreen', 'false'],
      cwd: join(root, 'web'),
      env: { ...sharedEnvironment(setup), GATEWAY_URL: systemUrls(setup).gateway },
      isReady: () => httpAnswers(ports.web, '/'),
    }),
  };
}

/** Where people open the product: the links in mails begin with it, and the gateway takes no other origin. */
function publicUrl({ env, ports, watch }: Setup): string {
  return env.PUBLIC_URL || (watch ? pagesUrl(ports) : systemUrls({ env, ports }).gateway);
}
