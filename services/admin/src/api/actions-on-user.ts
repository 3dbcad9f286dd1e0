// What operators did to an account, as its user reads it: never who it was.
import type { OperatorAction } from '@tradeium/contracts';
import { sentenceOf } from '../domain/action-rules.ts';
import { actionsOn } from '../projections/audit.ts';
import { reasonsOf } from './action-words.ts';
import type { Dependencies } from './dependencies.ts';

/** The newest first. */
export const actionsOnUser = async (
  { models, actions }: Pick<Dependencies, 'models' | 'actions'>,
  userId: string,
  limit: number,
): Promise<OperatorAction[]> => {
  const found = await actionsOn(models.audit, userId, limit);
  const reasons = await reasonsOf(
    actions,
    found.map(({ _id }) => _id),
  );
  return found.map(({ _id: id, orderedAt: at, kind, details, state }) => ({
    ...{ id, at, state },
    text: sentenceOf({ kind, details }),
    reason: reasons.get(id) ?? '',
  }));
};
