// Backtests as lists show them: with the names of who ran them, and why they failed in words.
import type { AdminRun } from '@tradeium/contracts';
import type { Stored } from '@tradeium/event-store';
import { codeWords, vutOf } from '../../domain/amount-words.ts';
import { chatNamesOf } from '../../projections/chats.ts';
import { personsOf } from '../../projections/people.ts';
import type { RunDocument } from '../../projections/runs.ts';
import type { Dependencies } from '../dependencies.ts';

const failureOf = ({ refusal, strategyError, status }: RunDocument, isErased: boolean): string | null => {
  if (refusal) return codeWords(refusal.code, refusal.data);
  if (strategyError !== null && !isErased) return strategyError;
  return status === 'failed' ? 'The strategy has an error' : null;
};

/** The rows of these runs. Words of an erased account are missing, also while its runs are still being erased. */
export const runRows = async (
  { models }: Pick<Dependencies, 'models'>,
  runs: readonly Stored<RunDocument>[],
): Promise<AdminRun[]> => {
  const [persons, chats] = await Promise.all([
    personsOf(
      models.people,
      runs.map(({ userId }) => userId),
    ),
    chatNamesOf(
      models.chats,
      runs.map(({ chatId }) => chatId),
    ),
  ]);
  return runs.map((run) => {
    const person = persons.get(run.userId);
    return {
      id: run._id,
      user_id: run.userId,
      username: person?.username ?? '',
      chat_name: chats.get(run.chatId) ?? '',
      strategy: person ? run.strategy : '',
      status: run.status,
      started_at: run.startedAt,
      ended_at: run.endedAt,
      coins: run.coins,
      timeframe: run.timeframe,
      from: run.from,
      to: run.to,
      charged_vut: run.charged === null ? null : vutOf(run.charged),
      failure: failureOf(run, person === undefined),
      line: run.line,
    };
  });
};
