// Handles one event for a reaction, within a bound of time, and judges what came of it.
import { ERRORS, isRefusal, type Refusal } from '@tradeium/contracts';
import type { StoredEvent } from './commit-codec.ts';

/** `final`: trying again can't help. */
export type Failure = { error: unknown; final: boolean };

const TRANSIENT = ['CONCURRENT_CHANGE', 'TOO_MANY_REQUESTS'];

/** Null when the event was handled. A refusal is final unless it says itself that it may be otherwise later. */
export async function handleWithin<Event>(
  handle: (stored: StoredEvent<Event>) => Promise<unknown>,
  stored: StoredEvent<Event>,
  timeoutMs: number,
): Promise<Failure | null> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not handled within ${timeoutMs} ms`)), timeoutMs);
  try {
    const result = await Promise.race([handle(stored), late]);
    return isRefusal(result) ? { error: refusalError(result), final: !isTransient(result) } : null;
  } catch (error) {
    return { error, final: false };
  } finally {
    clearTimeout(timer);
  }
}

const isTransient = ({ refused }: Refusal): boolean =>
  ERRORS[refused].status >= 500 || TRANSIENT.includes(refused);

const refusalError = ({ refused, data }: Refusal): Error =>
  new Error(`refused: ${refused}${data === undefined ? '' : ` ${JSON.stringify(data)}`}`);
