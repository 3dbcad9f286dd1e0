// The tools of each agent.
import type { Agent } from '@tradeium/contracts';
import { z } from 'zod';
import type { ToolSchema } from '../model/model.ts';
import { checkStrategy } from './check-strategy.ts';
import { coinStatistics } from './coin-statistics.ts';
import { readResult } from './read-result.ts';
import { readStrategy } from './read-strategy.ts';
import { runBacktest } from './run-backtest.ts';
import type { Tool } from './tool.ts';

export const TOOLS: Readonly<Record<Agent, readonly Tool[]>> = {
  strategy: [checkStrategy, runBacktest, readStrategy, readResult],
  discovery: [coinStatistics, readStrategy, readResult],
};

/** The tools as the model sees them. */
export const schemasOf = (tools: readonly Tool[]): ToolSchema[] =>
  tools.map(({ name, description, input }) => {
    const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' }) as Record<string, unknown>;
    return { name, description, input: schema };
  });
