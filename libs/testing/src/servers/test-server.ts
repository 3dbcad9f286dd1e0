// A real server as tests use it.

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

/** An object store with one empty bucket. */
export type S3Server = TestServer & {
  readonly bucket: string;
  /** The variables that a process finds it by. */
  readonly environment: Readonly<Record<S3Setting, string>>;
  /** Stops it as if it had frozen, with its connections open; null where the server is not a process of ours. */
  readonly pid: number | null;
};
type S3Setting = `BLOBS_S3_${'BUCKET' | 'ENDPOINT' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY'}`;

/** Starts servers, each with its own data; resolves when it answers. */
export type ServerStarter = {
  nats(): Promise<NatsServer>;
  mongodb(): Promise<TestServer>;
  s3(): Promise<S3Server>;
  /** `url` is the frontend's host and port. */
  temporal(): Promise<TestServer>;
};
