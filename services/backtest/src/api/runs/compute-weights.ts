// Runs a strategy for another service and answers with its target weights as a file: quick backtests, live trading.
import { MESSAGES } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { type Computing, weightsOf } from '../../commands/compute-weights.ts';

export const computeWeights = (computing: Computing): Handler =>
  userHandler(MESSAGES.computeWeights, async (input, userId) => {
    const { request_id: requestId, strategy, wait_ms, purpose, ...settings } = input;
    const code = 'code' in strategy ? strategy.code : null;
    const privateStrategyId = 'code' in strategy ? null : strategy.private_strategy_id;
    const job = { userId, requestId, code, privateStrategyId, settings, purpose, reruns: false } as const;
    const computed = await weightsOf(computing, job, wait_ms);
    if (computed === null) return answer({ result: null });
    if ('refused' in computed) return computed;
    const { candles, strategy: outcome } = computed;
    if (!outcome.ok) return answer({ result: outcome });
    const { weights, report } = outcome;
    return answer({ result: { ok: true, weights, report, ...candles } });
  });
