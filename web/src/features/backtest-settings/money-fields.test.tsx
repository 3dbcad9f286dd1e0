// Slippage, starting capital, calendar and drift band are typed as people write numbers, and put right when the field is left.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { MoneyFields, PolicyFields } from './money-fields.tsx';
import { selectSettings } from './settings-slice.ts';

test('both begin as usual, and take what is typed', async () => {
  const { user, store } = renderWeb(<MoneyFields />);
  const capital = screen.getByRole<HTMLInputElement>('textbox', { name: 'Starting capital' });
  const slippage = screen.getByRole<HTMLInputElement>('textbox', { name: 'Slippage' });
  expect([capital.value, slippage.value]).toEqual(['10,000', '0']);

  await user.clear(capital);
  await user.type(capital, '2 500,5');
  await user.clear(slippage);
  await user.type(slippage, '0,05');
  await user.tab();
  expect([capital.value, slippage.value]).toEqual(['2,500.5', '0.05']);
  expect(selectSettings(store.getState())).toMatchObject({ startingCapital: 2_500.5, slippage: 0.0005 });
});

test('when a portfolio trades is chosen from four calendars, every bar at first', async () => {
  const { user, store } = renderWeb(<PolicyFields />);
  const calendar = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rebalance' });
  expect(calendar.value).toBe('bar');
  await user.selectOptions(calendar, 'Weekly');
  expect(selectSettings(store.getState())).toMatchObject({ rebalanceEvery: 'weekly' });
});

test('where a drifted coin is brought can be chosen once there is a band', async () => {
  const { user, store } = renderWeb(<PolicyFields />);
  const band = screen.getByRole<HTMLInputElement>('textbox', { name: 'Drift band' });
  const end = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rebalance to' });
  expect([band.value, end.value, end.disabled]).toEqual(['0', 'target', true]);

  await user.clear(band);
  await user.type(band, '2,5');
  await user.selectOptions(end, 'Edge');
  expect(selectSettings(store.getState())).toMatchObject({ driftBandPercent: 2.5, driftBandTo: 'edge' });
});
