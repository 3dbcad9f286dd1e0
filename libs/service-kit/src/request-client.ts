// Sends commands and queries to services: with a deadline, a trace, and patience while a service restarts.
import { isRefusal, type Message, type Refusal, refuse, subjectOfMessage } from '@tradeium/contracts';
import { ErrorCode, headers, type Msg, type NatsConnection, NatsError } from 'nats';
import type { z } from 'zod';
import type { Blobs } from './blobs.ts';
import { type Answer, readReplyFile, refusalOf, reply as replySchema } from './reply.ts';
import { nextTraceParent, type RequestContext } from './request-context.ts';

export type RequestClient = {
  /**
   * Sends a message and waits for its answer, `timeoutMs` at most (default 10 s). While no instance of the service
   * answers, it is asked again until the time is up; then the answer is the refusal SERVICE_UNAVAILABLE.
   */
  request<Input extends z.ZodType, Output extends z.ZodType>(
    message: Message<Input, Output>,
    input: z.input<Input>,
    context: RequestContext,
    options?: { timeoutMs?: number; traceParent?: string | undefined },
  ): Promise<Answer<z.output<Output>> | Refusal>;
};

const RETRY_PAUSE_MS = 150;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether nobody took the message (a service restarts, or the connection is being renewed): safe to send again. */
const nobodyAnswered = (cause: unknown): boolean =>
  cause instanceof NatsError &&
  (cause.code === ErrorCode.NoResponders ||
    cause.code === ErrorCode.Disconnect ||
    cause.code === ErrorCode.ConnectionClosed);

/** Makes a client over a NATS connection; large answers are read from `blobs`. */
export const openRequestClient = (nc: NatsConnection, blobs: Blobs): RequestClient => {
  const send = async (
    subject: string,
    body: Uint8Array,
    deadline: number,
    trace: string,
  ): Promise<Msg | null> => {
    const header = headers();
    header.set('Tradeium-Deadline', String(deadline));
    header.set('traceparent', trace);
    for (;;) {
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) return null;
      try {
        return await nc.request(subject, body, { timeout: leftMs, headers: header });
      } catch (cause) {
        if (cause instanceof NatsError && cause.code === ErrorCode.Timeout) return null;
        if (!nobodyAnswered(cause)) throw cause;
        await pause(Math.min(RETRY_PAUSE_MS, leftMs));
      }
    }
  };

  return {
    request: async (message, input, context, options = {}) => {
      const deadline = Date.now() + (options.timeoutMs ?? 10_000);
      const body = new TextEncoder().encode(JSON.stringify({ input, context }));
      const msg = await send(subjectOfMessage(message), body, deadline, nextTraceParent(options.traceParent));
      if (!msg) return refuse('SERVICE_UNAVAILABLE');
      const reply = replySchema.parse(msg.json());
      if (!reply.ok) return refusalOf(reply.refusal);
      const output = 'outputBlob' in reply ? readReplyFile(await blobs.get(reply.outputBlob)) : reply.output;
      return { output: output as z.output<typeof message.output>, written: reply.written };
    },
  };
};

/** The output of an answer; throws on a refusal. For callers that have no use for an expected "no". */
export const outputOf = <Output>(result: Answer<Output> | Refusal): Output => {
  if (isRefusal(result)) throw new Error(`refused: ${result.refused}`);
  return result.output;
};
