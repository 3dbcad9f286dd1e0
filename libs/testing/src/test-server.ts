// The one way to start servers in tests, as programs on this machine or as containers.

/** A real server that a test owns, and may break. */
export type TestServer = {
  /** Stays the same through restarts. */
  readonly url: string;
  /** Ends it as a crash would; what it had acknowledged is still there after `restart`. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data; resolves when it answers. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** A NATS server; services check its monitoring port before they trust it. */
export type NatsServer = TestServer & { readonly monitoringUrl: string };

/** Starts servers, each with its own data; resolves when it answers. */
export type ServerStarter = {
  nats(): Promise<NatsServer>;
  mongodb(): Promise<TestServer>;
  /** `url` is the frontend's host and port. */
  temporal(): Promise<TestServer>;
};

/** The starter that this run of the tests uses: programs, or containers with TRADEIUM_TEST_SERVERS=containers. */
export const serverStarter = async (): Promise<ServerStarter> => {
  if (process.env.TRADEIUM_TEST_SERVERS !== 'containers')
    return (await import('./program-servers.ts')).programServers;
  return (await import('./container-servers.ts')).containerServers;
};

/** Starts a NATS server for one test file (in milliseconds): it has no streams yet. */
export const startNats = async (): Promise<NatsServer> => (await serverStarter()).nats();

/** Starts a separate MongoDB server for a test that kills it; others share one, see `openTestDatabase`. */
export const startMongodb = async (): Promise<TestServer> => (await serverStarter()).mongodb();
