// Requests of others to trading: whether a chat has a deployment, and whether a past decision can be reproduced.
import { z } from 'zod';
import { id, type Message } from '../http/route.ts';

export const TRADING_MESSAGES = {
  /** Finds out if the user's chat has a deployment that may trade, or waits to. */
  findChatDeployment: {
    service: 'trading',
    kind: 'query',
    name: 'find-chat-deployment',
    input: z.strictObject({ chat_id: id }),
    output: z.object({ may_trade: z.boolean() }),
  },
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
