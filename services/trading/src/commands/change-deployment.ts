// Executes a command on a deployment, for requests, reactions and activities alike.
import type { DeploymentEvent, Refusal } from '@tradeium/contracts';
import type { Aggregates, CommandIds } from '@tradeium/event-store';
import type { Written } from '@tradeium/service-kit';
import { type DeploymentCommand, decideDeployment } from '../domain/deployment.ts';
import type { Deployment } from '../domain/deployment-state.ts';

export type Deployments = Aggregates<Deployment, DeploymentEvent>;

export type DeploymentChange = {
  readonly deployment: Deployment;
  readonly events: readonly DeploymentEvent[];
  readonly written: Written;
};

/** Decides and appends; repeating the command id changes nothing and answers the same. */
export const changeDeployment = async (
  { deployments }: { readonly deployments: Deployments },
  { userId, deploymentId }: { readonly userId: string; readonly deploymentId: string },
  command: DeploymentCommand,
  { commandId, correlationId, causationId }: Omit<CommandIds, 'userId'>,
  /** The request, where the command also holds what differs with every attempt. */
  asked: object = command,
): Promise<DeploymentChange | Refusal> => {
  const outcome = await deployments.execute(
    deploymentId,
    { commandId, input: asked, userId, correlationId, causationId },
    (deployment, now) => decideDeployment(command, deployment, now),
  );
  if (!outcome.ok) return outcome.refusal;
  return {
    deployment: outcome.state,
    events: outcome.events,
    written: { context: 'trading', sequence: outcome.sequence },
  };
};
