// A read model: the events it reads, and what each changes in which document.
import type { AggregateEvents } from '@tradeium/contracts';
import type { Model, Schema } from 'mongoose';
import type { StoredEvent } from '../streams/commit-codec.ts';
import type { Positions } from '../streams/stream-positions.ts';

/**
 * The effect of one event on one document. `apply` is pure: it takes the document as earlier events left it (null:
 * none) and returns the new one (null: none any more). It never mutates its input.
 */
export type Change<Doc extends object> = {
  id: string;
  /** No earlier event changes this document, so that it is only looked up where a batch is applied a second time. */
  isFirst?: boolean;
  apply(document: Doc | null): Doc | null;
};

/**
 * A read model: documents made only from events, by a pure function. It may read several contexts; the
 * events of each come in order, those of different contexts in any order, so the result must not depend on it.
 */
export type Projection<Event, Doc extends object> = {
  /** The prefix of its collections' names. */
  readonly name: string;
  /** Raise it whenever `changes` or `schema` changes: the documents are then rebuilt. */
  readonly version: number;
  /** The aggregates that it reads; other events of their contexts never reach it. */
  readonly reads: readonly [AggregateEvents<Event>, ...AggregateEvents<Event>[]];
  /** Types and indexes of the documents; `_id` and `seq` are added. No unique indexes: a projection refuses no fact. */
  readonly schema: Schema;
  changes(stored: StoredEvent<Event>): Change<Doc>[];
};

/** A projection, whatever it reads and makes. */
export type AnyProjection = {
  readonly name: string;
  readonly version: number;
  readonly reads: readonly [AggregateEvents<unknown>, ...AggregateEvents<unknown>[]];
  readonly schema: Schema;
  changes(stored: StoredEvent<never>): Change<object>[];
};

/** A document in its collection; `seq` has the sequence of the last commit that changed it, by stream. */
export type Stored<Doc> = Doc & { _id: string; seq: Positions };

/** Returns the current model: a rebuild puts another collection in its place. */
export type ReadModel<Doc extends object> = () => Model<Stored<Doc>>;
