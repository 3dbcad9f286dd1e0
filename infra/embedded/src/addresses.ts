// Where every process of the system listens, and where its users find it.

/** Chosen once a start, so that each process has the same port after a restart. */
export type Ports = Record<(typeof PORT_NAMES)[number], number>;
export const PORT_NAMES = [
  'gateway',
  'nats',
  'natsMonitoring',
  'mongodb',
  'temporal',
  'temporalUi',
  'exchange',
  'smtp',
  'mail',
  'payments',
  'web',
  'authHealth',
  'creditsHealth',
  'backtestHealth',
  'runnerHealth',
  'gatewayHealth',
] as const;

/** The addresses in run.json. */
export type Urls = Record<
  | 'gateway'
  | 'mail'
  | 'nats'
  | 'nats_monitoring'
  | 'mongodb'
  | 'temporal'
  | 'temporal_ui'
  | 'exchange'
  | 'payments',
  string
>;

/** Where the parts of the system are; what the environment names is used as it is and not started here. */
export function systemUrls({ env, ports }: { env: NodeJS.ProcessEnv; ports: Ports }): Urls {
  return {
    gateway: `http://localhost:${ports.gateway}`,
    mail: `http://127.0.0.1:${ports.mail}`,
    nats: env.NATS_URL || `nats://127.0.0.1:${ports.nats}`,
    nats_monitoring: env.NATS_MONITORING_URL || `http://127.0.0.1:${ports.natsMonitoring}`,
    mongodb: env.MONGODB_URL || `mongodb://127.0.0.1:${ports.mongodb}`,
    temporal: env.TEMPORAL_ADDRESS || `127.0.0.1:${ports.temporal}`,
    temporal_ui: `http://127.0.0.1:${ports.temporalUi}`,
    exchange: env.EXCHANGE_URL || `http://127.0.0.1:${ports.exchange}`,
    payments: env.NOWPAYMENTS_API_URL || `http://127.0.0.1:${ports.payments}`,
  };
}

/** Where the pages are in development, as a person types it. */
export function pagesUrl(ports: Ports): string {
  return `http://localhost:${ports.web}`;
}
