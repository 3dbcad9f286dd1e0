// The public names of the test kit: real servers, and specifications without servers.
export { type Certificate, makeCertificate } from './certificates.ts';
export { type TestClock, testClock } from './clock.ts';
export { type Decider, type Decision, type Given, specify } from './decider-spec.ts';
export { type EventServer, startEventServer } from './event-server.ts';
export { type ExchangeProcess, startExchange } from './exchange-process.ts';
export { type FlakyLink, openFlakyLink } from './flaky-link.ts';
export { type ClusterServer, type NatsCluster, startNatsCluster } from './nats-cluster.ts';
export { natsLogin } from './nats-users.ts';
export { type Fact, projected } from './projection-spec.ts';
export { startMongodb, startNats, startS3 } from './server-starter.ts';
export { type ServersAway, startServersAway } from './servers-away.ts';
export { type ServiceProcess, startServiceProcess } from './service-process.ts';
export { MASTER_KEY, NO_PAYMENTS } from './service-settings.ts';
export {
  openTestDatabase,
  sharedMongodbUrl,
  sharedTemporalAddress,
  type TestDatabase,
  workflowBundle,
} from './shared-servers.ts';
export { commitHeaders, plantMessage, publishSigned, signingKeys, testSignatures } from './signing-keys.ts';
export { openStallingLink, type StallingLink } from './stalling-link.ts';
export { runStrategyFile, type StrategyFileRun } from './strategy-run.ts';
export { openTemporalNamespace, type TemporalNamespace } from './temporal-namespace.ts';
export { silentLog, type TestLog, testLog } from './test-log.ts';
export type { NatsServer, S3Server, TestServer } from './test-server.ts';
export { openWorkflows, type WorkflowsUnderTest } from './workflows-under-test.ts';
