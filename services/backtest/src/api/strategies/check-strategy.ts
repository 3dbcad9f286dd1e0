// Finds mistakes in code as it is being written, with Python's parser in a sandbox that never runs the code.
import { isRefusal, messageOf, refuse } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { type ReadingSource, readSource } from '../../commands/read-source.ts';
import { CHECK_STRATEGY, CHECKS_AT_ONCE_MAX } from '../../workflows/check-strategy-contract.ts';

export const checkStrategy = (reading: ReadingSource): Handler => {
  /** Slots that this process's checks occupy: nothing is written for a check that gets none. */
  const taken = new Set<string>();
  return fromAggregates(
    userHandler(messageOf('checkStrategy'), async ({ strategy_code }, userId) => {
      for (let slot = 1; slot <= CHECKS_AT_ONCE_MAX; slot += 1) {
        const workflowId = CHECK_STRATEGY.workflowIdOf(userId, String(slot));
        if (taken.has(workflowId)) continue;
        taken.add(workflowId);
        try {
          // As saving would store it: half a surrogate pair is not text.
          const found = await readSource(reading, workflowId, strategy_code.toWellFormed());
          if (found) return isRefusal(found) ? found : answer(found);
        } finally {
          taken.delete(workflowId);
        }
      }
      return refuse('TOO_MANY_REQUESTS');
    }),
  );
};
