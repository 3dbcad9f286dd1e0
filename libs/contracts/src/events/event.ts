// The shape of every event and commit in all contexts.
import { z } from 'zod';

/** The stream that holds a context's events: the context's name in capitals. The only place that maps the two. */
export const streamOf = (context: string): string => context.toUpperCase();

/** The subject of one aggregate's events. Ids hold letters, digits, `_` and `-` only. */
export const subjectOf = (context: string, aggregate: string, id: string): string =>
  `events.${context}.${aggregate}.${id}`;

/** A commit's user, cause and time; times are ISO 8601 in UTC. */
const commitMeta = z.object({
  commandId: z.string().min(1).max(200),
  /** SHA-256 of the command's input: the same id with other input is an error. */
  inputHash: z.string().max(64).optional(),
  /**
   * SHA-256 (hex) of the bytes of the aggregate's previous commit; absent in its first one. So nothing can
   * be changed, removed or inserted without breaking all later commits of the aggregate.
   */
  previousHash: z.string().max(64).optional(),
  userId: z.string().optional(),
  correlationId: z.string().optional(),
  causationId: z.string().optional(),
  at: z.iso.datetime(),
});
export type CommitMeta = z.infer<typeof commitMeta>;

/** The maximum number of events in a commit: more would be written and never read again. */
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

/** The shape of every event schema. Strictness binds writers only: readers drop fields they don't know. */
export const eventOf = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), data: z.strictObject(shape) });

/** An event as written, perhaps by an older or a newer version of the program. */
export type RawEvent = { type: string; data: Record<string, unknown> };

/** Seals the words of one user; opens them only in the place that they were sealed for. */
export type EventKey = {
  seal(place: string, text: string): string;
  unseal(place: string, sealed: string): string;
  /** A hash that cannot be computed without the key (base64url). */
  digest(text: string): string;
};

/** The keys with which users' words in events are sealed. */
export type EventSealing = {
  /** A user's key, made when there is none; rejects once it is destroyed. */
  ensure(userId: string): Promise<EventKey>;
  /** A user's key; null when there is none or it is destroyed. */
  find(userId: string): Promise<EventKey | null>;
  /** The key to what was sealed with it; null once it is destroyed. Rejects when it is missing: that is not a deletion. */
  open(userId: string): Promise<EventKey | null>;
};

/** The events of one kind of aggregate: where they are stored and how every version is read. */
export type AggregateEvents<Event> = {
  /** The bounded context that owns the stream. */
  readonly context: string;
  /** Lower-case; the events of one aggregate have the subject `events.<context>.<name>.<id>`. */
  readonly name: string;
  /** Today's events, checked before they are written and after they are read. */
  readonly events: z.ZodType<Event>;
  /** Turns an event of an older version into today's; returns every other event as it is. */
  readonly upcast?: (written: RawEvent) => RawEvent;
  /**
   * Fields with words of the user `userId`, by event type, each with the value to use when it cannot be decrypted. They
   * are stored sealed, under the type with the suffix `SEALED`.
   */
  readonly personal?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Set by `withoutWords`. */
  readonly withoutWords?: true;
  /** Set by a process that has the keys. `startService` refuses a service that handles such events without them. */
  readonly sealing?: EventSealing;
};

/**
 * The same events for a reader that does without the words in them, and so without keys: it reads the values of `personal`
 * in their place.
 */
export const withoutWords = <Source extends Pick<AggregateEvents<unknown>, 'name' | 'personal'>>(
  source: Source,
): Source & { readonly withoutWords: true } => ({ ...source, withoutWords: true });

/** The end of the type of an event whose personal fields are sealed. */
export const SEALED = '.sealed';
