// A deployment as an aggregate: when it may trade, and what may change that. Needs nothing but its own events.
import { type DeploymentEvent, type Refusal, refuse, tradingEvents } from '@tradeium/contracts';
import { type DataOf, type Deployment, emptyDeployment, evolveDeployment } from './deployment-state.ts';
import { decideRebalance, type RebalanceCommand } from './rebalance.ts';
import { notTrading } from './trading-refusal.ts';
import { decideValuation, type ValuationCommand } from './valuation.ts';

/** One aggregate per deployment. */
export const deploymentAggregate = {
  ...tradingEvents.deployment,
  stateVersion: 2,
  initial: emptyDeployment,
  evolve: evolveDeployment,
  rememberedCommands: 200,
} as const;

type Ids = { readonly userId: string; readonly deploymentId: string };

type LifeCommand = Ids &
  (
    | { type: 'SwitchOn' | 'SwitchOff' | 'ResumeDeployment' }
    | { type: 'ChangeMandate'; mandate: DataOf<'MandateChanged'>['mandate'] }
    | { type: 'PauseDeployment'; reason: string; detail: string }
    | { type: 'StopDeployment'; reason: DataOf<'DeploymentStopped'>['reason'] }
    | { type: 'EndDeployment'; reason: DataOf<'DeploymentEnded'>['reason'] }
  );

export type DeploymentCommand =
  | { type: 'CreateDeployment'; data: DataOf<'DeploymentCreated'> }
  | LifeCommand
  | RebalanceCommand
  | ValuationCommand;

type Decision = DeploymentEvent[] | Refusal;

/** Decides a command at a time (ISO 8601); refusals in the order in which they are checked. */
export const decideDeployment = (
  command: DeploymentCommand,
  deployment: Deployment,
  now: string,
): Decision => {
  if (command.type === 'CreateDeployment')
    return deployment.created ? [] : [{ type: 'DeploymentCreated', data: command.data }];
  if (!deployment.created) return refuse('DEPLOYMENT_NOT_FOUND');
  switch (command.type) {
    case 'ReconcileAccount':
    case 'ValuePortfolio':
      return decideValuation(command, deployment);
    case 'StartRebalance':
    case 'PlanRebalance':
    case 'IntendOrder':
    case 'RecordOutcome':
    case 'EndRebalance':
      return decideRebalance(command, deployment, now);
    default:
      return decideLife(command, deployment);
  }
};

const decideLife = (command: LifeCommand, deployment: Deployment): Decision => {
  const { userId, deploymentId } = command;
  const ids = { userId, deploymentId };
  const { status, isOn } = deployment;
  if (status === 'ended' && command.type !== 'SwitchOff')
    return command.type === 'EndDeployment' ? [] : refuse('DEPLOYMENT_ENDED');
  switch (command.type) {
    case 'SwitchOn':
      return notTrading(deployment) ?? (isOn ? [] : [{ type: 'AutoRebalanceSwitchedOn', data: ids }]);
    case 'SwitchOff':
      return isOn ? [{ type: 'AutoRebalanceSwitchedOff', data: ids }] : [];
    case 'ChangeMandate':
      return [{ type: 'MandateChanged', data: { ...ids, mandate: command.mandate } }];
    case 'PauseDeployment':
      if (status !== 'active') return [];
      return [{ type: 'DeploymentPaused', data: { ...ids, reason: command.reason, detail: command.detail } }];
    case 'ResumeDeployment':
      return status === 'active' ? [] : [{ type: 'DeploymentResumed', data: ids }];
    case 'StopDeployment':
      return status === 'stopped'
        ? []
        : [{ type: 'DeploymentStopped', data: { ...ids, reason: command.reason } }];
    case 'EndDeployment':
      return [{ type: 'DeploymentEnded', data: { ...ids, reason: command.reason } }];
  }
};
