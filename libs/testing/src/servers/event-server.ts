// A NATS server with the product's event streams, for the tests of one file.
import { actAs } from '@tradeium/event-store';
import { declareStreams } from '@tradeium/event-store/streams';
import { connect, type NatsConnection } from 'nats';
import { startNats } from './server-starter.ts';
import { testSignatures } from './signing-keys.ts';
import type { NatsServer } from './test-server.ts';

export type EventServer = NatsServer & {
  /** A separate connection, which reconnects after a restart; `stop` closes it. `url` is another route to the server. */
  connect(url?: string): Promise<NatsConnection>;
};

/** Starts NATS and declares the stream of every context. */
export const startEventServer = async (): Promise<EventServer> => {
  const server = await startNats();
  const connections: NatsConnection[] = [];
  const open = async (url = server.url) => {
    const nc = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    actAs(nc, { signatures: testSignatures() });
    connections.push(nc);
    return nc;
  };
  await declareStreams(await open(), { replicas: 1 });
  return {
    ...server,
    connect: open,
    async stop() {
      await Promise.all(connections.map((nc) => nc.close()));
      await server.stop();
    },
  };
};
