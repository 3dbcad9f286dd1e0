// Lets a service's queries wait until its read models have seen what their asker knows of.
import { type Context, streamOf } from '@tradeium/contracts';
import type { KnownWrites } from './request-context.ts';

/** Waits for the writes of one context, `timeoutMs` at most; other contexts are none of the service's business. */
export type WaitForWrites = (writes: KnownWrites, timeoutMs: number) => Promise<void>;

export const waitForWritesOf =
  (
    context: Context,
    projections: { waitFor(context: Context, sequence: number, timeoutMs: number): Promise<boolean> },
  ): WaitForWrites =>
  async (writes, timeoutMs) => {
    const sequence = writes[streamOf(context)];
    if (sequence !== undefined) await projections.waitFor(context, sequence, timeoutMs);
  };
