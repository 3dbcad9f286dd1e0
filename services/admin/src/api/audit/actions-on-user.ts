// Operators' actions on an account, as its user reads them: never who it was.
import type { OperatorAction } from '@tradeium/contracts';
import { sentenceOf } from '../../domain/action-sentences.ts';
import { actionsOn } from '../../projections/audit.ts';
import type { Dependencies } from '../dependencies.ts';
import { reasonsOf } from './action-words.ts';

/** The newest first: what was done, and what is not finished. */
export const actionsOnUser = async (
  parts: Pick<Dependencies, 'models' | 'actions' | 'sealing'>,
  userId: string,
  limit: number,
): Promise<OperatorAction[]> => {
  const found = await actionsOn(parts.models.audit, userId, limit);
  const reasons = await reasonsOf(
    parts,
    found.map(({ _id }) => _id),
  );
  return found.map(({ _id: id, orderedAt: at, kind, details, state, changed }) => ({
    id,
    at,
    state,
    text: sentenceOf({ kind, details, state, changed }),
    reason: reasons.get(id) ?? '',
  }));
};
