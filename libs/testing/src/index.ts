// The public names of the test kit: real servers, and specifications without servers.
export { type Certificate, makeCertificate } from './certificates.ts';
export { type TestClock, testClock } from './clock.ts';
export { type ExchangeProcess, startExchange } from './exchange-process.ts';
export { type FlakyLink, openFlakyLink } from './links/flaky-link.ts';
export { openStallingLink, type StallingLink } from './links/stalling-link.ts';
export { type EventServer, startEventServer } from './servers/event-server.ts';
export { type ClusterServer, type NatsCluster, startNatsCluster } from './servers/nats-cluster.ts';
export { natsLogin } from './servers/nats-users.ts';
export { startMongodb, startNats, startS3 } from './servers/server-starter.ts';
export { type ServersAway, startServersAway } from './servers/servers-away.ts';
export {
  openTestDatabase,
  sharedMongodbUrl,
  sharedTemporalAddress,
  type TestDatabase,
  workflowBundle,
} from './servers/shared-servers.ts';
export {
  commitHeaders,
  plantMessage,
  publishSigned,
  signingKeys,
  testSignatures,
} from './servers/signing-keys.ts';
export { openTemporalNamespace, type TemporalNamespace } from './servers/temporal-namespace.ts';
export type { NatsServer, S3Server, TestServer } from './servers/test-server.ts';
export { type ServiceProcess, startServiceProcess } from './service-process.ts';
export { MASTER_KEY, NO_PAYMENTS } from './service-settings.ts';
export { sharedByTests } from './shared-by-tests.ts';
export { type Decider, type Decision, type Given, specify } from './specs/decider-spec.ts';
export { type Fact, projected } from './specs/projection-spec.ts';
export { runStrategyFile, type StrategyFileRun } from './strategy-run.ts';
export { silentLog, type TestLog, testLog } from './test-log.ts';
export { openWorkflows, type WorkflowsUnderTest } from './workflows-under-test.ts';
