// The kill switch, for one deployment and for all: it needs neither MongoDB nor Temporal nor the exchange.
import { isRefusal, MESSAGES, messageOf } from '@tradeium/contracts';
import { answer, type Handler, handler, userHandler } from '@tradeium/service-kit';
import { stopEverything, stopInPlace } from '../../commands/places.ts';
import { deploymentOf } from '../../deployments/find-deployment.ts';
import type { Dependencies } from '../dependencies.ts';

export const stopDeployment = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('stopDeployment'), async ({ id: chatId }, userId, request) => {
    const deployment = await deploymentOf(dependencies, userId, chatId);
    if (isRefusal(deployment)) return deployment;
    const ids = { userId, deploymentId: deployment.created.deploymentId };
    const stopped = await stopInPlace(dependencies, ids, request);
    return isRefusal(stopped) ? stopped : answer({ stopped: stopped.events.length }, stopped.written);
  });

export const stopAllTrading = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('stopAllTrading'), async (_input, userId, request) => {
    const done = await stopEverything(dependencies, userId, request);
    return isRefusal(done) ? done : answer({ stopped: done.stopped }, done.written);
  });

/** The same switch in the hand of an operator. */
export const stopDeployments = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.stopDeployments, async ({ userId }, request) => {
    const done = await stopEverything(dependencies, userId, request, 'by-operator');
    return isRefusal(done) ? done : answer({ stopped: done.stopped }, done.written);
  });
