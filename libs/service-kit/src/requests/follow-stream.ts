// Follows a stream of another service: hands on each of its chunks, and stops its work when it is no longer wanted.
import { isRefusal, type Message, type Refusal, refuse } from '@tradeium/contracts';
import type { z } from 'zod';
import type { RequestContext } from '../messages/request-context.ts';
import type { StreamClient } from '../streams/stream-reader.ts';
import type { RequestClient } from './request-client.ts';
import { streamMessage } from './stream-handler.ts';

export type ForeignStream<Chunk> = {
  readonly client: RequestClient;
  readonly streams: StreamClient;
  readonly request: RequestContext;
  /** Aborted when nobody wants the rest. */
  readonly signal: AbortSignal;
  readonly take: (chunk: Chunk) => Promise<void>;
};

/**
 * Opens the stream that answers a message, and hands its chunks to `take`, one at a time. Returns at its end, or once the signal
 * is aborted and the work behind it was stopped; else the refusal of the service: SERVICE_UNAVAILABLE where the stream breaks
 * off.
 */
export const followStream = async <Input extends z.ZodType, Chunk extends z.ZodType>(
  message: Message<Input, Chunk>,
  input: z.input<Input>,
  { client, streams, request, signal, take }: ForeignStream<z.output<Chunk>>,
): Promise<Refusal | undefined> => {
  const reading = { userId: request.userId, onReaderGone: 'cancel' } as const;
  const reader = await streams.open(reading, (reader) =>
    client.request(streamMessage(message), input, { ...request, reader }),
  );
  if (typeof reader === 'string') return reader === 'over' ? undefined : refuse('SERVICE_UNAVAILABLE');
  if (isRefusal(reader)) return reader;
  const leave = () => reader.leaveForGood();
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    for (;;) {
      const next = await reader.next();
      if (signal.aborted) return undefined;
      if ('text' in next) await take(message.output.parse(JSON.parse(next.text)));
      else if (next.how === 'refused') return next.refusal;
      else return next.how === 'done' ? undefined : refuse('SERVICE_UNAVAILABLE');
    }
  } finally {
    signal.removeEventListener('abort', leave);
    reader.leaveForGood();
  }
};
