// Commands on a real NATS server: each takes effect once, no matter how often it is sent or what else is written.
import { type EventServer, startEventServer } from '@tradeium/testing';
import { afterAll, beforeAll } from 'vitest';
import { testAggregates } from '../../fixtures/aggregate-suite.ts';

let server: EventServer;
beforeAll(async () => {
  server = await startEventServer();
});
afterAll(() => server.stop());

testAggregates(() => server.connect());
