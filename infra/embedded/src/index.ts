// The servers that the system needs, found or installed on this machine, for tests and tools.
export { buildWeb, buildWorkflows } from './builds/build-steps.ts';
export { SERVICE_FLAGS } from './own-process.ts';
export { freePort } from './process/free-port.ts';
export type { Progress } from './process/progress.ts';
export { root } from './repository.ts';
export { type MongodbOptions, startMongodb } from './servers/mongodb.ts';
export { type ClusterMember, type NatsOptions, type RunningNats, startNats } from './servers/nats.ts';
export type { RunningServer } from './servers/running-server.ts';
export { startTemporal, type TemporalOptions } from './servers/temporal.ts';
export { ensureBubblewrap } from './setup/bubblewrap.ts';
export { ensureChromium } from './setup/chromium.ts';
export { strategyEnvironment } from './setup/python.ts';
export { SetupError } from './setup-error.ts';
export { INCAPABLE, type RunningSystem, type SystemOptions, startSystem } from './start-system.ts';
export { PROCESS_NAMES } from './system.ts';
