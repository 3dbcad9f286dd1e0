// The leases that this process holds: it renews one record for all of them, and says on request which it holds.
import { randomUUID } from 'node:crypto';
import type { NatsConnection } from 'nats';
import type { Log } from '../pacing/log.ts';
import { ownName } from '../streams/bus-identity.ts';
import { listen } from '../streams/listen.ts';
import { openLeaseRecord } from './lease-record.ts';
import { keepRenewed, type Sign } from './process-renewal.ts';

/** The time in which this process holds a lease. */
export type Turn = {
  /** Unique to this turn; begins with the name of the process. */
  readonly holder: string;
  /** Aborted when the turn is over: another process may be at work already. */
  readonly lost: AbortSignal;
  /** Ends the work. The turn remains, so nobody takes over, until `end`. */
  stop(): void;
  /** Lets another process take over at once. */
  end(): Promise<void>;
};

type Dependencies = { readonly nc: NatsConnection; readonly log: Log };

/** A process from the first lease it takes until it holds none; a later one has another name. */
type Life = {
  /** Undefined when it has ended. */
  begin(): Turn | undefined;
};

const lives = new WeakMap<NatsConnection, Promise<Life>>();

export const processOf = (holder: string): string => holder.split('.')[0] ?? '';
export const openSign = (nc: NatsConnection, process: string) =>
  openLeaseRecord<Sign>(nc, `processes.${process}`);
/** Where a process answers which turns it has. */
export const turnsSubject = (nc: NatsConnection, process: string): string => ownName(nc, `leases.${process}`);
/** Where it names a turn that has ended. */
export const endsSubject = (nc: NatsConnection, process: string): string =>
  `${turnsSubject(nc, process)}.ended`;

/** Begins a turn: from now on this process answers for it. */
export const beginTurn = async (dependencies: Dependencies): Promise<Turn> => {
  for (;;) {
    const turn = (await lifeOn(dependencies)).begin();
    if (turn !== undefined) return turn;
  }
};

const lifeOn = (dependencies: Dependencies): Promise<Life> => {
  const { nc } = dependencies;
  const found = lives.get(nc);
  if (found !== undefined) return found;
  const ended = () => lives.delete(nc);
  const begun = beginLife(dependencies, ended);
  begun.catch(ended);
  lives.set(nc, begun);
  return begun;
};

const beginLife = async ({ nc, log }: Dependencies, ended: () => void): Promise<Life> => {
  const process = randomUUID();
  const sign = openSign(nc, process);
  const written = (await sign.write({}, 0)) ?? 0;
  const turns = new Map<string, AbortController>();
  const presence = listen(nc, turnsSubject(nc, process), (message) => {
    message.respond(JSON.stringify([...turns.keys()]));
  });
  let begun = 0;
  let isOver = false;

  const close = (): void => {
    isOver = true;
    presence.unsubscribe();
    ended();
  };
  const lost = (reason: string): void => {
    if (isOver) return;
    log.warn({ reason, leases: turns.size }, 'the leases of this process were lost');
    close();
    for (const turn of turns.values()) turn.abort();
  };
  const renewal = keepRenewed({ log, record: sign, lost }, written);

  const end = async (holder: string): Promise<void> => {
    turns.get(holder)?.abort();
    if (!turns.delete(holder) || isOver) return;
    if (!nc.isClosed()) nc.publish(endsSubject(nc, process), holder);
    if (turns.size > 0) return;
    close();
    const revision = await renewal.stop();
    await sign.remove(revision).catch((error: unknown) => log.debug({ err: error }, 'a process lapses'));
  };

  return {
    begin() {
      if (isOver) return undefined;
      begun += 1;
      const holder = `${process}.${begun}`;
      const over = new AbortController();
      turns.set(holder, over);
      return { holder, lost: over.signal, stop: () => over.abort(), end: () => end(holder) };
    },
  };
};
