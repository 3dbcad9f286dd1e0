// The rules for a new name; apart from the list, which needs no schema to show names.
import { type ErrorCode, newName, refusalText } from '@tradeium/contracts';
import { formErrors } from '../../../lib/forms/form-errors.ts';
import { comparable } from '../names.ts';

/**
 * Why a name is not possible, in the server's words; undefined when it is. `others` are the names already in use,
 * compared without case; `takenError` is the refusal for one of them.
 */
export const nameProblem = (
  name: string,
  others: readonly string[],
  takenError: ErrorCode,
): string | undefined =>
  formErrors(newName, name)[''] ??
  (others.some((other) => comparable(other) === comparable(name))
    ? refusalText({ refused: takenError })
    : undefined);
