// The one table of tools: those of each agent, and those of outside assistants.
import { type AccessScope, type Agent, type TradingSettings, tradingSettings } from '@tradeium/contracts';
import { z } from 'zod';
import type { ToolSchema } from '../model/model.ts';
import { cancelStudy } from './cancel-study.ts';
import { checkStrategy } from './check-strategy.ts';
import { coinStatistics } from './coin-statistics.ts';
import { listChats } from './list-chats.ts';
import { listResults } from './list-results.ts';
import { readResult } from './read-result.ts';
import { readStrategy } from './read-strategy.ts';
import { readStudy } from './read-study.ts';
import { runBacktest } from './run-backtest.ts';
import { saveStrategy } from './save-strategy.ts';
import { startStudy } from './start-study.ts';
import type { Tool } from './tool.ts';

export const TOOLS: Readonly<Record<Agent, readonly Tool[]>> = {
  strategy: [
    checkStrategy,
    runBacktest,
    startStudy,
    readStudy,
    cancelStudy,
    readStrategy,
    readResult,
    listResults,
  ],
  discovery: [coinStatistics, readStrategy, readResult, listResults],
};

/** Outside assistants see chats and save files; agents are in one chat, whose user saves what he likes. */
const OUTSIDE_TOOLS: readonly Tool[] = [
  listChats,
  listResults,
  readStrategy,
  readResult,
  readStudy,
  coinStatistics,
  checkStrategy,
  runBacktest,
  startStudy,
  cancelStudy,
  saveStrategy,
];

/** The tools that an access token opens. */
export const toolsFor = (scopes: readonly AccessScope[]): readonly Tool[] =>
  OUTSIDE_TOOLS.filter(({ scope }) => scopes.includes(scope));

export const outsideTool = (name: string): Tool | undefined =>
  OUTSIDE_TOOLS.find((tool) => tool.name === name);

/** From outside the chat is an input, and the server checks whose it is. */
export type OutsideInput = { readonly chat_id?: string; readonly settings?: TradingSettings };

export const outsideInput = ({ input, isOfChat, takesSettings }: Tool): z.ZodObject =>
  z.strictObject({
    ...(isOfChat && {
      chat_id: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,64}$/)
        .describe('From list_chats'),
    }),
    ...(takesSettings && { settings: tradingSettings.optional() }),
    ...(input as z.ZodObject).shape,
  });

/** The tools as the model sees them. */
export const schemasOf = (
  tools: readonly Tool[],
  inputOf: (tool: Tool) => z.ZodType = ({ input }) => input,
): ToolSchema[] =>
  tools.map((tool) => {
    const { $schema: _, ...schema } = z.toJSONSchema(inputOf(tool), { io: 'input' }) as Record<
      string,
      unknown
    >;
    return { name: tool.name, description: tool.description, input: schema };
  });

/** Made once: every message of a conversation sends them. */
export const SCHEMAS: Readonly<Record<Agent, readonly ToolSchema[]>> = {
  strategy: schemasOf(TOOLS.strategy),
  discovery: schemasOf(TOOLS.discovery),
};
