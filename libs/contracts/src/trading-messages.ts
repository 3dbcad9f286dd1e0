// What operators' tools ask of trading: whether a decision of the past can be made again.
import { z } from 'zod';
import { id, type Message } from './http/route.ts';

export const TRADING_MESSAGES = {
  /** Runs the strategy up to the bar of a plan and plans again from the recorded inputs; nothing is written or sent. */
  recomputePlan: {
    service: 'trading',
    kind: 'query',
    name: 'recompute-plan',
    /** `plan`: the data of the event RebalancePlanned. */
    input: z.strictObject({ deployment_id: id, plan: z.record(z.string(), z.unknown()) }),
    output: z.object({ plan: z.record(z.string(), z.unknown()) }),
  },
} as const satisfies Record<string, Message>;
