// Whatever three deployments of one account trade, and their user pays in and takes out: nobody plans with another's money.
import { isRefusal, NO_MANDATE, type Share } from '@tradeium/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { created, NOW } from '../../fixtures/deployment-story.ts';
import { addDecimals, multiplyDecimals, subtractDecimals, unitsOf } from './decimal.ts';
import { type DeploymentCommand, decideDeployment } from './deployment.ts';
import { type Deployment, emptyDeployment, unsettledOrders } from './deployment-state.ts';
import { evolveDeployment } from './evolve-deployment.ts';
import { inFlightIn, lookAtShare, type Member, withinBooks } from './shares.ts';

const PRICE = '100';
const PRICES = { USDT: '1', BTC: PRICE };
const MANAGED = ['USDT', 'BTC'];
const SHARES: readonly Share[] = [{ usdt: 1_000 }, { percent: 25 }, { percent: 50 }];
const IDS = ['d0', 'd1', 'd2'] as const;
type Id = (typeof IDS)[number];

type Step =
  | { readonly does: 'deposit' | 'withdraw'; readonly asset: 'USDT' | 'BTC'; readonly amount: string }
  | { readonly does: 'buy' | 'sell'; readonly id: Id; readonly part: string }
  | { readonly does: 'answer' | 'look'; readonly id: Id };

const least = (a: string, b: string): string => (unitsOf(a) < unitsOf(b) ? a : b);

/** An account with an exchange's balances, and three deployments that share it. */
const openAccount = () => {
  const held: Record<string, string> = { USDT: '5000', BTC: '0' };
  const states = new Map<Id, Deployment>();
  const answers = new Map<Id, DeploymentCommand>();
  let count = 0;

  const stateOf = (id: Id): Deployment => states.get(id) ?? emptyDeployment;
  const run = (id: Id, command: DeploymentCommand) => {
    const decided = decideDeployment(command, stateOf(id), NOW);
    if (isRefusal(decided)) throw new Error(decided.refused);
    states.set(id, decided.reduce(evolveDeployment, stateOf(id)));
  };
  const members = (): Member[] =>
    IDS.map((id, rank) => {
      const state = stateOf(id);
      const isMoving = unsettledOrders(state).length > 0;
      return {
        ...{ deploymentId: id, rank, books: state.holdings ?? {}, traded: state.traded, isGone: false },
        inFlight: isMoving ? MANAGED : [],
      };
    });

  const begin = (id: Id, index: number, usdt: string) => {
    const command = created({}, 'live');
    if (command.type !== 'CreateDeployment') throw new Error('no deployment');
    const share = SHARES[index] as Share;
    const outside = 'percent' in share ? { outside: { usdt: '5000', deployments: [...IDS] } } : {};
    const books = { USDT: usdt };
    run(id, {
      ...command,
      data: { ...command.data, deploymentId: id, mandate: NO_MANDATE, share, books, ...outside },
    });
  };
  IDS.forEach((id, index) => void begin(id, index, ['1000', '1000', '2000'][index] as string));

  const look = (id: Id) => {
    const { created: own, holdings, outside } = stateOf(id);
    if (!own?.share || !holdings) throw new Error('no share');
    const sharer = { deploymentId: id, share: own.share, books: holdings, managed: MANAGED, outside };
    const seen = lookAtShare(sharer, { held, members: members() }, inFlightIn(members()));
    const shared = { from: holdings, outside: seen.outside };
    const asked = { userId: 'ann', deploymentId: id, unexplained: null } as const;
    run(id, { type: 'ReconcileAccount', ...asked, holdings: seen.books, prices: PRICES, shared });
  };

  /** The exchange trades at once, what it answers comes later. */
  const trade = (id: Id, side: 'buy' | 'sell', part: string) => {
    const balances = MANAGED.map((asset) => ({ asset, free: held[asset] ?? '0', locked: '0' }));
    const usable = withinBooks(balances, stateOf(id).holdings ?? {});
    const free = (asset: string) => usable.find((each) => each.asset === asset)?.free ?? '0';
    const most = side === 'buy' ? multiplyDecimals(free('USDT'), '0.01') : free('BTC');
    const quantity = multiplyDecimals(most, part);
    if (unitsOf(quantity) === 0n || answers.has(id)) return;
    const quote = multiplyDecimals(quantity, PRICE);
    count += 1;
    const ids = { userId: 'ann', deploymentId: id, rebalanceId: `r${count}` };
    const clientOrderId = `o${count}`;
    const priced = { price: PRICE, limitPrice: PRICE, notional: quote };
    const order = { clientOrderId, leg: 'x', coin: 'BTC', side, quantity, sentBy: 'here', ...priced };
    run(id, { type: 'StartRebalance', ...ids, kind: 'manual', barClose: NOW });
    run(id, { type: 'IntendOrder', ...ids, order });
    const [paid, got] = side === 'buy' ? (['USDT', 'BTC'] as const) : (['BTC', 'USDT'] as const);
    const [out, come] = side === 'buy' ? [quote, quantity] : [quantity, quote];
    held[paid] = subtractDecimals(held[paid] ?? '0', out);
    held[got] = addDecimals(held[got] ?? '0', come);
    expect(unitsOf(held[paid] ?? '0')).toBeGreaterThanOrEqual(0n);
    const result = { exchangeOrderId: '1', filled: quantity, quoteFilled: quote, fees: {}, fillIds: [] };
    answers.set(id, { type: 'RecordOutcome', ...ids, clientOrderId, outcome: { kind: 'closed', result } });
  };

  const answer = (id: Id) => {
    const known = answers.get(id);
    if (known?.type !== 'RecordOutcome') return;
    const { userId, deploymentId, rebalanceId } = known;
    run(id, known);
    run(id, { type: 'EndRebalance', userId, deploymentId, rebalanceId, charged: 0, failure: null });
    answers.delete(id);
  };

  const take = (step: Step) => {
    switch (step.does) {
      case 'deposit':
        held[step.asset] = addDecimals(held[step.asset] ?? '0', step.amount);
        return;
      case 'withdraw':
        held[step.asset] = subtractDecimals(
          held[step.asset] ?? '0',
          least(step.amount, held[step.asset] ?? '0'),
        );
        return;
      case 'buy':
      case 'sell':
        trade(step.id, step.does, step.part);
        return;
      case 'answer':
        answer(step.id);
        return;
      case 'look':
        look(step.id);
    }
  };
  return { held, stateOf, look, answer, take };
};

const id = fc.constantFrom(...IDS);
const cents = (most: number) =>
  fc.integer({ min: 1, max: most * 100 }).map((each) => (each / 100).toFixed(2));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constantFrom('deposit' as const, 'withdraw' as const),
    asset: fc.constantFrom('USDT' as const, 'BTC' as const),
    amount: cents(3_000),
  }),
  fc.record({
    does: fc.constantFrom('buy' as const, 'sell' as const),
    id,
    part: fc.constantFrom('0.3', '0.9', '1'),
  }),
  fc.record({ does: fc.constantFrom('answer' as const, 'look' as const, 'look' as const), id }),
);

type Account = ReturnType<typeof openAccount>;

const sumOf = ({ stateOf }: Account, asset: string): bigint =>
  IDS.reduce((sum, each) => sum + unitsOf(stateOf(each).holdings?.[asset] ?? '0'), 0n);

const settle = (account: Account, order: readonly Id[]) => {
  for (const each of order) account.answer(each);
  for (const each of order) account.look(each);
};

const inAnyOrder = fc.shuffledSubarray([...IDS], { minLength: 3, maxLength: 3 });

test('once all have looked, the books hold no more than the account, and flows were no gains', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), inAnyOrder, (steps, order) => {
      const account = openAccount();
      for (const each of steps) account.take(each);
      settle(account, order);
      for (const asset of MANAGED)
        expect(sumOf(account, asset)).toBeLessThanOrEqual(unitsOf(account.held[asset] ?? '0'));
      for (const each of IDS) expect(account.stateOf(each).value?.index).toBeCloseTo(1, 9);
    }),
    { numRuns: 300 },
  );
});

test('in whatever order they look, each ends with the same books', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), inAnyOrder, inAnyOrder, (steps, one, other) => {
      const books = [one, other].map((order) => {
        const account = openAccount();
        for (const each of steps) if (each.does !== 'look') account.take(each);
        settle(account, order);
        return IDS.map((each) => account.stateOf(each).holdings);
      });
      expect(books[0]).toEqual(books[1]);
    }),
    { numRuns: 200 },
  );
});

test('without deposits and withdrawals nobody’s books change but by the own orders', () => {
  const traded = step.filter(({ does }) => does !== 'deposit' && does !== 'withdraw');
  fc.assert(
    fc.property(fc.array(traded, { maxLength: 60 }), inAnyOrder, (steps, order) => {
      const account = openAccount();
      for (const each of steps) account.take(each);
      settle(account, order);
      const worths = IDS.map((each) => account.stateOf(each).value?.usdt);
      for (const [index, worth] of [1_000, 1_000, 2_000].entries())
        expect(worths[index]).toBeCloseTo(worth, 6);
    }),
    { numRuns: 200 },
  );
});
