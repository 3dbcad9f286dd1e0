// The thread that makes live twins, one after the other; there is none while nothing is made.
import type { Log } from '@tradeium/service-kit';
import { openThreads } from '@tradeium/service-kit/threads';
import type { Twin } from './compute-twin.ts';
import type * as work from './twin-thread.ts';
import type { TwinTask } from './twin-thread.ts';

/** The twins of all deployments of a bar follow one another, with a computation between them. */
const IDLE_MS = 20_000;

export type TwinThreads = {
  /** Takes the facts over; rejects when there is no twin of them. */
  make(task: TwinTask): Promise<Twin>;
  close(): Promise<void>;
};

export const openTwinThreads = (log: Log): TwinThreads => {
  const filename = new URL('./twin-thread.ts', import.meta.url).href;
  const threads = openThreads<typeof work>({ log, name: 'twins', filename, threadsMax: 1, idleMs: IDLE_MS });
  return {
    make: (task) =>
      threads.run(
        'makeTwin',
        task,
        task.facts.map(({ buffer }) => buffer),
      ),
    close: threads.close,
  };
};
