// Changes the most that a user lets a reply and a day of replies and tools cost.
import { isRefusal, MICRO_VUT_PER_VUT, type MicroVut, messageOf, microVutOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { Dependencies } from './dependencies.ts';

const amountOf = (vut: number | null): MicroVut | null =>
  vut === null ? null : microVutOf(Math.round(vut * MICRO_VUT_PER_VUT));

export const changeAgentLimits = (dependencies: Pick<Dependencies, 'spendings'>): Handler =>
  userHandler(messageOf('changeAgentLimits'), async (input, userId, { commandId, correlationId }) => {
    const perReply = amountOf(input.per_reply_vut);
    const perDay = amountOf(input.per_day_vut);
    const command = { type: 'ChangeLimits', userId, perReply, perDay } as const;
    const changed = await dependencies.spendings.change(userId, command, { commandId, correlationId });
    return isRefusal(changed) ? changed : answer(input, changed.written);
  });
