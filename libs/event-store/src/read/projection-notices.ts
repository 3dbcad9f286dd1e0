// Announces how far a projection has come, so that queries in other processes know when to answer.
import { z } from 'zod';
import { ownName } from '../streams/bus-identity.ts';
import { listen, messageIn } from '../streams/listen.ts';
import { noteReached, type Running } from './projection-state.ts';

const notice = z.object({ collection: z.string(), positions: z.record(z.string(), z.number()) });

/** A query is in a hurry; updates come with the documents. */
export type AskedFor = 'query' | 'updates';

export type Notices = {
  /** Announces how far the documents have come: at once while another process is asking, otherwise at most once a second. */
  announce(): void;
  /** Asks the process at work, unless it is this one, to announce how far it is. */
  ask(purpose: AskedFor): void;
  stop(): void;
};

/**
 * How long after a question each batch is announced; a process that waits asks again sooner. Publishing after every event
 * would cost as much as applying it.
 */
const ANSWERING_MS = 2_000;
const UNASKED_EVERY_MS = 1_000;

/** Starts listening. Notices are not stored: a missed one is requested, or read from the checkpoint. */
export const openNotices = (running: Running): Notices => {
  const { nc, mongo, projection, rest } = running;
  const subject = ownName(nc, `projections.${mongo.name}.${projection.name}`);

  let askedAt = Number.NEGATIVE_INFINITY;
  let pause: NodeJS.Timeout | undefined;
  let isDue = false;

  const publish = (): void => {
    const { live, state } = running;
    clearTimeout(pause);
    pause = undefined;
    // Nothing catches what a timer throws.
    if (!isDue || live === undefined || state !== 'following' || nc.isClosed() || nc.isDraining()) return;
    isDue = false;
    const { collection } = live.checkpoint;
    nc.publish(subject, JSON.stringify({ collection, positions: live.reached }));
    pause = setTimeout(publish, UNASKED_EVERY_MS);
  };

  const announce = (): void => {
    isDue = true;
    if (pause === undefined || performance.now() - askedAt < ANSWERING_MS) publish();
  };

  const heard = listen(nc, subject, (message) => {
    const { live } = running;
    if (live === undefined || running.state === 'following') return;
    const received = messageIn(notice, message);
    if (received === undefined) return;
    // Another collection has replaced the one that is read here.
    if (received.collection !== live.checkpoint.collection) running.reopening.abort();
    else noteReached(running, received.positions);
  });
  const asked = listen(nc, `${subject}.ask`, (message) => {
    if (running.state !== 'following') return;
    askedAt = performance.now();
    announce();
    if (message.string() === ('query' satisfies AskedFor)) rest.end();
  });
  return {
    announce,
    ask(purpose) {
      if (running.state !== 'following') nc.publish(`${subject}.ask`, purpose);
    },
    stop() {
      publish();
      clearTimeout(pause);
      heard.unsubscribe();
      asked.unsubscribe();
    },
  };
};
