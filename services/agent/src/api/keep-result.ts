// Keeps a backtest of a reply as a run of its chat. Its reply was charged for it, so the run is free.
import { MESSAGES, messageOf, refuse } from '@tradeium/contracts';
import { type Handler, userHandler } from '@tradeium/service-kit';
import { triesOf } from '../projections/turns.ts';
import type { Dependencies } from './dependencies.ts';

export const keepResult = ({ client, turnModel }: Pick<Dependencies, 'client' | 'turnModel'>): Handler =>
  userHandler(messageOf('keepResult'), async (input, userId, request) => {
    const { id, reply_id: replyId, result_id: resultId } = input;
    const turn = await triesOf(turnModel, userId, replyId);
    // What is still being written is charged at its end.
    if (turn?.conversationId !== id || turn.status === 'streaming') return refuse('REPLY_NOT_FOUND');
    const settings = turn.results.find((result) => result.id === resultId)?.settings;
    const code = turn.steps.find((step) => step.id === resultId)?.detail;
    if (!settings || code === undefined) return refuse('RESULT_NOT_KEPT');
    const kept = { request_id: resultId, chat_id: turn.chatId, strategy_code: code, settings };
    return client.request(MESSAGES.keepTry, kept, request);
  });
