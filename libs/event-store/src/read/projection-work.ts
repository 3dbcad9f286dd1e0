// Shares a projection's work with the service's other processes: opens it, waits for the lease, follows the streams.

import { openLease } from '../leases/lease.ts';
import type { Holding } from '../leases/lease-holding.ts';
import { lastSequences, type Positions } from '../streams/stream-positions.ts';
import type { Checkpoint } from './checkpoint.ts';
import { withCare } from './projection-care.ts';
import { modelOf } from './projection-collections.ts';
import { follow, isAtOrBeyond } from './projection-follow.ts';
import { type AskedFor, type Notices, openNotices } from './projection-notices.ts';
import { replaceCollection } from './projection-rebuild.ts';
import { type Live, noteReached, type ProjectionState, type Running } from './projection-state.ts';

export type Turns = {
  /**
   * Opens what the checkpoint names, waits for the lease, and works until the lease is lost or the checkpoint must be read
   * again. Rejects when the work fails.
   */
  takeTurn(): Promise<void>;
  /** Makes the process at work, unless it is this one, announce how far it is. */
  askHolder(purpose: AskedFor): void;
  stop(): void;
};

/** The state that all turns of a process share. */
type Working = {
  readonly running: Running;
  /** Called when queries can rely on what they see. */
  readonly becameCurrent: () => void;
  /** Opened with the first turn. */
  notices: Notices | undefined;
};

/** `becameCurrent` is called when queries can rely on what they see. */
export const createTurns = (running: Running, becameCurrent: () => void): Turns => {
  const working: Working = { running, becameCurrent, notices: undefined };
  return {
    async takeTurn() {
      running.reopening = new AbortController();
      const signal = AbortSignal.any([running.stopping.signal, running.reopening.signal]);
      const live = await open(working);
      if (live.checkpoint.version > running.projection.version) return readOnly(working, live, signal);
      enter(running, 'standby');
      const end = await lastSequences(running.nc, running.sources);
      const holding = await waitForLease(working, live, end, signal);
      if (holding === undefined) return;
      try {
        await work(working, live, holding, AbortSignal.any([signal, holding.lost]));
      } finally {
        await holding.release();
      }
    },
    askHolder: (purpose) => working.notices?.ask(purpose),
    stop: () => working.notices?.stop(),
  };
};

const open = async (working: Working): Promise<Live> => {
  const { running } = working;
  const { checkpoints, mongo, sources, opened, projection } = running;
  const { name, version } = projection;
  const streams = sources.map(({ stream }) => stream);
  const checkpoint = await checkpoints.readOrCreate(name, { name, version, streams });
  const model = modelOf(mongo, projection, checkpoint.collection);
  const live = { checkpoint, model, reached: checkpoint.positions, isCurrent: false };
  running.live = live;
  working.notices ??= openNotices(running);
  opened.resolve();
  return live;
};

const enter = (running: Running, state: ProjectionState, reason: string | null = null): void => {
  running.state = state;
  running.reason = reason;
};

const makeCurrent = ({ running, becameCurrent }: Working, live: Live): void => {
  live.isCurrent = true;
  noteReached(running, {});
  becameCurrent();
};

/** True if its documents have this version and come from these streams, which end there. */
const isUsable = ({ projection }: Running, { version, positions }: Checkpoint, end: Positions): boolean =>
  version === projection.version && isAtOrBeyond(end, positions);

const work = async (working: Working, live: Live, holding: Holding, signal: AbortSignal): Promise<void> => {
  const { running } = working;
  const { projection, log } = running;
  const checkpoint = await running.checkpoints.claim(live.checkpoint, holding.token);
  // Read only now: the wait for the lease may have taken days, while another process moved on.
  const end = await lastSequences(running.nc, running.sources);
  if (!isUsable(running, checkpoint, end)) {
    const details = { projection: projection.name, version: projection.version, live: checkpoint };
    if (!isAtOrBeyond(end, checkpoint.positions))
      log.error(details, 'a projection knows more than its stream: the stream has lost events');
    enter(running, 'rebuilding', 'its documents are rebuilt');
    return replaceCollection(running, checkpoint, { anew: false, signal });
  }
  enter(running, 'following');
  await followLive(working, checkpoint, end, signal);
};

const followLive = async (
  working: Working,
  checkpoint: Checkpoint,
  end: Positions,
  signal: AbortSignal,
): Promise<void> => {
  const { running } = working;
  const place = { checkpoint, positions: checkpoint.positions };
  const took = () => {
    noteReached(running, place.positions);
    working.notices?.announce();
  };
  const live = running.live as Live;
  if (!live.isCurrent) makeCurrent(working, live);
  took();
  const confirm = () => running.checkpoints.confirm(checkpoint);
  await withCare(running, confirm, { dropping: true }, async () => {
    // Existing events are applied before the indexes are made, which is faster than the other way around.
    const isEmpty = Object.values(checkpoint.positions).every((sequence) => sequence === 0);
    if (isEmpty) await follow(running, place, { signal, until: end, took });
    if (!signal.aborted) await live.model.createIndexes();
    await follow(running, place, { signal, took });
  });
};

/** Waits for the lease; until then the checkpoint and notices show how far another process is. */
const waitForLease = async (
  working: Working,
  live: Live,
  end: Positions,
  signal: AbortSignal,
): Promise<Holding | undefined> => {
  const { running } = working;
  const { nc, log, mongo, checkpoints, projection } = running;
  const { checkpoint } = live;
  if (isUsable(running, checkpoint, end)) makeCurrent(working, live);
  const name = `projections.${mongo.name}.${projection.name}.v${projection.version}`;
  const lease = openLease({ nc, log }, name);
  const learn = async () => {
    const found = await checkpoints.confirm(checkpoint);
    checkpoint.positions = found.positions;
    noteReached(running, found.positions);
  };
  return withCare(running, learn, { dropping: false }, () => lease.acquire(signal));
};

const readOnly = async (working: Working, live: Live, signal: AbortSignal): Promise<void> => {
  const { running } = working;
  const { checkpoints, projection, log } = running;
  const { checkpoint } = live;
  const details = { projection: projection.name, version: projection.version, live: checkpoint };
  log.error(details, 'a newer version of this projection is in use, this one only reads');
  enter(running, 'outdated', 'a newer version of it is in use');
  makeCurrent(working, live);
  const learn = async () => noteReached(running, (await checkpoints.confirm(checkpoint)).positions);
  await withCare(running, learn, { dropping: false }, () => aborted(signal));
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
