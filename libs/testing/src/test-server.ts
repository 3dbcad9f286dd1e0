// What a test can do with a real server.

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
