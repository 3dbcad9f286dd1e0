// The changes that a process watches for while it works on a projection, or waits for its turn.
import { CheckpointMoved } from './checkpoint.ts';
import { dropUnused } from './projection-collections.ts';
import type { Running } from './projection-state.ts';

const CONFIRM_EVERY_MS = 5_000;

/**
 * Works, and meanwhile watches two things: whether the checkpoint was swapped by another process or set back with
 * a restored database, and whether replaced collections are out of use and can be dropped.
 */
export const withCare = async <Result>(
  running: Running,
  confirm: () => Promise<unknown>,
  { dropping }: { dropping: boolean },
  run: () => Promise<Result>,
): Promise<Result> => {
  const { projection, log, reopening, dropUnusedAfterMs } = running;
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
};
