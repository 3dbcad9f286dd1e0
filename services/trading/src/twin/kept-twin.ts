// Keeps the newest live twin of each deployment, sealed with the key of its user; it can be made again at any time.

import type { SealedValues } from '@tradeium/service-kit';
import { z } from 'zod';

const parts = z.object({
  signal: z.number(),
  timing: z.number(),
  price: z.number(),
  fee: z.number(),
  skipped: z.number(),
});

const keptTwin = z.object({
  /** The inputs that it was made from: the newest bar that had closed, none after an accident, and the newest rebalance. */
  barClose: z.string(),
  lastRebalanceAt: z.string(),
  values: z.array(z.tuple([z.number(), z.number()])),
  gap: z.object({ at: z.number(), twin: z.number(), live: z.number(), parts }).nullable(),
  /** Why it could not be made for this bar; values and gap are those from before. */
  problem: z.string().nullable(),
});
export type KeptTwin = z.infer<typeof keptTwin>;

export type TwinStore = {
  find(userId: string, deploymentId: string): Promise<KeptTwin | null>;
  put(userId: string, deploymentId: string, twin: KeptTwin): Promise<void>;
  removeAll(userId: string): Promise<void>;
};

/** Twins among sealed values; one that another version wrote is made again. */
export const openTwinStore = (values: SealedValues): TwinStore => ({
  find: async (userId, deploymentId) => {
    const text = await values.find(userId, deploymentId);
    return text === null ? null : (keptTwin.safeParse(JSON.parse(text)).data ?? null);
  },
  put: (userId, deploymentId, twin) => values.put(userId, deploymentId, JSON.stringify(twin)),
  removeAll: values.removeAll,
});

/** As many as a chart takes. */
const VALUES_MAX = 5_000;

/** Of too many values every second, third … is kept, the newest always. */
export const thinned = <Value>(values: readonly Value[]): Value[] => {
  const step = Math.ceil(values.length / VALUES_MAX);
  return values.filter((_, index) => (values.length - 1 - index) % step === 0);
};
