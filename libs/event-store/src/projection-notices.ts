// Announces how far a projection has come, so that queries in other processes know when to answer.
import { z } from 'zod';
import { noteReached, type Running } from './projection-state.ts';

const notice = z.object({ collection: z.string(), positions: z.record(z.string(), z.number()) });

export type Notices = {
  /** Announces how far the documents have come. */
  announce(): void;
  /** Asks the process at work to announce how far it is. */
  ask(): void;
  stop(): void;
};

/** Starts listening. Notices are not stored: a missed one is requested, or read from the checkpoint. */
export const openNotices = (running: Running): Notices => {
  const { nc, mongo, projection } = running;
  const subject = `projections.${mongo.name}.${projection.name}`;

  function announce(): void {
    const { live } = running;
    if (live === undefined) return;
    const { collection } = live.checkpoint;
    nc.publish(subject, JSON.stringify({ collection, positions: live.reached }));
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
      if (running.state === 'following') announce();
    },
  });
  return {
    announce,
    ask: () => nc.publish(`${subject}.ask`),
    stop() {
      heard.unsubscribe();
      asked.unsubscribe();
    },
  };
};
