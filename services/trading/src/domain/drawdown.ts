// The one drawdown of a deployment: how far its value lies below its highest, when that was seen, and what follows from it.
import type { DeploymentEvent } from '@tradeium/contracts';
import { type Deployment, peakOf } from './deployment-state.ts';
import { drawdownState, isFarFromStop } from './mandate.ts';

type Valued = Pick<Deployment, 'value' | 'firstPeak'>;
type Value = NonNullable<Deployment['value']>;

export type Drawdown = {
  /** In percent, below the highest value. */
  readonly drawdownPercent: number;
  /** The moment of the value, ISO 8601; null before there is one. */
  readonly at: string | null;
};

/** In percent, without the last digits, which are rounding. */
export const drawdownOf = (index: number, peak: number): number =>
  peak > 0 ? Number((100 * (1 - index / peak)).toFixed(9)) : 0;

/** The drawdown for status, banner, warning, refusals and notices, all from the newest recorded value. */
export const drawdownNow = ({ value, firstPeak }: Valued): Drawdown => ({
  drawdownPercent: drawdownOf(value?.index ?? 1, peakOf({ value, firstPeak })),
  at: value?.at ?? null,
});

/** True if the drawdown is close to the stop now: a warning goes when this does. */
export const isCloseToStop = (deployment: Valued & Pick<Deployment, 'mandate'>): boolean =>
  deployment.value !== null &&
  drawdownState(deployment.mandate, drawdownNow(deployment).drawdownPercent) !== 'fine';

/** A value after another one. Its user is warned again only after it has been far from the stop: prices go back and forth. */
export const nextValue = (
  deployment: Valued & Pick<Deployment, 'mandate'>,
  seen: Pick<Value, 'usdt' | 'index' | 'at'>,
): Value => {
  const peak = Math.max(seen.index, peakOf(deployment));
  const isStill = !isFarFromStop(deployment.mandate, drawdownOf(seen.index, peak));
  return { ...seen, peak, isWarned: isStill && (deployment.value?.isWarned ?? false) };
};

/** The consequence of an existing drawdown, for a deployment that may trade again. */
export const drawdownEvents = (
  ids: { readonly userId: string; readonly deploymentId: string },
  { mandate, value, firstPeak, stops }: Valued & Pick<Deployment, 'mandate' | 'stops'>,
): DeploymentEvent[] => {
  if (!value) return [];
  const { drawdownPercent } = drawdownNow({ value, firstPeak });
  const state = drawdownState(mandate, drawdownPercent);
  const sells = mandate.on_drawdown === 'sell' && ({ thenSell: true, stop: stops + 1 } as const);
  if (state === 'stop')
    return [{ type: 'DeploymentStopped', data: { ...ids, reason: 'drawdown', ...sells } }];
  return state === 'warn' && !value.isWarned
    ? [{ type: 'DrawdownWarned', data: { ...ids, drawdownPercent } }]
    : [];
};
