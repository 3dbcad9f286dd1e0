// The servers of a service that starts while MongoDB and Temporal are down, and whose NATS can freeze.

import { type FlakyLink, openFlakyLink } from '../links/flaky-link.ts';
import { type EventServer, startEventServer } from './event-server.ts';
import { startMongodb } from './server-starter.ts';
import { sharedTemporalAddress } from './shared-servers.ts';
import type { TestServer } from './test-server.ts';

export type ServersAway = {
  /** Killed; `restart` brings it back. */
  readonly mongodb: TestServer;
  /** Cut off; `mend` brings it back. */
  readonly temporal: FlakyLink;
  readonly events: EventServer;
  /** The way to `events`. */
  readonly nats: FlakyLink;
  /** Where a service finds them. */
  readonly environment: Readonly<Record<'MONGODB_URL' | 'TEMPORAL_ADDRESS' | 'NATS_URL', string>>;
  /** Everything but `events`, which ends with the service that it was given to. */
  stop(): Promise<void>;
};

export const startServersAway = async (): Promise<ServersAway> => {
  const mongodb = await startMongodb();
  await mongodb.kill();
  const temporal = await openFlakyLink(`http://${await sharedTemporalAddress()}`);
  temporal.cut();
  const events = await startEventServer();
  const nats = await openFlakyLink(events.url);
  const { host } = new URL(temporal.url);
  return {
    mongodb,
    temporal,
    events,
    nats,
    environment: { MONGODB_URL: mongodb.url, TEMPORAL_ADDRESS: host, NATS_URL: nats.url },
    stop: async () => {
      await nats.close();
      await temporal.close();
      await mongodb.stop();
    },
  };
};
