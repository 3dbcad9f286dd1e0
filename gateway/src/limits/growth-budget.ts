// Holds what a user adds to the event streams in a day to a budget far above any honest use: no stream can be made shorter.
import { refuse } from '@tradeium/contracts';
import type { Growth } from '@tradeium/event-store';
import type { RequestHandler } from 'express';
import type { GatewayConfig } from '../config.ts';
import { sendRefusal } from '../requests/refusals.ts';
import { scopeOf } from '../requests/request-scope.ts';
import type { Counts } from './counts.ts';

const DAY_MS = 86_400_000;
/** After this share of a budget, gateways tell each other at once. */
const PUBLISHED_SHARE = 0.01;

export type GrowthBudget = {
  /** Counts what a request of a user has added. */
  spend(userId: string, growth: Growth): void;
  /** Refuses a user's command while so many of the day's budgets are used up. */
  guard(budgets: number): RequestHandler;
};

/** Budgets are of a UTC day, of all gateways together. */
export const openGrowthBudget = (
  {
    counts,
    config,
  }: {
    readonly counts: Pick<Counts, 'hit' | 'total'>;
    readonly config: Pick<GatewayConfig, 'GROWTH_EVENTS_PER_DAY' | 'GROWTH_BYTES_PER_DAY'>;
  },
  now: () => number = Date.now,
): GrowthBudget => {
  const budgets = [
    { of: 'events', most: config.GROWTH_EVENTS_PER_DAY },
    { of: 'bytes', most: config.GROWTH_BYTES_PER_DAY },
  ] as const;
  const countKeyOf = (of: keyof Growth, userId: string): string => `growth-${of} ${userId}`;
  const msLeftToday = (): number => DAY_MS - (now() % DAY_MS);
  return {
    spend: (userId, growth) => {
      for (const { of, most } of budgets)
        counts.hit(
          countKeyOf(of, userId),
          msLeftToday(),
          Math.max(1, Math.floor(most * PUBLISHED_SHARE)),
          growth[of],
        );
    },
    guard: (times) => (_request, response, next) => {
      const { session, access } = scopeOf(response);
      const userId = session?.user.id ?? access?.userId;
      const isUsedUp =
        userId !== undefined &&
        budgets.some(({ of, most }) => counts.total(countKeyOf(of, userId)) >= most * times);
      if (!isUsedUp) return next();
      sendRefusal(response, refuse('DAILY_CHANGES_USED_UP', { seconds: Math.ceil(msLeftToday() / 1_000) }));
    },
  };
};
