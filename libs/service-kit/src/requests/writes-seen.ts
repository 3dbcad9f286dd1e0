// Makes a service's queries wait until its read models include the writes that the caller knows of.
import type { KnownWrites } from '../messages/request-context.ts';

/** Waits for writes, at most `timeoutMs`. Ignores writes to streams that the service doesn't read. */
export type WaitForWrites = (writes: KnownWrites, timeoutMs: number) => Promise<unknown>;
