// The check of a capital is computed when asked, and shown as text, a curve and figures.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { CapitalCheck } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { refusal, serve } from '../../../testing/server.ts';
import { capitalCurve, capitalX } from './capital-curve.ts';
import { CapitalPanel } from './capital-panel.tsx';

const check: CapitalCheck = {
  smallest_capital_usdt: 230,
  drift_max: 0.01,
  points: [
    { capital_usdt: 10, total_return: 0, orders: 0, too_small: 40, can_follow: false },
    { capital_usdt: 1_000, total_return: 0.5, orders: 40, too_small: 0, can_follow: true },
    { capital_usdt: 100_000, total_return: 0.25, orders: 40, too_small: 0, can_follow: true },
  ],
};
const ask = async (answer: () => CapitalCheck | Response) => {
  const statistics = { coins: [{ coin: 'BTC' }], basket: { total_return: 0.982 } };
  serve({ checkCapital: answer, readFolderFile: () => JSON.stringify(statistics) });
  const { user } = renderWeb(<CapitalPanel chatId="c1" folderName="x" />);
  await user.click(screen.getByRole('button', { name: 'Find out' }));
  return user;
};

// spec: results.73
test('the smallest capital, with what others would have returned', async () => {
  await ask(() => check);
  expect(await screen.findByText('Smallest capital: 230 USDT')).toBeTruthy();
  const row = screen.getByRole('row', { name: /^10 / });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['0.00\u202F%', '0', '40', 'No']);
  expect(screen.getByRole('img', { name: /Return by capital/ })).toBeTruthy();
  expect(await screen.findByText(/holding BTC \+98\.20.% with any capital/)).toBeTruthy();
});

test('no capital at all', async () => {
  await ask(() => ({ ...check, smallest_capital_usdt: null }));
  expect(await screen.findByText('Not with up to 100,000 USDT')).toBeTruthy();
});

test('a check that fails can be made again', async () => {
  let isBroken = true;
  const user = await ask(() => {
    return isBroken ? refusal(503, 'The exchange does not answer') : check;
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  isBroken = false;
  await user.click(again);
  expect(await screen.findByText('Smallest capital: 230 USDT')).toBeTruthy();
});

test('the curve goes by the logarithm of the capital', () => {
  expect(capitalX(1_000, check.points)).toBe(150);
  expect(capitalCurve(check.points)).toBe('0,80 150,0 300,40');
});
