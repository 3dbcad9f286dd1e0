// A deployment as an aggregate: when it may trade, and what may change that. Needs nothing but its own events.
import { type DeploymentEvent, type Mandate, type Refusal, refuse, tradingEvents } from '@tradeium/contracts';
import { type DataOf, type Deployment, emptyDeployment, isDrawdownStop } from './deployment-state.ts';
import { drawdownEvents, drawdownNow } from './drawdown.ts';
import { evolveDeployment } from './evolve-deployment.ts';
import { drawdownState, isExpired, isSameMandate } from './mandate.ts';
import { decideRebalance, type RebalanceCommand } from './rebalance.ts';
import { notTrading } from './trading-refusal.ts';
import { decideValuation, type ValuationCommand } from './valuation.ts';

type Ids = { readonly userId: string; readonly deploymentId: string };

type LifeCommand = Ids &
  (
    | { type: 'SwitchOn' | 'SwitchOff' }
    /** `stops`: how often it had been stopped when its place was found. */
    | { type: 'ResumeDeployment'; stops: number }
    | { type: 'ChangeMandate'; mandate: DataOf<'MandateChanged'>['mandate'] }
    | { type: 'PauseDeployment'; reason: string; detail: string }
    /** `reopenedAfter`: after so many stops a place was found to resume it, if one was. */
    | ({ type: 'StopDeployment'; reopenedAfter?: number | undefined } & Pick<
        DataOf<'DeploymentStopped'>,
        'reason' | 'withAll'
      >)
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
  if (command.type === 'CreateDeployment') return createDeployment(command.data, deployment);
  if (!deployment.created) return refuse('DEPLOYMENT_NOT_FOUND');
  switch (command.type) {
    case 'ReconcileAccount':
    case 'ValuePortfolio':
      return decideValuation(command, deployment, now);
    case 'StartRebalance':
    case 'PlanRebalance':
    case 'IntendOrder':
    case 'RecordOutcome':
    case 'EndRebalance':
      return decideRebalance(command, deployment, now);
    default:
      return decideLife(command, deployment, now);
  }
};

/** One aggregate per deployment. */
export const deploymentAggregate = {
  ...tradingEvents.deployment,
  stateVersion: 12,
  initial: emptyDeployment,
  evolve: evolveDeployment,
  decide: decideDeployment,
  userOf: (_: string, command: DeploymentCommand) =>
    (command.type === 'CreateDeployment' ? command.data : command).userId,
  comparesCommands: true,
  rememberedCommands: 200,
} as const;

const reachedRefusal = (mandate: Mandate, deployment: Deployment): Refusal | undefined => {
  const { drawdownPercent: drawdown } = drawdownNow(deployment);
  const { drawdown_stop_percent: stop } = mandate;
  if (stop === null || drawdownState(mandate, drawdown) !== 'stop') return undefined;
  return refuse('DRAWDOWN_STOP_REACHED', { drawdown: drawdown.toFixed(2), stop });
};

/** Refused where every rebalance would be. */
const switchOn = (ids: Ids, deployment: Deployment, now: string): Decision => {
  const { mandate } = deployment;
  const expired = isExpired(mandate, now) ? refuse('MANDATE_EXPIRED') : undefined;
  const refusal = notTrading(deployment) ?? expired ?? reachedRefusal(mandate, deployment);
  if (refusal) return refusal;
  return deployment.isOn ? [] : [{ type: 'AutoRebalanceSwitchedOn', data: ids }];
};

/** A drawdown stop that is reached already is refused; after a drawdown stop the count starts again. */
const changeMandate = (ids: Ids, mandate: Mandate, deployment: Deployment, now: string): Decision => {
  if (isExpired(mandate, now)) return refuse('MANDATE_INVALID');
  if (isSameMandate(mandate, deployment.mandate)) return [];
  const isSame = mandate.drawdown_stop_percent === deployment.mandate.drawdown_stop_percent;
  const refusal = isSame || isDrawdownStop(deployment) ? undefined : reachedRefusal(mandate, deployment);
  if (refusal) return refusal;
  const changed: DeploymentEvent = { type: 'MandateChanged', data: { ...ids, mandate } };
  if (deployment.status !== 'active') return [changed];
  return [changed, ...drawdownEvents(ids, evolveDeployment(deployment, changed))];
};

/** A drawdown that was counted before it counts for its limits. */
const createDeployment = (data: DataOf<'DeploymentCreated'>, deployment: Deployment): Decision => {
  if (deployment.created) return [];
  const created: DeploymentEvent = { type: 'DeploymentCreated', data };
  return reachedRefusal(data.mandate, evolveDeployment(deployment, created)) ?? [created];
};

/** A drawdown that grew while it did not trade stops it at once. */
const resume = (ids: Ids, stops: number, deployment: Deployment): Decision => {
  if (deployment.status === 'active') return [];
  // Stopped again since it found its place, which that stop frees.
  if (stops !== deployment.stops) return refuse('DEPLOYMENT_STOPPED');
  const resumed: DeploymentEvent = { type: 'DeploymentResumed', data: ids };
  return [resumed, ...drawdownEvents(ids, evolveDeployment(deployment, resumed))];
};

const stopped = (
  ids: Ids,
  { reason, withAll }: Pick<DataOf<'DeploymentStopped'>, 'reason' | 'withAll'>,
): DeploymentEvent => ({ type: 'DeploymentStopped', data: { ...ids, reason, ...(withAll && { withAll }) } });

/** A rebalance that the switch would hold up, and has not yet. */
const isSending = ({ open }: Deployment): boolean => open !== null && open.kind !== 'sell' && !open.isHeldUp;

const decideLife = (command: LifeCommand, deployment: Deployment, now: string): Decision => {
  const { userId, deploymentId } = command;
  const ids = { userId, deploymentId };
  const { status, isOn } = deployment;
  if (status === 'ended' && command.type !== 'SwitchOff')
    return command.type === 'EndDeployment' ? [] : refuse('DEPLOYMENT_ENDED');
  switch (command.type) {
    case 'SwitchOn':
      return switchOn(ids, deployment, now);
    case 'SwitchOff':
      return isOn || isSending(deployment) ? [{ type: 'AutoRebalanceSwitchedOff', data: ids }] : [];
    case 'ChangeMandate':
      return changeMandate(ids, command.mandate, deployment, now);
    case 'PauseDeployment':
      if (status !== 'active') return [];
      return [{ type: 'DeploymentPaused', data: { ...ids, reason: command.reason, detail: command.detail } }];
    case 'ResumeDeployment':
      return resume(ids, command.stops, deployment);
    case 'StopDeployment': {
      const isResuming = deployment.stops === command.reopenedAfter;
      return status === 'stopped' && !isResuming ? [] : [stopped(ids, command)];
    }
    case 'EndDeployment':
      return [{ type: 'DeploymentEnded', data: { ...ids, reason: command.reason } }];
  }
};
