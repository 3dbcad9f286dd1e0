// What every event and commit looks like, whatever its context.
import { z } from 'zod';

/** The bounded contexts that own a stream; the stream's name is the context's name in capitals. */
export const CONTEXTS = ['auth', 'credits', 'backtest'] as const;
export type Context = (typeof CONTEXTS)[number];

/** The stream that holds a context's events. */
export const streamOf = (context: Context): string => context.toUpperCase();

/** The subject of one aggregate's events. Ids hold letters, digits, `_` and `-` only. */
export const subjectOf = (context: Context, aggregate: string, id: string): string =>
  `events.${context}.${aggregate}.${id}`;

/** Who caused a commit, why, and when; times are ISO 8601 in UTC. */
export const commitMeta = z.object({
  commandId: z.string().min(1).max(200),
  /** SHA-256 of the command's input: the same id with other input is an error. */
  inputHash: z.string().max(64).optional(),
  /**
   * SHA-256 (hex) of the bytes of the aggregate's commit before this one; absent in its first commit. So nothing can
   * be changed, taken out or put in without all later commits of the aggregate telling.
   */
  previousHash: z.string().max(64).optional(),
  userId: z.string().optional(),
  correlationId: z.string().optional(),
  causationId: z.string().optional(),
  at: z.iso.datetime(),
});
export type CommitMeta = z.infer<typeof commitMeta>;

/** Events of one commit, at most: more would be written and never read again. */
export const COMMIT_EVENTS_MAX = 100;

/** One message of a stream: the events of one command, all or nothing. */
export const commit = z.object({
  events: z
    .array(z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) }))
    .min(1)
    .max(COMMIT_EVENTS_MAX),
  meta: commitMeta,
});
export type Commit = z.infer<typeof commit>;

/** The shape that every event schema of a context has. */
export const eventOf = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), data: z.strictObject(shape) });
