// Coins that the exchange does not trade are left out of plans: that is said once, and again only after they were traded.
import { type DeploymentEvent, isRefusal } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { after, created, NOW, PLAN_INPUTS, rebalanceIds, started } from '../../fixtures/deployment-story.ts';
import type { DeploymentCommand } from './deployment.ts';
import { noticeOfEvent } from './notice-of-event.ts';

/** The skipped coins of a plan, as `coin: reason`, and the coins with an open market. */
type Plan = { readonly skipped?: readonly string[]; readonly open?: readonly string[] };

const RULES = { tickSize: '0', lotSize: '0', amountMin: '0', amountMax: '0', notionalMin: '0' };

const rebalanced = (rebalanceId: string, { skipped = [], open = [] }: Plan): DeploymentCommand[] => {
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
        skipped: skipped.map((each) => {
          const [coin = '', reason = ''] = each.split(': ');
          return { coin, reason, side: 'buy', notional: '5' };
        }),
        ...{ drift: { before: {}, after: {} }, costAtMost: '0', dataTimestamp: NOW, decidedAt: NOW },
        inputs: {
          ...PLAN_INPUTS,
          rules: Object.fromEntries(open.map((coin) => [coin, { coin, ...RULES }])),
        },
      },
    },
    { type: 'EndRebalance', ...ids, charged: 0, failure: null },
  ];
};

/** The user's notice about the last of several rebalances. */
const heard = (...plans: Plan[]): (string | null)[] => {
  const before = plans.slice(0, -1).flatMap((plan, index) => rebalanced(`r${index}`, plan));
  const [start, plan] = rebalanced('last', plans.at(-1) ?? {});
  const { answer } = after([created(), ...before, start as DeploymentCommand, plan as DeploymentCommand]);
  if (isRefusal(answer)) return [answer.refused];
  const isNews = ({ type }: DeploymentEvent) => type === 'CoinsLeftOut';
  return answer.filter(isNews).map((event) => noticeOfEvent(event)?.detail ?? null);
};

const TRADED: Plan = { open: ['BTC', 'LUNA'] };
const GONE: Plan = { open: ['BTC'], skipped: ['LUNA: no-market'] };
/** The strategy wants none of it at the moment. */
const UNWANTED: Plan = { open: ['BTC'] };

test.each<[string, Plan[], (string | null)[]]>([
  ['nothing where all is traded', [TRADED], []],
  ['nothing of a coin that is left out for its amount', [{ open: ['BTC'], skipped: ['BTC: below-lot'] }], []],
  ['nothing of an open market whose price is too small', [{ open: ['BTC'], skipped: ['BTC: no-price'] }], []],
  ['the coin when it is first left out', [TRADED, GONE], ['LUNA']],
  ['the coin at the first plan', [GONE], ['LUNA']],
  ['nothing at the plans that follow', [GONE, GONE], []],
  ['nothing when the strategy turns away from it and comes back', [GONE, UNWANTED, GONE], []],
  [
    'the one that came in addition',
    [GONE, { open: [], skipped: ['BTC: no-price', 'LUNA: no-market'] }],
    ['BTC'],
  ],
  ['nothing when it is traded again', [GONE, TRADED], [null]],
  ['it once more after it was traded in between', [GONE, TRADED, GONE], ['LUNA']],
])('its user hears %s', (_what, plans, words) => {
  expect(heard(...plans)).toEqual(words);
});
