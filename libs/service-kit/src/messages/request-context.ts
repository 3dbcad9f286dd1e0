// Every command and query carries user, ids, time left, and the writes that the caller knows of.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** The newest sequence by stream that the caller knows of: a query answers only once it includes it. */
export const knownWrites = z.record(z.string().max(64), z.int().nonnegative());
export type KnownWrites = z.infer<typeof knownWrites>;

export const requestContext = z.object({
  /** The signed-in user; absent for visitors and workflows. */
  userId: z.string().max(64).optional(),
  /** The signed-in user's session: its hash in the auth service. */
  sessionId: z.string().max(64).optional(),
  /** The origin of a request to an account: the address for counting attempts, and the browser's name. */
  client: z.object({ address: z.string().max(64), userAgent: z.string().max(300) }).optional(),
  /** Makes a command idempotent: the same id gets the first answer again. */
  commandId: z.string().min(1).max(200),
  correlationId: z.string().min(1).max(200),
  causationId: z.string().max(200).optional(),
  after: knownWrites.optional(),
  /** Who reads the stream that this request opens, so that its first chunks need no separate request. */
  reader: z.object({ inbox: z.string().max(100), onReaderGone: z.enum(['cancel', 'continue']) }).optional(),
  /** How far the reader of a stream is that is gone; the new one goes on from there. */
  resumeAfter: z.string().max(40).optional(),
});
export type RequestContext = z.infer<typeof requestContext>;

/**
 * How many milliseconds the caller still waits, as a header. Time left, not a time of day: the clocks of two machines may
 * differ by minutes.
 */
export const TIMEOUT_HEADER = 'Tradeium-Timeout';

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** A new W3C trace context, or the next span of the trace that `parent` belongs to. */
export const nextTraceParent = (parent: string | undefined): string => {
  const traceId = TRACE_PARENT.exec(parent ?? '')?.[1] ?? randomBytes(16).toString('hex');
  return `00-${traceId}-${randomBytes(8).toString('hex')}-01`;
};

/** The trace id of a W3C trace context, for log lines. */
export const traceIdOf = (traceParent: string | undefined): string | undefined =>
  TRACE_PARENT.exec(traceParent ?? '')?.[1];
