// The calls of the chat: a conversation's history, the stream of a reply, and its stop.
import type { Agent, ChatSelection, TradingSettings } from '@tradeium/contracts';
import { api, heldAnswer } from '../../core/api.ts';
import { mutationRoute, queryRoute, requestOf } from '../../core/endpoints.ts';
import type { AppDispatch } from '../../core/store.ts';
import type { RouteRequest } from '../../lib/route-request.ts';

const agentApi = api.injectEndpoints({
  endpoints: (on) => ({
    getConversationHistory: queryRoute(on, 'getConversationHistory'),
    stopReply: mutationRoute(on, 'stopReply'),
    changeAgentLimits: mutationRoute(on, 'changeAgentLimits'),
    keepResult: mutationRoute(on, 'keepResult', { changes: () => ['Runs', 'Files'] }),
  }),
});

const { getConversationHistory, stopReply } = agentApi.endpoints;
export const { useChangeAgentLimitsMutation, useKeepResultMutation } = agentApi;

/** The conversation as the server has it now. */
export const readHistory = (id: string) => (dispatch: AppDispatch) =>
  heldAnswer(dispatch(getConversationHistory.initiate({ id }, { forceRefetch: true })));

/** Ends the call to the model; the stream of the reply says what it cost. */
export const endReply = (id: string, reply_id: string) => (dispatch: AppDispatch) =>
  dispatch(stopReply.initiate({ id, reply_id }, { track: false })).unwrap();

type Question = {
  readonly agent: Agent;
  readonly message: string;
  readonly chatId: string;
  /** The server's id of the message in whose place this one stands. */
  readonly replaces: string | null;
  /** The settings of the agent's backtests. */
  readonly settings: TradingSettings;
  readonly selected: ChatSelection;
};

/** The request that a message is, answered by the stream of its reply. */
export const questionRequest = (question: Question): RouteRequest => {
  const { agent, message, chatId, replaces, settings, selected } = question;
  const isSelected = Object.keys(selected).length > 0;
  const said = {
    message,
    backtest_id: chatId,
    settings,
    ...(isSelected && { selected }),
    ...(replaces !== null && { replaces }),
  };
  return agent === 'strategy'
    ? requestOf('chatWithStrategyAgent', { ...said, agent_type: 'strategy' })
    : requestOf('chatWithDiscoveryAgent', { ...said, agent_type: 'discovery' });
};

/** The request that reads a reply from its beginning. */
export const replyRequest = (id: string, reply_id: string): RouteRequest =>
  requestOf('watchReply', { id, reply_id });
