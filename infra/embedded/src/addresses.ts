// The addresses of every process, and the system's address for users.
import { SERVICE_NAMES } from '@tradeium/contracts';
import type { Secrets } from './secrets.ts';
import { MONITORING_PATH } from './servers/nats.ts';

/** Port numbers by name, chosen once per start, so that each process keeps its port after a restart. */
export type Ports = Readonly<Record<PortName, number>> & {
  /** The health port of each service process, the gateway's own port with several gateways, by their names. */
  readonly [name: string]: number;
};
const PORT_NAMES = [
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
  'model',
  'web',
] as const;
type PortName = (typeof PORT_NAMES)[number];

/** The processes that may run several times, each with a health port. */
const REPLICATED = ['gateway', ...SERVICE_NAMES, 'strategy-runner'] as const;

/** `auth`, `auth-2`, …: the processes of one kind. */
export const replicaNames = (name: string, replicas: number): string[] =>
  Array.from({ length: replicas }, (_, n) => (n === 0 ? name : `${name}-${n + 1}`));

/** The name of a process's health port. */
export const healthPortOf = (process: string): string => `${process}-health`;

/** The name of the port of one of several gateways; `gateway` is then the balancer's. */
export const gatewayPortOf = (process: string, replicas: number): string =>
  replicas > 1 ? `${process}-http` : 'gateway';

/** The names of all ports that a system with this many replicas needs. */
export const portNames = (replicas: number): string[] => [
  ...PORT_NAMES,
  ...REPLICATED.flatMap((name) => replicaNames(name, replicas).map(healthPortOf)),
  ...(replicas > 1 ? replicaNames('gateway', replicas).map((name) => gatewayPortOf(name, replicas)) : []),
];

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
  | 'payments'
  | 'model',
  string
>;

/** With what an operator needs besides the address of NATS. */
export type SystemAccess = Urls & { operator_signing_key: string; signing_public_keys: string };

/** The addresses of the system's parts; those that the environment names are used as they are and not started here. */
export const systemUrls = ({ env, ports }: { env: NodeJS.ProcessEnv; ports: Ports }): Urls => {
  return {
    gateway: `http://localhost:${ports.gateway}`,
    mail: `http://127.0.0.1:${ports.mail}`,
    nats: env.NATS_URL || `nats://127.0.0.1:${ports.nats}`,
    nats_monitoring: env.NATS_MONITORING_URL || `http://127.0.0.1:${ports.natsMonitoring}${MONITORING_PATH}`,
    mongodb: env.MONGODB_URL || `mongodb://127.0.0.1:${ports.mongodb}`,
    temporal: env.TEMPORAL_ADDRESS || `127.0.0.1:${ports.temporal}`,
    temporal_ui: `http://127.0.0.1:${ports.temporalUi}`,
    exchange: env.EXCHANGE_URL || `http://127.0.0.1:${ports.exchange}`,
    payments: env.NOWPAYMENTS_API_URL || `http://127.0.0.1:${ports.payments}`,
    model: env.MODEL_URL || `http://127.0.0.1:${ports.model}/v1`,
  };
};

/** The address of NATS for an operator, with name and password where the server is ours. */
export const operatorUrl = ({
  env,
  ports,
  secrets,
}: {
  env: NodeJS.ProcessEnv;
  ports: Ports;
  secrets: Secrets;
}): string => env.NATS_URL || `nats://operator:${secrets['operator/NATS_PASSWORD']}@127.0.0.1:${ports.nats}`;

/** Where each process says how it is (`/readyz/all`, `/metrics`), by its name. */
export const healthUrls = (ports: Ports): Record<string, string> => {
  const suffix = healthPortOf('');
  return Object.fromEntries(
    Object.entries(ports).flatMap(([name, port]) =>
      name.endsWith(suffix) ? [[name.slice(0, -suffix.length), `http://127.0.0.1:${port}`]] : [],
    ),
  );
};

/** The address of the pages in development, as a person types it. */
export const pagesUrl = (ports: Ports): string => {
  return `http://localhost:${ports.web}`;
};
