// The coins of an idea are offered next to the portfolio, and never set unasked.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { ChatPortfolioContext, PortfolioOffer } from './portfolio-offer.tsx';

const offer = (coins: readonly string[], portfolio: readonly string[]) => {
  const use = vi.fn();
  const web = renderWeb(
    <ChatPortfolioContext value={{ portfolio, use, openSettings: () => undefined }}>
      <PortfolioOffer coins={coins} of="the idea Rotate" />
    </ChatPortfolioContext>,
  );
  return { ...web, use };
};

test('coins that the portfolio does not have are offered next to it, and used when pressed', async () => {
  const { user, use } = offer(['ETH', 'SOL'], ['USDT', 'BTC']);
  expect(screen.getByText('Your portfolio: BTC. Every portfolio has BTC.')).toBeDefined();
  expect(use).not.toHaveBeenCalled();
  const button = screen.getByRole('button', { name: 'Use these 2 coins and BTC of the idea Rotate' });
  expect(button.textContent).toBe('Use these 2 coins and BTC');
  await user.click(button);
  expect(use).toHaveBeenCalledWith(['BTC', 'ETH', 'SOL']);
});

test('coins are counted as they are listed, without the one that every portfolio has if it is among them', () => {
  offer(['USDT', 'BTC', 'SOL'], ['USDT', 'BTC']);
  expect(screen.getByRole('button').textContent).toBe('Use these 2 coins');
  expect(screen.getByText('Your portfolio: BTC')).toBeDefined();
});

test.each([
  ['the same coins in another order', ['SOL', 'BTC', 'ETH'], ['USDT', 'BTC', 'ETH', 'SOL']],
  ['no coins', [], ['USDT', 'BTC']],
])('%s are not offered', (_case, coins, portfolio) => {
  offer(coins, portfolio);
  expect(screen.queryByRole('button')).toBeNull();
});
