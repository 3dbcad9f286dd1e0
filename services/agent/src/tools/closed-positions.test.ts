// Why a result lost: which coins and which positions cost the most, in the year that is requested.
import { expect, test } from 'vitest';
import { closedPositions } from './closed-positions.ts';

const CSV = `timestamp,coin,side,price,amount,fee,profit
2021-12-30T00:00:00.000Z,BTC,buy,100,1,0.1,
2022-01-05T00:00:00.000Z,BTC,sell,90,1,0.1,-10.204
2022-02-05T00:00:00.000Z,ETH,sell,80,1,0.1,4
2022-03-05T00:00:00.000Z,ETH,sell,70,1,0.1,-30
2023-03-05T00:00:00.000Z,ETH,sell,70,1,0.1,-500
`;

// spec: strategies.28
test('by coin, the most costly first, with the worst positions', () => {
  expect(closedPositions(CSV, 2022)).toEqual({
    count: 3,
    losing: 2,
    by_coin: [
      { coin: 'ETH', profit: -26, positions: 2 },
      { coin: 'BTC', profit: -10.2, positions: 1 },
    ],
    worst: [
      { closed_at: '2022-03-05T00:00:00.000Z', coin: 'ETH', profit: -30 },
      { closed_at: '2022-01-05T00:00:00.000Z', coin: 'BTC', profit: -10.2 },
    ],
  });
});

test('of the whole result if no year is requested, and none if there were none', () => {
  expect(closedPositions(CSV)).toMatchObject({ count: 4, worst: [{ profit: -500 }, {}, {}] });
  expect(closedPositions(CSV, 2020)).toEqual({ count: 0, losing: 0, by_coin: [], worst: [] });
  expect(closedPositions('a,b\n1,2\n')).toMatchObject({ count: 0 });
});
