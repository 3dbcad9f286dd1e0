// Watches a process for whose leases others wait: together they look once a second whether it lives, and what it holds.
import { ErrorCode, type NatsConnection, NatsError } from 'nats';
import { z } from 'zod';
import type { Log } from '../pacing/log.ts';
import { listen, messageIn } from '../streams/listen.ts';
import { LOOK_EVERY_MS, REPLACED_AFTER_MS } from './process-renewal.ts';
import { endsSubject, openSign, processOf, turnsSubject } from './process-turns.ts';

type Dependencies = { readonly nc: NatsConnection; readonly log: Log };
type Waiting = { readonly holder: string; readonly settle: (isOver: boolean) => void };
type Watch = { readonly waiting: Set<Waiting>; look(): void; stop(): void };

const ASK_TIMEOUT_MS = 500;
const heldTurns = z.array(z.string());

const watches = new WeakMap<NatsConnection, Map<string, Watch>>();

/**
 * Resolves to true once a turn is over, or its process gone or silent; to false when the signal is aborted first. Clocks are
 * not compared: each process measures for itself how long another has been silent.
 */
export const turnIsOver = (
  dependencies: Dependencies,
  holder: string,
  signal: AbortSignal,
): Promise<boolean> => {
  const process = processOf(holder);
  const watched = watches.get(dependencies.nc) ?? new Map<string, Watch>();
  watches.set(dependencies.nc, watched);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const waiting = { holder, settle: resolve };
  const give = () => resolve(false);
  signal.addEventListener('abort', give, { once: true });
  if (signal.aborted) give();
  const watch = watched.get(process) ?? watchProcess(dependencies, process);
  watched.set(process, watch);
  watch.waiting.add(waiting);
  watch.look();
  return promise.finally(() => {
    signal.removeEventListener('abort', give);
    watch.waiting.delete(waiting);
    if (watch.waiting.size > 0 || watched.get(process) !== watch) return;
    watched.delete(process);
    watch.stop();
  });
};

const watchProcess = ({ nc, log }: Dependencies, process: string): Watch => {
  const waiting = new Set<Waiting>();
  const sign = openSign(nc, process);
  let [revision, since] = [-1, 0];
  const settle = (over: Iterable<Waiting>) => {
    for (const one of over) one.settle(true);
  };

  const look = async (): Promise<void> => {
    // Who begins to wait later may wait for a turn that was not held yet when the process answered.
    const asking = [...waiting];
    const found = await sign.read();
    if (found.revision !== revision) [revision, since] = [found.revision, performance.now()];
    if (found.value === null) return settle(waiting);
    const isSilent = performance.now() - since >= REPLACED_AFTER_MS;
    const turns = isSilent ? null : await turnsOf(nc, process);
    if (turns === undefined) return;
    if (turns !== null) return settle(asking.filter(({ holder }) => !turns.includes(holder)));
    // A process without its record gives up what it holds, so its leases are free, unless it has renewed it meanwhile.
    if (await sign.remove(revision)) settle(waiting);
  };
  let isLooking = false;
  const lookOnce = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    await look().catch((err: unknown) => log.debug({ err }, 'the holder of a lease could not be asked'));
    isLooking = false;
  };
  const looking = setInterval(lookOnce, LOOK_EVERY_MS);
  const ends = listen(nc, endsSubject(nc, process), (message) => {
    settle([...waiting].filter(({ holder }) => holder === message.string()));
  });
  return {
    waiting,
    look: lookOnce,
    stop() {
      clearInterval(looking);
      ends.unsubscribe();
    },
  };
};

/** The turns that a process holds; null when nothing on the server answers for it, undefined when it does not answer. */
const turnsOf = (nc: NatsConnection, process: string): Promise<readonly string[] | null | undefined> =>
  nc.request(turnsSubject(nc, process), undefined, { timeout: ASK_TIMEOUT_MS }).then(
    (answer) => messageIn(heldTurns, answer),
    (error: unknown) =>
      error instanceof NatsError && error.code === ErrorCode.NoResponders ? null : undefined,
  );
