// Prepares everything that the processes of a system need to start.
import type { ServiceName } from '@tradeium/contracts';
import type { Ports } from './addresses.ts';
import type { Secrets } from './secrets.ts';
import type { Launch } from './servers/running-server.ts';

export type Setup = {
  /** The folder of the repository. */
  root: string;
  /** TRADEIUM_HOME: all state of this system. */
  home: string;
  env: NodeJS.ProcessEnv;
  ports: Ports;
  secrets: Secrets;
  /** How many of each service, gateway and strategy runner. */
  replicas: number;
  /** Development: services restart and pages reload when their source changes. */
  watch: boolean;
  parts: Parts;
};

/** Downloads, installations and builds that a process may need before its start. */
export type Parts = {
  nats(): Promise<Launch>;
  mongodb(): Promise<Launch>;
  temporal(): Promise<Launch>;
  /** The Python that runs the strategies. */
  python(): Promise<string>;
  /** The sandbox of the strategies. */
  sandbox(): Promise<void>;
  /** The folder of the built pages. */
  web(): Promise<string>;
  /** The file of a service's bundled workflows. */
  workflows(service: ServiceName): Promise<string>;
  streams(): Promise<void>;
};
