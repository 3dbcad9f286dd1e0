// Answers events with commands of its own service: each at least once, each aggregate's in order.
import { streamOf } from '@tradeium/contracts';
import type { Msg, NatsConnection, Subscription } from 'nats';
import { openLease } from '../leases/lease.ts';
import { backOffMs } from '../pacing/back-off.ts';
import type { Log } from '../pacing/log.ts';
import { createOutageLog } from '../pacing/outage-log.ts';
import { pause } from '../pacing/pause.ts';
import { ownName } from '../streams/bus-identity.ts';
import { listen } from '../streams/listen.ts';
import { lastSequence, nextSequence, type Source, sourcesOf } from '../streams/stream-positions.ts';
import { openParkedReactions, type ParkedReaction } from './parked-reactions.ts';
import type { AnyReaction, Reaction, Work } from './reaction-definition.ts';
import { openReactionState } from './reaction-state.ts';
import { beginWork, type ReactionWork } from './reaction-work.ts';

export type ReactionStatus = {
  name: string;
  context: string;
  /** `standby`: another process does the work; this one takes over when it ends. */
  state: 'working' | 'standby' | 'failing';
  /** The maximum number of messages that are not finished yet. */
  behind: number;
  /** Parked events that wait for a retry, and since when the oldest waits. Above 0 something is wrong. */
  parked: number;
  oldestParkedAt: string | null;
  /** Events that wait for a newer program, as during an upgrade; not counted as parked. */
  newer: number;
  /** Events that were too old to act on. */
  expired: number;
};

export type RunningReaction = {
  readonly name: string;
  status(): Promise<ReactionStatus>;
  /** Its parked events in the order of the stream, those that wait for a newer program or have expired included. */
  parked(limit: number): Promise<ParkedReaction[]>;
  /** Retries parked events, oldest first; those that succeed are parked no longer. */
  retryParked(): Promise<{ handled: number; remaining: number }>;
  /** Ends after the events that are being handled. */
  stop(): Promise<void>;
};

type Dependencies = { nc: NatsConnection; log: Log; now: () => Date };

const DEFAULT_MAX_ATTEMPTS = 15;
const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_AT_ONCE_MAX = 8;
const RESTART_PAUSE_MAX_MS = 5_000;
const RETRY_REQUEST_TIMEOUT_MS = 60 * 60_000;

const workOf = <Event>(dependencies: Dependencies, reaction: Reaction<Event>): Work => {
  const [source] = sourcesOf(reaction.reads) as [Source];
  return {
    ...dependencies,
    maxAttempts: DEFAULT_MAX_ATTEMPTS,
    timeoutMs: DEFAULT_TIMEOUT_MS,
    atOnceMax: DEFAULT_AT_ONCE_MAX,
    ...reaction,
    handle: reaction.handle as Work['handle'],
    source,
    parked: openParkedReactions(dependencies.nc, reaction.name),
  };
};

/**
 * Starts a reaction; it runs on its own until it is stopped, whatever is down. One process at a time does the work;
 * another takes over within seconds when it is gone.
 */
export const runReaction = <Event>(
  dependencies: Dependencies,
  reaction: Reaction<Event>,
): RunningReaction => {
  const { nc, log } = dependencies;
  assertWellFormed(reaction);
  const work = workOf(dependencies, reaction);
  const { name, source } = work;
  const { context } = reaction.reads[0];
  const stopping = new AbortController();
  let current: ReactionWork | undefined;
  let isFailing = false;

  /** Works for as long as this process holds the lease. */
  const takeTurn = async (): Promise<void> => {
    const holding = await openLease({ nc, log }, `reactions.${name}`).acquire(stopping.signal);
    if (holding === undefined) return;
    const signal = AbortSignal.any([stopping.signal, holding.lost]);
    let asked: Subscription | undefined;
    try {
      const begun = await beginWork(work, openReactionState(nc, name, source.stream), signal);
      current = begun;
      isFailing = false;
      // Not before it can answer: until then the server says at once that nobody listens.
      asked = answerRetries(dependencies, name, begun);
      await begun.ended;
    } finally {
      current = undefined;
      asked?.unsubscribe();
      await holding.release();
    }
  };

  const keepReacting = async (): Promise<void> => {
    const outage = createOutageLog(log, { reaction: name, context }, 'a reaction');
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await takeTurn();
        failures = 0;
        outage.worked();
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        isFailing = true;
        outage.failed(error);
        const pauseMs = backOffMs(failures, RESTART_PAUSE_MAX_MS);
        await pause(pauseMs, stopping.signal);
      }
    }
  };

  const ended = keepReacting();
  return {
    name,
    async status() {
      const setAside = countsOf(await work.parked.list());
      return {
        name,
        context,
        state: isFailing ? 'failing' : current === undefined ? 'standby' : 'working',
        behind: await behindOf(work, current),
        ...setAside,
      };
    },
    parked: async (limit) => (await work.parked.list()).slice(0, limit),
    async retryParked() {
      if (current !== undefined) return current.retryParked();
      return askForRetry(nc, name);
    },
    async stop() {
      stopping.abort();
      await ended;
    },
  };
};

const retrySubject = (nc: NatsConnection, name: string): string =>
  ownName(nc, `reactions.${name}.retry-parked`);

/** Tries parked events again for processes that do not do the work; an empty answer is a failure. */
const answerRetries = (
  { nc, log }: Dependencies,
  name: string,
  { retryParked }: ReactionWork,
): Subscription => {
  const respond = async (message: Msg): Promise<void> => {
    try {
      message.respond(JSON.stringify(await retryParked()));
    } catch (err) {
      log.warn({ err, reaction: name }, 'parked events could not be tried again');
      message.respond();
    }
  };
  return listen(nc, retrySubject(nc, name), (message) => void respond(message));
};

/** Asks the process that does the work. */
const askForRetry = async (nc: NatsConnection, name: string): ReturnType<ReactionWork['retryParked']> => {
  const answered = await nc.request(retrySubject(nc, name), undefined, { timeout: RETRY_REQUEST_TIMEOUT_MS });
  if (answered.data.length === 0) throw new Error(`the parked events of ${name} could not be tried again`);
  return answered.json();
};

/** Only faults count as parked: what a newer program will handle, and what has expired, are counted apart. */
const countsOf = (entries: readonly ParkedReaction[]) => {
  const parked = entries.filter(({ reason }) => reason !== 'newer' && reason !== 'expired');
  return {
    parked: parked.length,
    oldestParkedAt: parked.map(({ at }) => at).sort()[0] ?? null,
    newer: entries.filter(({ reason }) => reason === 'newer').length,
    expired: entries.filter(({ reason }) => reason === 'expired').length,
  };
};

/** How far the working process is behind: this one, or another one by its stored state. */
const behindOf = async ({ nc, name, source }: Work, current: ReactionWork | undefined): Promise<number> => {
  const state = current?.state() ?? (await openReactionState(nc, name, source.stream).read());
  const upTo = state?.upTo ?? 0;
  const end = await lastSequence(nc, source.stream);
  const unread = (await nextSequence(nc, source, upTo)) > end ? 0 : end - upTo;
  return unread + (state?.open.length ?? 0);
};

const assertWellFormed = ({
  name,
  reads,
  startAt,
}: Pick<AnyReaction, 'name' | 'reads' | 'startAt'>): void => {
  if (!/^[a-z][a-z0-9-]{0,50}$/.test(name)) throw new Error(`not a reaction name: ${name}`);
  const streams = new Set(reads.map(({ context }) => streamOf(context)));
  if (streams.size > 1) throw new Error(`reaction ${name} reads more than one context`);
  if (startAt !== 'beginning' && Number.isNaN(Date.parse(startAt)))
    throw new Error(`reaction ${name} starts at ${startAt}, which is no time`);
};
