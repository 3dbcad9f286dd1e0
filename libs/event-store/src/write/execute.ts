// Runs one command: decides on the newest state, appends the decision, and recognizes a repeated command.
import { setTimeout as delay } from 'node:timers/promises';
import {
  COMMIT_EVENTS_MAX,
  type Commit,
  isRefusal,
  type Refusal,
  refuse,
  subjectOf,
} from '@tradeium/contracts';
import type { Log } from '../pacing/log.ts';
import { encodeCommit, hashInput } from '../streams/commit-codec.ts';
import { isNatsOutage } from '../streams/nats-outage.ts';
import { sealCommit } from '../streams/sealed-events.ts';
import type { AggregateDefinition } from './aggregate-definition.ts';
import { type AppendResult, append, type Link } from './append.ts';
import { advance, type KnownAggregate, type RememberedCommand } from './known-aggregate.ts';
import type { Loader } from './load-aggregate.ts';
import { keyedHash } from './sealed-input.ts';

export type Command = {
  /** Identifies the command within its aggregate: derived from the intent, never from the attempt. */
  commandId: string;
  /** The command's input: its hash is stored, and the same id with other input is refused. */
  input?: unknown;
  userId?: string | undefined;
  correlationId?: string | undefined;
  causationId?: string | undefined;
};

/** Pure: decides on a state at a time (ISO 8601). No events: nothing to do. */
export type Decide<State, Event> = (state: State, now: string) => readonly Event[] | Refusal;

export type Outcome<State, Event> =
  | {
      ok: true;
      /** The position of the command's commit in the stream; without events, that of the aggregate's last one. */
      sequence: number;
      /** When it was decided (ISO 8601), as the commit says. */
      at: string;
      /** The newest state; after a repeated command it may be later than that command's result. */
      state: State;
      events: readonly Event[];
      /** The command was executed before; nothing was written now. */
      repeated: boolean;
      /** The size of what was written now, 0 where nothing was. */
      bytes: number;
    }
  | { ok: false; refusal: Refusal };

/** The fields that every event has, whatever its schema. */
export type AnyEvent = Commit['events'][number];

export type Execution<State, Event> = {
  definition: AggregateDefinition<State, Event>;
  loader: Loader<State, Event>;
  link: Link;
  log: Log;
  now: () => Date;
};

/** A commit and its bytes. */
type Written = { readonly commit: Commit; readonly data: Uint8Array };

/** A command being executed. */
type Run<State, Event> = Execution<State, Event> & {
  id: string;
  command: Command;
  /** As it is stored; of a sealed aggregate under the user's key. */
  inputHash: string | undefined;
  decide: Decide<State, Event>;
  known: KnownAggregate<State>;
  /** `known` was read for this command, not taken from the cache. */
  isFresh: boolean;
  /** No attempt starts after this time, by `performance.now()`. */
  deadlineMs: number;
  /** A commit that was sent and not answered, and the sequence it should follow. */
  unanswered: { written: Written; after: number } | undefined;
  /** How often another writer was first. */
  conflicts: number;
};

const CONFLICTS_MAX = 3;
const RETRY_PAUSE_MS = 50;
const RETRY_PAUSE_MAX_MS = 400;
/** A server that takes longer to answer counts as down. */
const PATIENCE_MS = 4_000;

/**
 * Executes a command. After a conflict it reads the newer commits and decides again, at most 3 times. When the server does
 * not confirm the write, it reads the stream; while there is no newer commit either, it sends the very
 * same commit again, which the server accepts once.
 */
export const execute = async <State, Event extends AnyEvent>(
  execution: Execution<State, Event>,
  target: { id: string; known: KnownAggregate<State>; isFresh: boolean },
  command: Command,
  decide: Decide<State, Event>,
): Promise<Outcome<State, Event>> => {
  const inputHash = await inputHashOf(execution.definition, command);
  const run: Run<State, Event> = {
    ...execution,
    ...target,
    command,
    inputHash,
    decide,
    deadlineMs: performance.now() + PATIENCE_MS,
    unanswered: undefined,
    conflicts: 0,
  };
  for (let attempt = 0; ; attempt += 1) {
    const earlier = run.known.commands.get(command.commandId);
    if (earlier !== undefined) return answerAgain(run, earlier, run.unanswered === undefined);
    // After another write, a commit that may still be on its way can no longer be accepted.
    if (run.unanswered?.after !== run.known.sequence) run.unanswered = undefined;
    if (run.unanswered !== undefined && performance.now() > run.deadlineMs)
      return refused('SERVICE_UNAVAILABLE');
    if (run.unanswered === undefined && run.conflicts > CONFLICTS_MAX) return refused('CONCURRENT_CHANGE');

    const next = run.unanswered?.written ?? (await decideOnNewest(run));
    if (next === null) continue;
    if ('ok' in next) return next;
    const outcome = await settle(run, next, await send(run, next), attempt);
    if (outcome !== null) return outcome;
  }
};

const inputHashOf = async <State, Event>(
  definition: AggregateDefinition<State, Event>,
  { input, userId }: Command,
): Promise<string | undefined> => {
  if (input === undefined) return undefined;
  return definition.sealing && definition.personal && userId !== undefined
    ? keyedHash(definition.sealing, userId, input)
    : hashInput(input);
};

const refused = (code: Refusal['refused']) => ({ ok: false as const, refusal: refuse(code) });

/** Decides. Never refuses, or finds nothing to do, on an old state: null means that there is a newer one. */
const decideOnNewest = async <State, Event extends AnyEvent>(
  run: Run<State, Event>,
): Promise<Written | Outcome<State, Event> | null> => {
  const at = run.now().toISOString();
  const decision = run.decide(run.known.state, at);
  if (!isRefusal(decision) && decision.length > 0) return write(run, decision, at);
  if (!run.isFresh) {
    run.isFresh = true;
    if (await run.loader.catchUp(run.id, run.known)) return null;
  }
  if (isRefusal(decision)) return { ok: false, refusal: decision };
  const { sequence, state } = run.known;
  return { ok: true, sequence, at, state, events: [], repeated: false, bytes: 0 };
};

const write = async <State, Event extends AnyEvent>(
  { definition, command, inputHash, known, id }: Run<State, Event>,
  events: readonly Event[],
  at: string,
): Promise<Written> => {
  const { commandId, userId, correlationId, causationId } = command;
  if (events.length > COMMIT_EVENTS_MAX)
    throw new Error(`${definition.name}: ${events.length} events are too many for a commit`);
  const checked = events.map((event) => {
    const result = definition.events.safeParse(event);
    if (result.success) return result.data;
    throw new Error(`${definition.name}: ${event.type} does not fit its schema`, { cause: result.error });
  });
  const previousHash = known.lastHash || undefined;
  // Undefined fields don't appear in JSON.
  const meta = {
    commandId,
    inputHash,
    previousHash,
    userId,
    correlationId,
    causationId,
    at,
  } as Commit['meta'];
  const commit = { events: checked, meta };
  return { commit, data: encodeCommit(await sealCommit(definition, id, commit)) };
};

const send = <State, Event>({ definition, link, id, known, command }: Run<State, Event>, { data }: Written) =>
  append(link, {
    context: definition.context,
    subject: subjectOf(definition.context, definition.name, id),
    expectedSequence: known.sequence,
    // With the aggregate's name and id: the same command id on another aggregate is another command.
    name: `${definition.name}.${id}:${command.commandId}`,
    data,
  });

/** The outcome of an append; null when another attempt is needed. */
const settle = async <State, Event extends AnyEvent>(
  run: Run<State, Event>,
  written: Written,
  result: AppendResult,
  attempt: number,
): Promise<Outcome<State, Event> | null> => {
  const { definition, loader, id, known } = run;
  if (result.kind === 'appended') {
    const { sequence } = result;
    const { commit, data } = written;
    const events = commit.events as unknown as readonly Event[];
    const stored = {
      context: definition.context,
      aggregate: definition.name,
      id,
      sequence,
      previous: known.sequence,
      events,
      meta: commit.meta,
    };
    advance(definition, known, stored, data);
    loader.keepSnapshot(id, known);
    return {
      ok: true,
      sequence,
      at: commit.meta.at,
      state: known.state,
      events,
      repeated: false,
      bytes: data.length,
    };
  }
  if (result.kind === 'duplicate') {
    await loader.catchUp(id, known);
    const { meta, sequence } = await loader.commitAt(result.sequence);
    return answerAgain(run, { sequence, inputHash: meta.inputHash }, true);
  }
  if (result.kind === 'unknown') {
    run.unanswered = { written, after: known.sequence };
    run.log.warn(
      { err: result.cause, aggregate: definition.name, id, attempt },
      'an append was not answered',
    );
    await pauseBeforeRetry(attempt);
  }
  if (result.kind === 'conflict') {
    run.conflicts += 1;
    // The other write is still on its way to the replicas and can't be read yet.
    if (result.isInFlight) await pauseBeforeRetry(attempt);
  }
  await loader.catchUp(id, known).catch((error: unknown) => {
    // While the server is down there is nothing new to read; the next attempt sends the same again.
    if (run.unanswered === undefined || !isNatsOutage(error)) throw error;
  });
  run.isFresh = true;
  return null;
};

const pauseBeforeRetry = (attempt: number) =>
  delay(Math.min(RETRY_PAUSE_MAX_MS, RETRY_PAUSE_MS * 2 ** attempt));

/** The answer to a command that is already in the stream. */
const answerAgain = async <State, Event>(
  { loader, known, inputHash }: Run<State, Event>,
  earlier: RememberedCommand,
  repeated: boolean,
): Promise<Outcome<State, Event>> => {
  const isOther =
    earlier.inputHash !== undefined && inputHash !== undefined && earlier.inputHash !== inputHash;
  if (isOther) return refused('COMMAND_ID_REUSED');
  const { events, sequence, meta } = await loader.commitAt(earlier.sequence);
  return { ok: true, sequence, at: meta.at, state: known.state, events, repeated, bytes: 0 };
};
