// A NATS server with the product's event streams, for the tests of one file.
import { declareStreams } from '@tradeium/embedded';
import { connect, type NatsConnection } from 'nats';
import { startNats, type TestServer } from './test-server.ts';

export type EventServer = TestServer & {
  /** A connection of its own, which comes back by itself after a restart; `stop` closes it. By another way with `url`. */
  connect(url?: string): Promise<NatsConnection>;
};

/** Starts NATS and declares the stream of every context. */
export async function startEventServer(): Promise<EventServer> {
  const server = await startNats();
  const connections: NatsConnection[] = [];
  const open = async (url = server.url) => {
    const nc = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
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
}
