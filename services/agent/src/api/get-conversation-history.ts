// Answers with the newest branch of a chat's conversations, with what replies cost.
import {
  type Agent,
  type ConversationMessage,
  isRefusal,
  type MicroVut,
  messageOf,
  toVut,
} from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { AgentModel } from '../config.ts';
import { spentOnDay } from '../domain/spending.ts';
import { currentTurnsOf, type TurnDocument } from '../projections/turns.ts';
import { chatOfUser } from '../replies/chat-of-user.ts';
import { failureText } from '../replies/failure-text.ts';
import { usageView } from '../replies/usage-view.ts';
import type { Dependencies } from './dependencies.ts';

const turnEndOf = (turn: TurnDocument): Partial<ConversationMessage> => {
  const { usage, cost, isOutputFree, steps, results, notices, reason } = turn;
  if (!usage) return {};
  return {
    cost_vut: toVut(cost as MicroVut),
    usage: usageView(usage, isOutputFree),
    ...(steps.length > 0 && { steps }),
    ...(results.length > 0 && { results }),
    ...(notices.length > 0 && { notices }),
    ...(reason !== null && { error: failureText(reason) }),
  };
};

/** A user's message and its reply. */
const messagesOf = (turn: TurnDocument): ConversationMessage[] => {
  const { _id: replyId, messageId, agent: agent_type, text, sentAt, replaces, status, endedAt, reply } = turn;
  return [
    {
      id: messageId,
      role: 'user',
      content: text,
      timestamp: sentAt,
      agent_type,
      status: 'completed',
      ...(replaces !== null && { replaces }),
    },
    {
      id: replyId,
      role: 'assistant',
      content: reply,
      timestamp: endedAt ?? sentAt,
      agent_type,
      status,
      ...turnEndOf(turn),
    },
  ];
};

const pricingOf = ({ prices, contextTokens, maxOutputTokens }: AgentModel) => ({
  ...prices,
  context_tokens: contextTokens,
  max_output_tokens: maxOutputTokens,
});

export const getConversationHistory = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('getConversationHistory'), async ({ id }, userId, request) => {
    const chat = await chatOfUser(dependencies, { conversation_id: id, with_settings: false }, request);
    if (isRefusal(chat)) return chat;
    const { openedModels, turnModel, spendings, now } = dependencies;
    const turns = await currentTurnsOf(turnModel, userId, id);
    const { state: spending } = await spendings.load(userId);
    const { perReply, perDay } = spending.limits;
    const price = (agent: Agent) => pricingOf(dependencies.models[agent]);
    return answer({
      messages: turns.flatMap(messagesOf),
      pricing: { strategy: price('strategy'), discovery: price('discovery') },
      demo: await openedModels.strategy.isDemo(),
      limits: {
        per_reply_vut: perReply === null ? null : toVut(perReply),
        per_day_vut: perDay === null ? null : toVut(perDay),
        spent_today_vut: toVut(spentOnDay(spending, now().toISOString())),
      },
    });
  });
