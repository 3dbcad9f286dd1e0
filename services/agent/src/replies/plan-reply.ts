// Plans the reply to a message: what its model reads, what it may use, and what that costs.
import {
  type Agent,
  addMicroVut,
  type ChatSelection,
  estimateReplyCost,
  type MicroVut,
  microVutOf,
  type TradingSettings,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import type { AgentModel } from '../config.ts';
import { leastFor } from '../domain/budget.ts';
import type { Conversation } from '../domain/conversation-state.ts';
import { costOfTokens } from '../domain/pricing.ts';
import type { Model } from '../model/model.ts';
import { SCHEMAS, TOOLS } from '../tools/tools.ts';
import { promptOf } from './prompt.ts';
import { SUMMARY_TOKENS_MAX, summaryPrompt } from './summary.ts';

export type Message = {
  readonly userId: string;
  readonly conversationId: string;
  readonly chatId: string;
  readonly agent: Agent;
  readonly text: string;
  readonly replaces: string | null;
  readonly settings: TradingSettings;
  readonly filenames: readonly string[];
  readonly selected: ChatSelection;
};

/** The turns before the message, on the branch that it goes on. */
const turnsBefore = ({ turns }: Conversation, replaces: string | null) => {
  const at = turns.findIndex(({ messageId }) => messageId === replaces);
  return replaces === null || at < 0 ? turns : turns.slice(0, at);
};

const summaryCost = (
  model: Model,
  { prices }: AgentModel,
  { toSumUp, earlier }: ReturnType<typeof promptOf>,
): MicroVut => {
  const input = model.tokensAtMost(summaryPrompt({ turns: toSumUp, earlier }), []);
  return costOfTokens(prices, { input, cached: 0, output: SUMMARY_TOKENS_MAX });
};

export type Planning = {
  readonly now: () => Date;
  readonly openedModels: Readonly<Record<Agent, Model>>;
  readonly models: Readonly<Record<Agent, AgentModel>>;
  readonly prompts: Readonly<Record<Agent, string>>;
};

/** The prompt, the model and the tools of the reply to a message, and its price. */
export const planReply = (planning: Planning, message: Message, conversation: Conversation) => {
  const { agent, settings, filenames, selected, text, replaces } = message;
  const model = planning.openedModels[agent];
  const agentModel = planning.models[agent];
  const tools = TOOLS[agent];
  const schemas = SCHEMAS[agent];
  const prompt = promptOf({
    model,
    limits: agentModel,
    tools: schemas,
    system: planning.prompts[agent],
    settings,
    today: planning.now().toISOString().slice(0, 10),
    filenames,
    selected,
    turns: turnsBefore(conversation, replaces),
    summary: conversation.summary,
    message: text,
  });
  const tokens = model.tokensAtMost(prompt.messages, schemas);
  const runCost = microVutOf(Math.max(...tools.map((tool) => tool.costAtMost(settings))));
  const reply = estimateReplyCost(agentModel.prices, tokens, agentModel.maxOutputTokens, runCost);
  const summary = prompt.toSumUp.length > 0 ? summaryCost(model, agentModel, prompt) : ZERO_MICRO_VUT;
  const atMost = addMicroVut(reply, summary);
  const needed = leastFor(agentModel.prices, tokens);
  return { ...prompt, model, agentModel, tools, schemas, atMost, needed };
};

export type PlannedReply = ReturnType<typeof planReply>;
