// Shares a projection's work with the service's other processes: opens it, waits for the lease, follows the streams.
import { type Checkpoint, CheckpointMoved } from './checkpoint.ts';
import { type Holding, openLease } from './lease.ts';
import { dropUnused, modelOf } from './projection-collections.ts';
import { follow, isAtOrBeyond } from './projection-follow.ts';
import { type Notices, openNotices } from './projection-notices.ts';
import { replaceCollection } from './projection-rebuild.ts';
import { type Live, noteReached, type ProjectionState, type Running } from './projection-state.ts';
import { lastSequences, type Positions } from './stream-positions.ts';

export type Turns = {
  /**
   * Opens what the checkpoint names, waits for the lease, and works until the lease is lost or the checkpoint must be read
   * again. Rejects when the work fails.
   */
  takeTurn(): Promise<void>;
  /** Makes the working process announce how far it is. */
  askHolder(): void;
  stop(): void;
};

const CONFIRM_EVERY_MS = 5_000;

/** `becameCurrent` is called when queries can rely on what they see. */
export const createTurns = (running: Running, becameCurrent: () => void): Turns => {
  const { projection, log, stopping } = running;
  let notices: Notices | undefined;

  async function open(): Promise<Live> {
    const { checkpoints, mongo, sources, opened } = running;
    const { name, version } = projection;
    const streams = sources.map(({ stream }) => stream);
    const checkpoint = await checkpoints.readOrCreate(name, { name, version, streams });
    const model = modelOf(mongo, projection, checkpoint.collection);
    const live = { checkpoint, model, reached: checkpoint.positions, isCurrent: false };
    running.live = live;
    notices ??= openNotices(running);
    opened.resolve();
    return live;
  }

  function enter(state: ProjectionState, reason: string | null = null): void {
    running.state = state;
    running.reason = reason;
  }

  function makeCurrent(live: Live): void {
    live.isCurrent = true;
    noteReached(running, {});
    becameCurrent();
  }

  async function work(live: Live, holding: Holding, signal: AbortSignal): Promise<void> {
    const checkpoint = await running.checkpoints.claim(live.checkpoint, holding.token);
    // Read only now: the wait for the lease may have taken days, while another process moved on.
    const end = await lastSequences(running.nc, running.sources);
    if (!isUsable(checkpoint, end)) {
      const details = { projection: projection.name, version: projection.version, live: checkpoint };
      if (!isAtOrBeyond(end, checkpoint.positions))
        log.error(details, 'a projection knows more than its stream: the stream has lost events');
      enter('rebuilding', 'its documents are made anew');
      return replaceCollection(running, checkpoint, { anew: false, signal });
    }
    enter('following');
    await followLive(checkpoint, end, signal);
  }

  async function followLive(checkpoint: Checkpoint, end: Positions, signal: AbortSignal): Promise<void> {
    const place = { checkpoint, positions: checkpoint.positions };
    const took = () => {
      noteReached(running, place.positions);
      notices?.announce();
    };
    const live = running.live as Live;
    if (!live.isCurrent) makeCurrent(live);
    took();
    await withCare(
      () => running.checkpoints.confirm(checkpoint),
      { dropping: true },
      async () => {
        // Existing events are applied before the indexes are made, which is faster than the other way round.
        const isEmpty = Object.values(checkpoint.positions).every((sequence) => sequence === 0);
        if (isEmpty) await follow(running, place, { signal, until: end, took });
        if (!signal.aborted) await live.model.createIndexes();
        await follow(running, place, { signal, took });
      },
    );
  }

  /** Whether its documents have this version and come from these streams, which end there. */
  const isUsable = ({ version, positions }: Checkpoint, end: Positions): boolean =>
    version === projection.version && isAtOrBeyond(end, positions);

  /** Waits for the lease; until then the checkpoint and notices show how far another process is. */
  async function waitForLease(live: Live, end: Positions, signal: AbortSignal): Promise<Holding | undefined> {
    const { nc, mongo, checkpoints } = running;
    const { checkpoint } = live;
    if (isUsable(checkpoint, end)) makeCurrent(live);
    const name = `projections.${mongo.name}.${projection.name}.v${projection.version}`;
    const lease = openLease({ nc, log }, name);
    const learn = async () => {
      const found = await checkpoints.confirm(checkpoint);
      checkpoint.positions = found.positions;
      noteReached(running, found.positions);
    };
    return withCare(learn, { dropping: false }, () => lease.acquire(signal));
  }

  /**
   * Works, and meanwhile watches two things: whether the checkpoint was swapped by another process or set back with
   * a restored database, and whether replaced collections are out of use and can be dropped.
   */
  async function withCare<Result>(
    confirm: () => Promise<unknown>,
    { dropping }: { dropping: boolean },
    run: () => Promise<Result>,
  ): Promise<Result> {
    const { reopening, dropUnusedAfterMs } = running;
    const confirming = setInterval(() => {
      confirm().catch((error: unknown) => {
        if (error instanceof CheckpointMoved) reopening.abort();
      });
    }, CONFIRM_EVERY_MS);
    const drop = () =>
      dropUnused(running, projection.name).catch((error: unknown) => {
        log.warn({ projection: projection.name, err: error }, 'an unused collection could not be dropped');
      });
    const timer = dropping ? setTimeout(drop, dropUnusedAfterMs) : undefined;
    try {
      return await run();
    } finally {
      clearInterval(confirming);
      clearTimeout(timer);
    }
  }

  async function readOnly(live: Live, signal: AbortSignal): Promise<void> {
    const { checkpoints } = running;
    const { checkpoint } = live;
    const details = { projection: projection.name, version: projection.version, live: checkpoint };
    log.error(details, 'a newer version of this projection is in use, this one only reads');
    enter('outdated', 'a newer version of it is in use');
    makeCurrent(live);
    const learn = async () => noteReached(running, (await checkpoints.confirm(checkpoint)).positions);
    await withCare(learn, { dropping: false }, () => aborted(signal));
  }

  return {
    async takeTurn() {
      running.reopening = new AbortController();
      const signal = AbortSignal.any([stopping.signal, running.reopening.signal]);
      const live = await open();
      if (live.checkpoint.version > projection.version) return readOnly(live, signal);
      enter('standby');
      const end = await lastSequences(running.nc, running.sources);
      const holding = await waitForLease(live, end, signal);
      if (holding === undefined) return;
      try {
        await work(live, holding, AbortSignal.any([signal, holding.lost]));
      } finally {
        await holding.release();
      }
    },
    askHolder: () => notices?.ask(),
    stop: () => notices?.stop(),
  };
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
