// Keeps a deployment and its trader in agreement: a deployment that may trade has a place, and each stop has a number.
//
// Why a deployment that may trade has its place, whatever runs at the same time: it is resumed only after the trader has
// reopened its place for the same count of stops, and the trader closes that only for a later stop.
import { type DeploymentEvent, isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import type { ChangeOf, CommandIds } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';
import { type Deployment, unsettledOrders } from '../domain/deployment-state.ts';
import { deploymentPlaceOf, knownDeployments } from '../domain/trader.ts';

export type DeploymentStores = Pick<Stores, 'traders' | 'deployments'>;
type Ids = { readonly userId: string; readonly deploymentId: string };
type Cause = Omit<CommandIds, 'userId'>;
/** Who used the switch; a lock uses it, too. */
type StopReason = 'by-user' | 'by-operator' | 'account-locked';

/** One that has a place again, but has not been resumed yet, is stopped once more: that resumption then comes too late. */
const stop = async (
  stores: DeploymentStores,
  ids: Ids,
  cause: Cause,
  more: { readonly reason: StopReason; readonly withAll?: true },
): Promise<ChangeOf<Stores['deployments']> | Refusal> => {
  const { state: trader } = await stores.traders.load(ids.userId);
  const place = deploymentPlaceOf(trader, ids.deploymentId);
  const asked = { type: 'StopDeployment', ...ids, ...more } as const;
  const reopenedAfter = place?.isOpen ? place.stops : undefined;
  return stores.deployments.change(ids.deploymentId, { ...asked, reopenedAfter }, { ...cause, input: asked });
};

export const stopInPlace = async (
  stores: DeploymentStores,
  ids: Ids,
  cause: Cause,
): Promise<ChangeOf<Stores['deployments']> | Refusal> => {
  const stopped = await stop(stores, ids, cause, { reason: 'by-user' });
  if (isRefusal(stopped)) return stopped;
  await closePlace(stores, ids, stopped.state, cause);
  return stopped;
};

const isDone = (outcome: ChangeOf<Stores['deployments']> | Refusal): boolean =>
  !isRefusal(outcome) || ['DEPLOYMENT_ENDED', 'DEPLOYMENT_NOT_FOUND'].includes(outcome.refused);

/** Each deployment is stopped before the trader closes its place: a repeated request finds what is left. */
export const stopEverything = async (
  stores: DeploymentStores,
  userId: string,
  cause: Cause,
  reason: StopReason = 'by-user',
): Promise<(ChangeOf<Stores['traders']> & { readonly stopped: number }) | Refusal> => {
  const { state: trader } = await stores.traders.load(userId);
  const outcomes = await Promise.all(
    knownDeployments(trader).map(async (deploymentId) => {
      const outcome = await stop(stores, { userId, deploymentId }, cause, { reason, withAll: true });
      return { deploymentId, outcome };
    }),
  );
  const failed = outcomes.find(({ outcome }) => !isDone(outcome))?.outcome;
  if (failed && isRefusal(failed)) return failed;
  const reached = outcomes.flatMap(({ deploymentId, outcome }) =>
    isRefusal(outcome) ? [] : [{ deploymentId, ...outcome }],
  );
  const stopped = Object.fromEntries(reached.map(({ deploymentId, state }) => [deploymentId, state.stops]));
  const asked = { type: 'StopTrading', userId } as const;
  const changed = await stores.traders.change(userId, { ...asked, stopped }, { ...cause, input: asked });
  if (isRefusal(changed)) return changed;
  return { ...changed, stopped: reached.filter(({ events }) => events.some(isStop)).length };
};

const isStop = ({ type }: DeploymentEvent): boolean => type === 'DeploymentStopped';

/** The place of a deployment that may trade, or is to: reopened where it was closed, if it is free. */
export const takePlace = async (
  stores: Pick<DeploymentStores, 'traders'>,
  ids: Ids,
  { stops }: Pick<Deployment, 'stops'>,
  cause: Cause,
): Promise<ChangeOf<Stores['traders']> | Refusal> => {
  const asked = { type: 'ReopenDeployment', ...ids } as const;
  return stores.traders.change(ids.userId, { ...asked, stops }, { ...cause, input: asked });
};

/** A stopped deployment gave its place up, so it must find one again. */
export const resumeInPlace = async (
  stores: DeploymentStores,
  ids: Ids,
  deployment: Deployment,
  cause: Cause,
): Promise<ChangeOf<Stores['deployments']> | Refusal> => {
  const reopened = await takePlace(stores, ids, deployment, cause);
  if (isRefusal(reopened)) return reopened;
  const place = deploymentPlaceOf(reopened.state, ids.deploymentId);
  // Stopped again since an earlier attempt of this command.
  if (!place?.isOpen) return refuse('DEPLOYMENT_STOPPED');
  const asked = { type: 'ResumeDeployment', ...ids } as const;
  return stores.deployments.change(
    ids.deploymentId,
    { ...asked, stops: place.stops },
    { ...cause, input: asked },
  );
};

/** Closes the place of a deployment that does not trade. One with an order in doubt stays known until that is settled. */
export const closePlace = async (
  stores: Pick<DeploymentStores, 'traders'>,
  ids: Ids,
  deployment: Deployment,
  cause: Cause,
): Promise<Refusal | undefined> => {
  const { status, stops } = deployment;
  const isGone = status === 'ended' && unsettledOrders(deployment).length === 0;
  if (status !== 'stopped' && !isGone) return undefined;
  const asked = { type: 'CloseDeployment', ...ids } as const;
  const command = { ...asked, stops, ...(isGone && { isEnded: true as const }) };
  const closed = await stores.traders.change(ids.userId, command, { ...cause, input: asked });
  // A deleted trader has no places.
  return isRefusal(closed) && closed.refused !== 'UNAUTHORIZED' ? closed : undefined;
};

/** The same for a deployment as its events say now. */
export const closePlaceOf = async (
  stores: DeploymentStores,
  ids: Ids,
  cause: Cause,
): Promise<Refusal | undefined> => {
  const { state } = await stores.deployments.load(ids.deploymentId);
  return closePlace(stores, ids, state, cause);
};
