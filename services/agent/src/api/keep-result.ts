// Keeps a backtest of a reply as a run of its chat. Its reply was charged for it, so the run is free.
import { MESSAGES, messageOf, READ_YOUR_WRITES_TIMEOUT_MS, refuse } from '@tradeium/contracts';
import { type Handler, userHandler } from '@tradeium/service-kit';
import { triesOf } from '../projections/turns.ts';
import type { Dependencies } from './dependencies.ts';

/** The tries of a reply, once the read model has its end. */
const triesOfEnded = async (
  { turnModel, caughtUp }: Pick<Dependencies, 'turnModel' | 'caughtUp'>,
  userId: string,
  replyId: string,
) => {
  const read = () => triesOf(turnModel, userId, replyId);
  const turn = await read();
  if (turn !== null && turn.status !== 'streaming') return turn;
  // Its reader may see the end before the read model does.
  await caughtUp(READ_YOUR_WRITES_TIMEOUT_MS);
  return read();
};

type Keeping = Pick<Dependencies, 'client' | 'turnModel' | 'caughtUp'>;

export const keepResult = (keeping: Keeping): Handler =>
  userHandler(messageOf('keepResult'), async (input, userId, request) => {
    const { id, reply_id: replyId, result_id: resultId } = input;
    const turn = await triesOfEnded(keeping, userId, replyId);
    // A reply that is still being written is charged at its end.
    if (turn?.conversationId !== id || turn.status === 'streaming') return refuse('REPLY_NOT_FOUND');
    const { settings, parameters } = turn.results.find((result) => result.id === resultId) ?? {};
    const code = turn.steps.find((step) => step.id === resultId)?.detail;
    if (!settings || code === undefined) return refuse('RESULT_NOT_KEPT');
    const kept = { request_id: resultId, chat_id: turn.chatId, strategy_code: code, settings };
    return keeping.client.request(MESSAGES.keepTry, { ...kept, ...(parameters && { parameters }) }, request);
  });
