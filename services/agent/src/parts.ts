// Opens the dependencies of the agent service's handlers, reactions and activities.
import type { Agent } from '@tradeium/contracts';
import { openCreditHolds } from '@tradeium/credit-hold';
import { openSealedValues, openUserFiles, type ServiceKit } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { aggregates } from './aggregates.ts';
import type { config as schema } from './config.ts';
import { openLazyModel } from './model/lazy-model.ts';
import { toolUsesProjection } from './projections/tool-uses.ts';
import { turnsProjection } from './projections/turns.ts';
import { openKeptDrafts } from './replies/kept-drafts.ts';
import { readPrompts } from './replies/prompts.ts';
import { openReplies } from './replies/replies.ts';

type Kit = ServiceKit<z.output<typeof schema>, typeof aggregates, true>;

export const openParts = async (kit: Kit) => {
  const { config, nc, log, now, blobs, client, aggregates, projections, lifetime, sealing, streams } = kit;
  const { models, MODEL_URL: url, MODEL_API_KEY: apiKey, MODEL_OUTPUT_LIMIT: outputLimit } = config;
  const keptDrafts = openKeptDrafts(openSealedValues(nc, 'AGENT_REPLIES', sealing), now);
  const ending = { ...aggregates, keptDrafts, models, log, lostAfterMs: config.REPLY_LOST_AFTER_MS };
  const replies = openReplies(nc, streams, ending);
  lifetime.onStop('replies', replies.close);
  const opened = (agent: Agent) => {
    const model = { url, apiKey, outputLimit, name: models[agent].name };
    return openLazyModel(model, log, kit.outside('model').of(agent));
  };
  const turnModel = () => projections.documents(turnsProjection);
  const toolUseModel = () => projections.documents(toolUsesProjection);
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
    caughtUp: projections.caughtUp,
    now,
    temporal: kit.temporal,
  };
};
