// Planted mistakes are the ones that were ordered, and no other.
import { expect, test } from 'vitest';
import { planted } from './planted-errors.ts';

const EQUAL_WEIGHT = `from tradeium_strategy import equal_weight, rebalance_every


def strategy(candles, settings):
    weights = equal_weight(candles.close.notna())
    return rebalance_every(weights, candles, "weekly")
`;

test('code that looks ahead can still use all names that it has used before', () => {
  const code = planted(EQUAL_WEIGHT, [{ name: 'look-ahead' }]);
  expect(code).toContain('candles.close.shift(-1)');
  const [, body = ''] = code.split('def strategy');
  const made = /^ {4}from tradeium_strategy import (?:\w+ as )?(\w+)$/m.exec(body)?.[1];
  expect(made).toBeDefined();
  expect(EQUAL_WEIGHT).not.toContain(`${made}(`);
});
