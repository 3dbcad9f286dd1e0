// Sells are cut to what fees of the rebalance's earlier orders have left of their coin, and what was cut is recorded.
import { isRefusal } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { after, created, NOW, PLAN_INPUTS, rebalanceIds, started } from '../../fixtures/deployment-story.ts';
import type { DeploymentCommand } from './deployment.ts';
import type { DataOf } from './deployment-state.ts';

const rules = {
  ...{ coin: 'BNB', tickSize: '0.01', lotSize: '0.001', amountMin: '0.001', amountMax: '900000' },
  notionalMin: '5',
};
type Plan = DataOf<'RebalancePlanned'>;
const inputs: Plan['inputs'] = {
  ...PLAN_INPUTS,
  feeRate: 0.001,
  holdings: [{ coin: 'BNB', free: '2', locked: '1' }],
  rules: { BNB: rules },
};
const plan = (more: Partial<Plan> = {}): DeploymentCommand => ({
  type: 'PlanRebalance',
  ...rebalanceIds,
  seen: { holdings: { BNB: '3' }, prices: { BNB: '600', USDT: '1' } },
  data: {
    ...rebalanceIds,
    ...{ value: '1800', weights: {}, prices: {}, sells: [], buys: [], wantedBuys: [], skipped: [] },
    ...{ drift: { before: {}, after: {} }, costAtMost: '0', dataTimestamp: NOW, decidedAt: NOW, inputs },
    ...more,
  },
});

const sell = (leg: string, quantity: string, coin = 'BNB'): DeploymentCommand => ({
  type: 'IntendOrder',
  ...rebalanceIds,
  order: {
    ...{ clientOrderId: `id-${leg}`, leg, coin, side: 'sell', quantity, sentBy: 'here' },
    ...{ price: '600', limitPrice: '594', notional: String(Number(quantity) * 600) },
  },
});
const filled = (leg: string, amount: string, fees: Record<string, string>): DeploymentCommand => ({
  type: 'RecordOutcome',
  ...rebalanceIds,
  clientOrderId: `id-${leg}`,
  outcome: {
    kind: 'closed',
    result: { exchangeOrderId: leg, filled: amount, quoteFilled: '1', fees, fillIds: [leg] },
  },
});

/** The commands after a plan that sells what they sell, in their order; a repeated order has the leg of the first. */
const withPlan = (commands: readonly DeploymentCommand[], planned = plan()): DeploymentCommand[] => {
  const orders = commands.flatMap((command) => (command.type === 'IntendOrder' ? [command.order] : []));
  const firsts = orders.filter(({ insteadOf }) => insteadOf === undefined);
  const legOf = ({ clientOrderId, insteadOf }: (typeof orders)[number]): string => {
    const repeated = orders.find((each) => each.clientOrderId === insteadOf);
    const index = firsts.findIndex((each) => each.clientOrderId === clientOrderId);
    return repeated ? legOf(repeated) : `sell-${index}`;
  };
  const sells = firsts.map(({ coin, side, quantity, price, notional, limitPrice }) => ({
    ...{ coin, side, quantity, price, notional, limitPrice },
  }));
  const { data, ...command } = planned as Extract<DeploymentCommand, { type: 'PlanRebalance' }>;
  const named = commands.map((each) =>
    each.type === 'IntendOrder' ? { ...each, order: { ...each.order, leg: legOf(each.order) } } : each,
  );
  return [created(), started(), { ...command, data: { ...data, sells } }, ...named];
};

const answered = (...commands: DeploymentCommand[]) => {
  const { answer } = after(withPlan(commands));
  if (isRefusal(answer)) throw new Error(answer.refused);
  return answer.map(({ type, data }) =>
    type === 'OrderIntended' ? { type, quantity: data.quantity, notional: data.notional } : { type, data },
  );
};
const ETH_SOLD = [sell('sell-0', '1', 'ETH'), filled('sell-0', '1', { BNB: '0.00375' })];

describe('a sell', () => {
  test('is cut to whole lots of what fees have left, and the rest is recorded with its reason', () => {
    expect(answered(...ETH_SOLD, sell('sell-1', '2'))).toEqual([
      {
        type: 'OrderCut',
        data: {
          ...{ ...rebalanceIds, leg: 'sell-1', coin: 'BNB', side: 'sell' },
          ...{ notional: '2.4', reason: 'spent-on-fees' },
        },
      },
      { type: 'OrderIntended', quantity: '1.996', notional: '1197.6' },
    ]);
  });

  test.each<[string, DeploymentCommand[], string]>([
    ['of less than what is left', [...ETH_SOLD, sell('sell-1', '1.5')], '1.5'],
    [
      'after fees in other coins',
      [sell('a', '1', 'ETH'), filled('a', '1', { USDT: '3' }), sell('b', '2')],
      '2',
    ],
    ['with nothing before it', [sell('sell-0', '2')], '2'],
  ])('%s stays as planned', (_what, commands, quantity) => {
    expect(answered(...commands)).toEqual([
      { type: 'OrderIntended', quantity, notional: String(Number(quantity) * 600) },
    ]);
  });

  test('in parts is cut in the last one, by the fees of all', () => {
    const part = (leg: string) => [sell(leg, '0.5'), filled(leg, '0.5', { BNB: '0.001' })];
    const parts = ['a', 'b', 'c'].flatMap(part);
    expect(answered(...parts, sell('d', '0.5'))[1]).toMatchObject({ quantity: '0.497' });
  });

  test('of which nothing is left that the exchange accepts is left out', () => {
    const all = [sell('a', '1', 'ETH'), filled('a', '1', { BNB: '1.9999' })];
    expect(answered(...all, sell('b', '2'))).toMatchObject([
      { type: 'OrderCut', data: { notional: '1200' } },
    ]);
    const more = [sell('a', '1', 'ETH'), filled('a', '1', { BNB: '5' })];
    expect(answered(...more, sell('b', '2'))).toMatchObject([{ type: 'OrderCut' }]);
  });
});

describe('an order that was refused for its time', () => {
  const refused = (leg: string, cause?: 'clock' | 'keys'): DeploymentCommand => ({
    type: 'RecordOutcome',
    ...rebalanceIds,
    clientOrderId: `id-${leg}`,
    outcome: { kind: 'rejected', by: 'exchange', reason: 'late (-1021)', ...(cause && { cause }) },
  });
  const again = (leg: string, insteadOf: string): DeploymentCommand => {
    const command = sell(leg, '2') as Extract<DeploymentCommand, { type: 'IntendOrder' }>;
    return { ...command, order: { ...command.order, insteadOf: `id-${insteadOf}` } };
  };
  const typesAfter = (...commands: DeploymentCommand[]) => answered(...commands).map(({ type }) => type);
  const first = sell('a', '2');

  test('is repeated once under an id of its own, and that one is not', () => {
    expect(typesAfter(first, refused('a', 'clock'), again('b', 'a'))).toEqual(['OrderIntended']);
    const twice = [first, refused('a', 'clock'), again('b', 'a'), refused('b', 'clock')];
    expect(typesAfter(...twice, again('c', 'b'))).toEqual([]);
    expect(typesAfter(...twice, again('b', 'a'))).toEqual([]);
  });

  test.each<[string, DeploymentCommand[]]>([
    ['for its keys', [first, refused('a', 'keys')]],
    ['for itself', [first, refused('a')]],
    ['that was filled', [first, filled('a', '2', {})]],
    ['that nobody sent', []],
  ])('one %s is not repeated', (_what, before) => {
    expect(typesAfter(...before, again('b', 'a'))).toEqual([]);
  });
});
