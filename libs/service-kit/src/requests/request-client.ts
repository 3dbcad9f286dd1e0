// Sends commands and queries to services: with a time-out, a trace, and patience while a service or NATS restarts.
import { isRefusal, type Message, type Refusal, refuse, subjectOfMessage } from '@tradeium/contracts';
import { type Growth, isNatsOutage, noteGrowth, watchConnection } from '@tradeium/event-store';
import { headers, type Msg, type NatsConnection } from 'nats';
import type { z } from 'zod';
import type { Blobs } from '../blobs/blob-store.ts';
import { type Answer, readReplyFile, refusalOf, reply as replySchema } from '../messages/reply.ts';
import { nextTraceParent, type RequestContext, TIMEOUT_HEADER } from '../messages/request-context.ts';
import { signedRequest } from '../messages/signed-requests.ts';

export type RequestOptions = {
  readonly timeoutMs?: number;
  readonly traceParent?: string | undefined;
  /** Hears what the request has added to the streams, also where it was refused after that. */
  readonly onGrowth?: ((growth: Growth) => void) | undefined;
};

export type RequestClient = {
  /**
   * Sends a message and waits for its answer, `timeoutMs` at most (default 10 s). While no instance of the service
   * answers, retries until the time is up; then the answer is the refusal SERVICE_UNAVAILABLE.
   */
  request<Input extends z.ZodType, Output extends z.ZodType>(
    message: Message<Input, Output>,
    input: z.input<Input>,
    context: RequestContext,
    options?: RequestOptions,
  ): Promise<Answer<z.output<Output>> | Refusal>;
};

const TIMEOUT_DEFAULT_MS = 10_000;

/** Makes a client over a NATS connection; large answers are read from `blobs`. */
export const openRequestClient = (nc: NatsConnection, blobs: Blobs): RequestClient => {
  const connection = watchConnection(nc);

  /**
   * Null when the time is up. A message lost with the connection is sent again the moment there is another one, and
   * one that nothing took (a service restarts) after a short pause: commands carry ids, so both are safe.
   */
  const send = async (
    subject: string,
    body: Uint8Array,
    timeoutMs: number,
    trace: string,
  ): Promise<Msg | null> => {
    const deadlineMs = performance.now() + timeoutMs;
    const ask = () => {
      const leftMs = Math.max(1, Math.ceil(deadlineMs - performance.now()));
      const header = headers();
      header.set(TIMEOUT_HEADER, String(leftMs));
      header.set('traceparent', trace);
      return signedRequest(nc, subject, body, { timeoutMs: leftMs, headers: header });
    };
    try {
      return await connection.untilAnswered(ask, timeoutMs);
    } catch (cause) {
      if (isNatsOutage(cause)) return null;
      throw cause;
    }
  };

  return {
    request: async (message, input, context, options = {}) => {
      const timeoutMs = options.timeoutMs ?? TIMEOUT_DEFAULT_MS;
      const trace = nextTraceParent(options.traceParent);
      const body = new TextEncoder().encode(JSON.stringify({ input, context }));
      const msg = await send(subjectOfMessage(message), body, timeoutMs, trace);
      if (!msg) return refuse('SERVICE_UNAVAILABLE');
      const reply = replySchema.parse(msg.json());
      if (reply.growth) {
        // Of a request that is answered by others of its own, theirs count, too.
        noteGrowth(reply.growth);
        options.onGrowth?.(reply.growth);
      }
      if (!reply.ok) return refusalOf(reply.refusal);
      const output = 'outputBlob' in reply ? readReplyFile(await blobs.get(reply.outputBlob)) : reply.output;
      return { output: output as z.output<typeof message.output>, written: reply.written };
    },
  };
};

/** The output of an answer; throws on a refusal. For callers that can't continue without it. */
export const outputOf = <Output>(result: Answer<Output> | Refusal): Output => {
  if (isRefusal(result)) throw new Error(`refused: ${result.refused}`);
  return result.output;
};
