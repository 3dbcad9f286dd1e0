// Coins that the exchange does not trade are left out of plans: that is said once, and again only after they were traded.
import { type DeploymentEvent, isRefusal } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { after, created, NOW, rebalanceIds, started } from '../../fixtures/deployment-story.ts';
import type { DeploymentCommand } from './deployment.ts';
import { noticeOfEvent } from './notice-of-event.ts';

type Skipped = readonly [coin: string, reason: string];

/** A rebalance whose plan leaves out these. */
const rebalanced = (rebalanceId: string, skipped: readonly Skipped[]): DeploymentCommand[] => {
  const ids = { ...rebalanceIds, rebalanceId };
  return [
    started('manual', rebalanceId),
    {
      type: 'PlanRebalance',
      ...ids,
      seen: { holdings: {}, prices: { USDT: '1' } },
      data: {
        ...ids,
        ...{ value: '1000', weights: {}, prices: {}, sells: [], buys: [], wantedBuys: [] },
        skipped: skipped.map(([coin, reason]) => ({ coin, reason, side: 'buy', notional: '5' })),
        ...{ drift: { before: {}, after: {} }, costAtMost: '0', dataTimestamp: NOW },
      },
    },
    { type: 'EndRebalance', ...ids, charged: 0, failure: null },
  ];
};

/** What its user hears of the last of several rebalances. */
const heard = (...plans: (readonly Skipped[])[]): (string | null)[] => {
  const before = plans.slice(0, -1).flatMap((skipped, index) => rebalanced(`r${index}`, skipped));
  const [start, plan] = rebalanced('last', plans.at(-1) ?? []);
  const { answer } = after([created(), ...before, start as DeploymentCommand, plan as DeploymentCommand]);
  if (isRefusal(answer)) return [answer.refused];
  const isNews = ({ type }: DeploymentEvent) => type === 'CoinsLeftOut';
  return answer.filter(isNews).map((event) => noticeOfEvent(event)?.detail ?? null);
};

const GONE: Skipped = ['LUNA', 'no-market'];
const UNPRICED: Skipped = ['FTT', 'no-price'];

test.each<[string, (readonly Skipped[])[], (string | null)[]]>([
  ['nothing where all is traded', [[]], []],
  ['nothing of a coin that is left out for its amount', [[['BTC', 'below-lot']]], []],
  ['the coin when it is first left out', [[], [GONE]], ['LUNA']],
  ['the coin at the first plan', [[GONE]], ['LUNA']],
  ['nothing at the plans that follow', [[GONE], [GONE]], []],
  ['the one that came in addition', [[GONE], [GONE, UNPRICED]], ['FTT']],
  ['nothing when it is traded again', [[GONE], []], [null]],
  ['it once more after it was traded in between', [[GONE], [], [GONE]], ['LUNA']],
])('its user hears %s', (_what, plans, words) => {
  expect(heard(...plans)).toEqual(words);
});
