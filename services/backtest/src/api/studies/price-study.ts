// Answers how many points a study has and what it can cost.
import { isRefusal, messageOf, toVut } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { planStudy } from '../../commands/plan-study.ts';
import type { Dependencies } from '../dependencies.ts';

export const priceStudy = (planning: Pick<Dependencies, 'workspaces' | 'declaredParameters'>): Handler =>
  fromAggregates(
    userHandler(messageOf('priceStudy'), async (input, userId) => {
      const planned = await planStudy(planning, input, userId);
      if (isRefusal(planned)) return planned;
      return answer({ points: planned.total, cost_at_most_vut: toVut(planned.costAtMost) });
    }),
  );
