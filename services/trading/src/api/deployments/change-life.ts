// Commands of a user on a chat's deployment, which need the event store only.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { type Handler, type RequestContext, userHandler } from '@tradeium/service-kit';
import { resumeInPlace } from '../../commands/places.ts';
import { deploymentOf } from '../../deployments/find-deployment.ts';
import type { DeploymentCommand } from '../../domain/deployment.ts';
import { notTrading } from '../../domain/trading-refusal.ts';
import { accountOf } from '../../rebalances/exchange-accounts.ts';
import type { Dependencies } from '../dependencies.ts';
import { answerStatus } from './answer-status.ts';

type Ids = { userId: string; deploymentId: string };

/** Changes the newest deployment of a chat. */
const change = async (
  dependencies: Dependencies,
  { userId, chatId, request }: { userId: string; chatId: string; request: RequestContext },
  commandOf: (ids: Ids) => DeploymentCommand,
) => {
  const deployment = await deploymentOf(dependencies, userId, chatId);
  if (isRefusal(deployment)) return deployment;
  const ids = { userId, deploymentId: deployment.created.deploymentId };
  return dependencies.deployments.change(ids.deploymentId, commandOf(ids), request);
};

/** The keys of its account must be there; the exchange is not asked. */
export const switchAutoRebalanceOn = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('switchAutoRebalanceOn'), async ({ id: chatId }, userId, request) => {
    const deployment = await deploymentOf(dependencies, userId, chatId);
    if (isRefusal(deployment)) return deployment;
    const refusal = notTrading(deployment);
    if (refusal) return refusal;
    const account = await accountOf(dependencies, deployment.created);
    if (isRefusal(account)) return account;
    const ids = { userId, deploymentId: deployment.created.deploymentId };
    const changed = await dependencies.deployments.change(
      ids.deploymentId,
      { type: 'SwitchOn', ...ids },
      request,
    );
    return answerStatus(dependencies, changed);
  });

export const switchAutoRebalanceOff = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('switchAutoRebalanceOff'), async ({ id: chatId }, userId, request) =>
    answerStatus(
      dependencies,
      await change(dependencies, { userId, chatId, request }, (ids) => ({ type: 'SwitchOff', ...ids })),
    ),
  );

export const changeMandate = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('changeMandate'), async ({ id: chatId, ...mandate }, userId, request) =>
    answerStatus(
      dependencies,
      await change(dependencies, { userId, chatId, request }, (ids) => ({
        type: 'ChangeMandate',
        ...ids,
        mandate,
      })),
    ),
  );

export const resumeDeployment = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('resumeDeployment'), async ({ id: chatId }, userId, request) => {
    const deployment = await deploymentOf(dependencies, userId, chatId);
    if (isRefusal(deployment)) return deployment;
    const ids = { userId, deploymentId: deployment.created.deploymentId };
    return answerStatus(dependencies, await resumeInPlace(dependencies, ids, deployment, request));
  });
