// Settings are kept for each user of a browser: a second account does not begin with the coins of the first.
// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signedIn } from '../../core/session.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { someUser } from '../../testing/samples.ts';
import { keepSettings, portfolioChosen, selectSettings, timeframeChosen } from './settings-slice.ts';

test('each user finds the own settings, and a new one the defaults', async () => {
  const { store, listen } = renderWeb(null);
  keepSettings(listen);
  const portfolio = () => selectSettings(store.getState()).portfolio;
  await store.dispatch(signedIn(someUser));
  store.dispatch(portfolioChosen(['ETH', 'SOL']));
  store.dispatch(timeframeChosen('4h'));
  await store.dispatch(signedIn({ ...someUser, id: 'u2' }));
  await waitFor(() => expect(portfolio()).toEqual(['USDT', 'BTC']));
  expect(selectSettings(store.getState()).timeframe).toBe('24h');
  store.dispatch(portfolioChosen(['XRP']));
  await store.dispatch(signedIn(someUser));
  await waitFor(() => expect(portfolio()).toEqual(['USDT', 'BTC', 'ETH', 'SOL']));
  expect(selectSettings(store.getState()).timeframe).toBe('4h');
  expect(selectSettings(renderWeb(null).store.getState()).portfolio).toEqual(portfolio());
});
