// The streams of all contexts: how many messages each has, and how many bytes.
import { CONTEXTS, type SystemState, streamOf } from '@tradeium/contracts';
import type { NatsConnection } from 'nats';

export const streamsOf = async (nc: NatsConnection): Promise<NonNullable<SystemState['streams']>> => {
  const { streams } = await nc.jetstreamManager({ checkAPI: false });
  return Promise.all(
    CONTEXTS.map(async (context) => {
      const { state } = await streams.info(streamOf(context));
      return { name: streamOf(context), messages: state.messages, bytes: state.bytes };
    }),
  );
};
