// The one way to start servers in tests, as programs on this machine or as containers.
import type { NatsServer, S3Server, ServerStarter, TestServer } from './test-server.ts';

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

/** Starts an object store for one test file, with one empty bucket. */
export const startS3 = async (): Promise<S3Server> => (await serverStarter()).s3();
