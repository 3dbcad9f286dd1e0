// Binds a streaming route to the work that writes its events.
import { isRefusal, type Message, refuse } from '@tradeium/contracts';
import type { z } from 'zod';
import { answer } from '../messages/reply.ts';
import type { RequestContext } from '../messages/request-context.ts';
import { streamOpened } from '../streams/stream-messages.ts';
import type { Sink, StreamWork } from '../streams/stream-writer.ts';
import type { Handler } from './request-server.ts';

/** The message that opens a stream: its answer names the stream, and the chunks are the route's output. */
export const streamMessage = <Input extends z.ZodType>(message: Message<Input>) => ({
  ...message,
  output: streamOpened,
});

/**
 * Answers a message with a stream. `write` writes chunks to its sink until the stream is complete; a refusal that it
 * returns before the first chunk is the answer to the request.
 */
export const streamHandler = <Input extends z.ZodType, Chunk extends z.ZodType>(
  message: Message<Input, Chunk>,
  write: (
    input: z.output<Input>,
    request: RequestContext,
    sink: Sink<z.input<Chunk>>,
  ) => ReturnType<StreamWork>,
): Handler => ({
  message: streamMessage(message),
  handle: async (input, request, streams) => {
    if (!streams) throw new Error('a stream is opened by the request server');
    const opened = await streams.open(
      request.userId,
      (sink) => write(input as z.output<Input>, request, sink as Sink<z.input<Chunk>>),
      { reader: request.reader },
    );
    return isRefusal(opened) ? opened : answer(opened);
  },
});

/** The same for a signed-in user: without one the answer is UNAUTHORIZED. */
export const userStreamHandler = <Input extends z.ZodType, Chunk extends z.ZodType>(
  message: Message<Input, Chunk>,
  write: (
    input: z.output<Input>,
    userId: string,
    sink: Sink<z.input<Chunk>>,
    request: RequestContext,
  ) => ReturnType<StreamWork>,
): Handler =>
  streamHandler(message, async (input, request, sink) =>
    request.userId === undefined ? refuse('UNAUTHORIZED') : write(input, request.userId, sink, request),
  );
