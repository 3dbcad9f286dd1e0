// The stream of a user's account updates, from the messages of all services.
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AccountUpdate,
  ADMINISTRATION_UPDATE_SUBJECT,
  accountUpdate,
  accountUpdateSubject,
  refuse,
  rolesChangedSubject,
} from '@tradeium/contracts';
import { listen, messageIn } from '@tradeium/event-store';
import type { Sink } from '@tradeium/service-kit';
import { Events, type NatsConnection } from 'nats';
import type { Session } from '../sessions/session.ts';
import type { StreamSource } from './stream-source.ts';

const SUBSCRIBED_TIMEOUT_MS = 2_000;

/** Changes not passed on yet, without duplicates. */
const openPending = () => {
  const updates = new Map<string, AccountUpdate>();
  let arrived = Promise.withResolvers<void>();
  return {
    add: (update: AccountUpdate) => {
      updates.set(`${update.topic} ${update.backtest_id}`, update);
      arrived.resolve();
    },
    take: async (): Promise<AccountUpdate[]> => {
      await arrived.promise;
      arrived = Promise.withResolvers();
      const taken = [...updates.values()];
      updates.clear();
      return taken;
    },
  };
};

/**
 * Makes the source of account updates, for operators also of what they read of all accounts. A stream opens once it receives everything: a client that then fetches what
 * it shows stays up to date. When an update may be lost the stream breaks, and the client reopens it.
 */
export const accountUpdates = (nc: NatsConnection): StreamSource => {
  const open = new Set<() => void>();
  void (async () => {
    for await (const { type } of nc.status()) {
      if (type === Events.Reconnect) for (const breakOff of open) breakOff();
    }
  })();

  const follow = async ({ user, role }: Session, sink: Sink<unknown>) => {
    const pending = openPending();
    const broken = Promise.withResolvers<undefined>();
    const breakOff = () => broken.resolve(undefined);
    sink.signal.addEventListener('abort', breakOff);
    open.add(breakOff);
    const subjects = [accountUpdateSubject(user.id), ...(role ? [ADMINISTRATION_UPDATE_SUBJECT] : [])];
    const subscriptions = subjects.map((subject) =>
      listen(nc, subject, (msg) => {
        const update = messageIn(accountUpdate, msg);
        if (update) pending.add(update);
      }),
    );
    // With another role it may follow more or less, also for a client that resumes it.
    subscriptions.push(listen(nc, rolesChangedSubject(user.id), breakOff));
    try {
      const subscribed = nc.flush().then(() => true);
      const isSubscribed = await Promise.race([
        subscribed,
        delay(SUBSCRIBED_TIMEOUT_MS, false, { ref: false }),
      ]);
      if (!isSubscribed) return refuse('SERVICE_UNAVAILABLE');
      sink.begin();
      for (;;) {
        const updates = await Promise.race([pending.take(), broken.promise]);
        if (!updates) return 'broken';
        for (const update of updates) await sink.write(update);
      }
    } finally {
      open.delete(breakOff);
      for (const subscription of subscriptions) subscription.unsubscribe();
    }
  };

  return (session) => async (sink) => (session ? follow(session, sink) : refuse('UNAUTHORIZED'));
};
