// Opens the dependencies of the agent service's handlers, reactions and activities.
import type { Agent } from '@tradeium/contracts';
import { openCreditHolds, openUserFiles, type ServiceKit } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { config as schema } from './config.ts';
import type { conversationAggregate } from './domain/conversation.ts';
import type { spendingAggregate } from './domain/spending.ts';
import { openLazyModel } from './model/lazy-model.ts';
import { toolCostSince, toolUsesProjection } from './projections/tool-uses.ts';
import { spentSince, turnsProjection } from './projections/turns.ts';
import { openKeptDrafts } from './replies/kept-drafts.ts';
import { readPrompts } from './replies/prompts.ts';
import { openReplies } from './replies/replies.ts';

type Kit = ServiceKit<
  z.output<typeof schema>,
  { conversations: typeof conversationAggregate; spendings: typeof spendingAggregate }
>;

export const openParts = async (kit: Kit) => {
  const { config, nc, log, now, blobs, client, aggregates, projections, lifetime, sealing, streams } = kit;
  if (!sealing) throw new Error('this service seals what users write');
  const { models, MODEL_URL: url, MODEL_API_KEY: apiKey, MODEL_OUTPUT_LIMIT: outputLimit } = config;
  const keptDrafts = openKeptDrafts(nc, sealing, now);
  const ending = { ...aggregates, keptDrafts, models, log, lostAfterMs: config.REPLY_LOST_AFTER_MS };
  const replies = openReplies(nc, streams, ending);
  lifetime.onStop('replies', replies.close);
  const opened = (agent: Agent) => openLazyModel({ url, apiKey, outputLimit, name: models[agent].name }, log);
  const turnModel = () => projections.documents(turnsProjection);
  const toolUseModel = () => projections.documents(toolUsesProjection);
  const spentToday = async (userId: string): Promise<number> => {
    const midnight = `${now().toISOString().slice(0, 10)}T00:00:00.000Z`;
    const costs = [spentSince(turnModel, userId, midnight), toolCostSince(toolUseModel, userId, midnight)];
    return (await Promise.all(costs)).reduce((sum, cost) => sum + cost, 0);
  };
  return {
    ...ending,
    replies,
    openedModels: { strategy: opened('strategy'), discovery: opened('discovery') },
    prompts: await readPrompts(),
    holds: openCreditHolds(client),
    files: openUserFiles(blobs, sealing),
    client,
    turnModel,
    toolUseModel,
    spentToday,
    caughtUp: projections.caughtUp,
    now,
  };
};
