// Returns every change of the signed-in user's credits in a range of days.
import { messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { statementOf } from '../projections/statement-lines.ts';
import type { Dependencies } from './dependencies.ts';

export const getStatement = ({ statementLineModel }: Pick<Dependencies, 'statementLineModel'>): Handler =>
  userHandler(messageOf('getStatement'), async (days, userId) =>
    answer(await statementOf(statementLineModel, userId, days)),
  );
