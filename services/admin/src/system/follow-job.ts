// Follows a job of another service for a reader, and says whether it ended or its reader left it.
import { type Message, type Refusal, refuse } from '@tradeium/contracts';
import { followStream, type RequestContext, type Sink } from '@tradeium/service-kit';
import type { z } from 'zod';
import { contextOf, type SystemParts } from './system-parts.ts';

type Progress = { readonly done: boolean };

/** Hands each progress to the reader. Whether the job is done, or its refusal: JOB_CANCELLED once the reader has left before. */
export const followJob = async <Input extends z.ZodType, Chunk extends z.ZodType<Progress>>(
  { client, foreignStreams: streams }: Pick<SystemParts, 'client' | 'foreignStreams'>,
  message: Message<Input, Chunk>,
  input: z.input<Input>,
  { sink, request }: { readonly sink: Sink<z.output<Chunk>>; readonly request: RequestContext },
): Promise<{ readonly isDone: boolean } | Refusal> => {
  let isDone = false;
  const { signal } = sink;
  const refusal = await followStream(message, input, {
    client,
    streams,
    signal,
    request: contextOf(request),
    take: async (progress) => {
      isDone ||= progress.done;
      await sink.write(progress);
    },
  }).catch((cause: unknown) => {
    // A sink takes nothing more once its reader has left.
    if (!signal.aborted) throw cause;
    return undefined;
  });
  if (refusal) return refusal;
  return signal.aborted && !isDone ? refuse('JOB_CANCELLED') : { isDone };
};
