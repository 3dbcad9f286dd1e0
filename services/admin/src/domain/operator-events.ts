// The sentences about what operators do: never their reason, which is in the audit.
import { toDoWords } from './action-sentences.ts';
import { codeWords } from './amount-words.ts';
import { bad, plain, type Told, told } from './told.ts';

export const OPERATOR_EVENTS: readonly Told[] = [
  told(
    'ActionOrdered',
    ({ actionId, kind, subjectId, details }) => ({
      actionId,
      kind,
      isOwn: subjectId === null,
      amount: details.amount ?? null,
      role: details.role ?? null,
      mail: details.mail ?? null,
    }),
    ({ actionId, kind, isOwn, ...details }) =>
      plain(`${isOwn ? 'Ordered' : 'An operator ordered'}: ${toDoWords(kind, details)}`, 'action', actionId),
  ),
  told(
    'ActionRefused',
    ({ actionId, refused, data }) => ({ actionId, refused, data: data ?? {} }),
    ({ actionId, refused, data }) =>
      bad(`An operator's action was refused: ${codeWords(refused, data)}`, 'action', actionId),
  ),
];
