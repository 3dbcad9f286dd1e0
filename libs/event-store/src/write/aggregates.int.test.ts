// Commands on a real NATS server: each takes effect once, no matter how often it is sent or what else is written.
import { sharedByTests, startEventServer } from '@tradeium/testing';
import { testAggregates } from '../../fixtures/aggregate-suite.ts';

const server = sharedByTests(startEventServer);

testAggregates(() => server.connect());
