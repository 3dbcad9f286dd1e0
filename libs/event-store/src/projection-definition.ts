// What a read model is: which events it reads, and what each of them changes in which document.
import type { AggregateEvents } from '@tradeium/contracts';
import type { Model, Schema } from 'mongoose';
import type { StoredEvent } from './commit-codec.ts';
import type { Positions } from './stream-positions.ts';

/**
 * What one event does to one document. `apply` is pure: it is given the document as the events before left it (null:
 * there is none) and gives back what it is now (null: there is none any more). It never changes what it is given.
 */
export type Change<Doc extends object> = {
  id: string;
  apply(document: Doc | null): Doc | null;
};

/**
 * A read model: documents made from events by a pure function, and from nothing else. It may read several contexts; the
 * events of each come in order, those of different contexts in any order, so what comes of them must not depend on it.
 */
export type Projection<Event, Doc extends object> = {
  /** Begins the names of its collections. */
  readonly name: string;
  /** Raised whenever `changes` or `schema` change: the documents are then made anew, beside the old ones. */
  readonly version: number;
  /** The aggregates that it reads; other events of their contexts never reach it. */
  readonly reads: readonly [AggregateEvents<Event>, ...AggregateEvents<Event>[]];
  /** Types and indexes of the documents; `_id` and `seq` are added. No unique indexes: a projection refuses no fact. */
  readonly schema: Schema;
  changes(stored: StoredEvent<Event>): Change<Doc>[];
};

/** A projection whatever it reads and makes. */
export type AnyProjection = {
  readonly name: string;
  readonly version: number;
  readonly reads: readonly [AggregateEvents<unknown>, ...AggregateEvents<unknown>[]];
  readonly schema: Schema;
  changes(stored: StoredEvent<never>): Change<object>[];
};

/** A document in its collection; `seq` has the sequence of the commit that changed it last, by stream. */
export type Stored<Doc> = Doc & { _id: string; seq: Positions };

/** Returns the model to query now: a rebuild puts another collection in its place. */
export type ReadModel<Doc extends object> = () => Model<Stored<Doc>>;
