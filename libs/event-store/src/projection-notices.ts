// Announces how far a projection has come, so that queries in other processes know when to answer.
import { z } from 'zod';
import { noteReached, type Running } from './projection-state.ts';

const notice = z.object({ collection: z.string(), positions: z.record(z.string(), z.number()) });

export type Notices = {
  /** Announces how far the documents have come: at once if another process has asked lately, else soon. */
  announce(): void;
  /** Asks the process at work to announce how far it is. */
  ask(): void;
  stop(): void;
};

/**
 * How long after a question each batch is announced; a process that waits asks again sooner. Otherwise notices are rare:
 * a message after each event costs as much as the event's own.
 */
const ANSWERING_MS = 2_000;
const UNASKED_EVERY_MS = 1_000;

/** Starts listening. Notices are not stored: a missed one is requested, or read from the checkpoint. */
export const openNotices = (running: Running): Notices => {
  const { nc, mongo, projection } = running;
  const subject = `projections.${mongo.name}.${projection.name}`;

  let askedAt = Number.NEGATIVE_INFINITY;
  let pause: NodeJS.Timeout | undefined;
  let isDue = false;

  function announce(): void {
    isDue = true;
    if (pause === undefined || performance.now() - askedAt < ANSWERING_MS) publish();
  }

  function publish(): void {
    const { live } = running;
    clearTimeout(pause);
    pause = undefined;
    if (!isDue || live === undefined) return;
    isDue = false;
    const { collection } = live.checkpoint;
    nc.publish(subject, JSON.stringify({ collection, positions: live.reached }));
    pause = setTimeout(publish, UNASKED_EVERY_MS);
  }

  const heard = nc.subscribe(subject, {
    callback: (error, message) => {
      const { live } = running;
      if (error !== null || live === undefined || running.state === 'following') return;
      const received = notice.safeParse(message.json());
      if (!received.success) return;
      // Another collection has replaced the one that is read here.
      if (received.data.collection !== live.checkpoint.collection) running.reopening.abort();
      else noteReached(running, received.data.positions);
    },
  });
  const asked = nc.subscribe(`${subject}.ask`, {
    callback: () => {
      if (running.state !== 'following') return;
      askedAt = performance.now();
      announce();
      running.rest.end();
    },
  });
  return {
    announce,
    ask: () => nc.publish(`${subject}.ask`),
    stop() {
      clearTimeout(pause);
      heard.unsubscribe();
      asked.unsubscribe();
    },
  };
};
