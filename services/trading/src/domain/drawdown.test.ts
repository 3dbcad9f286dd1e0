// The one drawdown: everything that speaks of it says the same, and a warning goes when it no longer holds.
import type { Mandate } from '@tradeium/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { after, created, ids, NOW, typesOf } from '../../fixtures/deployment-story.ts';
import { statusView } from '../deployments/views.ts';
import type { DeploymentCommand } from './deployment.ts';
import { isCreated } from './deployment-state.ts';

const at20: Partial<Mandate> = { drawdown_stop_percent: 20 };
const valued = (price: string): DeploymentCommand => ({
  type: 'ReconcileAccount',
  ...ids,
  holdings: { BTC: '1' },
  prices: { BTC: price, USDT: '1' },
  unexplained: null,
});

const viewOf = (commands: readonly DeploymentCommand[]) => {
  const { state } = after(commands);
  if (!isCreated(state)) throw new Error('there is no deployment');
  return statusView(state, { apiKeyPrefix: null, now: new Date(NOW) });
};

describe('the warning of a stop at 20 %', () => {
  test.each<[string, string[], boolean]>([
    ['is there from 80 % of it', ['1000', '840'], true],
    ['is not there above that', ['1000', '841'], false],
    ['goes when the value is above it again', ['1000', '830', '841'], false],
    ['goes with a new highest value', ['1000', '830', '1200'], false],
  ])('%s', (_, prices, isWarned) => {
    expect(viewOf([created(at20), ...prices.map(valued)]).drawdown_warning).toBe(isWarned);
  });

  test('goes when the mandate no longer has that stop', () => {
    const mandate = {
      order_max_usdt: null,
      daily_turnover_max_usdt: null,
      coins: null,
      expires_at: null,
      on_limit: 'cut',
    } as const;
    const changed = (stop: number | null): DeploymentCommand => ({
      type: 'ChangeMandate',
      ...ids,
      mandate: { ...mandate, drawdown_stop_percent: stop, on_drawdown: 'pause' },
    });
    const warned = [created(at20), valued('1000'), valued('830')];
    expect(viewOf(warned).drawdown_warning).toBe(true);
    expect(viewOf([...warned, changed(50)]).drawdown_warning).toBe(false);
    expect(viewOf([...warned, changed(null)]).drawdown_warning).toBe(false);
  });

  test('is given once while prices go back and forth, and again after the value was far from it', () => {
    const told = (...prices: string[]) => typesOf(after([created(at20), ...prices.map(valued)]).answer);
    expect(told('1000', '839', '842', '839')).toEqual(['PortfolioValued']);
    expect(told('1000', '839', '870', '839')).toEqual(['PortfolioValued', 'DrawdownWarned']);
  });
});

test('figure, warning and moment of a status are those of the newest value', () => {
  const price = fc.integer({ min: 81, max: 200 }).map(String);
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 8 }), (prices) => {
      const { drawdown_percent, drawdown_warning, valued_at, status } = viewOf([
        created({ drawdown_stop_percent: 60 }),
        ...prices.map(valued),
      ]);
      expect(valued_at).toBe(NOW);
      expect(drawdown_warning).toBe((drawdown_percent ?? 0) >= 48);
      expect(status).toBe('active');
    }),
  );
});
