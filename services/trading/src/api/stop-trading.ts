// The kill switch, for one deployment and for all: it needs neither MongoDB nor Temporal nor the exchange.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, type RequestContext, userHandler } from '@tradeium/service-kit';
import { changeDeployment } from '../commands/change-deployment.ts';
import { changeTrader } from '../commands/change-trader.ts';
import { deploymentOf } from '../deployments/find-deployment.ts';
import { openDeployments } from '../domain/trader.ts';
import type { Dependencies } from './dependencies.ts';

const stop = (
  dependencies: Dependencies,
  ids: { readonly userId: string; readonly deploymentId: string },
  request: RequestContext,
  more: { readonly withAll?: true } = {},
) =>
  changeDeployment(
    dependencies,
    ids,
    { type: 'StopDeployment', ...ids, reason: 'by-user', ...more },
    request,
  );

export const stopDeployment = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('stopDeployment'), async ({ id: chatId }, userId, request) => {
    const deployment = await deploymentOf(dependencies, userId, chatId);
    if (isRefusal(deployment)) return deployment;
    const ids = { userId, deploymentId: deployment.created.deploymentId };
    const stopped = await stop(dependencies, ids, request);
    if (isRefusal(stopped)) return stopped;
    await changeTrader(dependencies, userId, { type: 'CloseDeployment', ...ids }, request);
    return answer({ stopped: stopped.events.length }, stopped.written);
  });

/** Each deployment is stopped before the trader forgets that it was open: a repeated request finds what is left. */
export const stopAllTrading = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('stopAllTrading'), async (_input, userId, request) => {
    const { state: trader } = await dependencies.traders.load(userId);
    const ids = openDeployments(trader);
    const outcomes = await Promise.all(
      ids.map((deploymentId) => stop(dependencies, { userId, deploymentId }, request, { withAll: true })),
    );
    const failed = outcomes.find(
      (outcome) =>
        isRefusal(outcome) && !['DEPLOYMENT_ENDED', 'DEPLOYMENT_NOT_FOUND'].includes(outcome.refused),
    );
    if (failed && isRefusal(failed)) return failed;
    const changed = await changeTrader(dependencies, userId, { type: 'StopTrading', userId }, request);
    if (isRefusal(changed)) return changed;
    return answer({ stopped: ids.length }, changed.written);
  });
