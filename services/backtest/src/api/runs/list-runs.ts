// Lists a user's newest runs by the names of their results, so that other lists can name them.
import { messageOf, NAMED_RUNS_MAX } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { displayName } from '../../domain/strategy-filename.ts';
import { runNamesOf } from '../../projections/runs.ts';
import type { Dependencies } from '../dependencies.ts';

export const listRuns = ({ runModel }: Pick<Dependencies, 'runModel'>): Handler =>
  userHandler(messageOf('listRuns'), async (_, userId) => {
    const runs = await runNamesOf(runModel, userId, NAMED_RUNS_MAX);
    return answer({
      runs: runs.map(({ _id, chatId, strategy, folderName, givenName }) => ({
        run_id: _id,
        backtest_id: chatId,
        name: folderName === null || folderName === givenName ? displayName(strategy) : folderName,
        has_result: folderName !== null,
      })),
    });
  });
