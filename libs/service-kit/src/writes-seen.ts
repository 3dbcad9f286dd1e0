// How a service's queries wait until its read models have seen what their asker knows of.
import type { KnownWrites } from './request-context.ts';

/** Waits for writes, `timeoutMs` at most. Writes to streams that the service does not read are not waited for. */
export type WaitForWrites = (writes: KnownWrites, timeoutMs: number) => Promise<unknown>;
