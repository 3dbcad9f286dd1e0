// The pane of chats takes a quarter of the page, and by key between 20 and 30 percent.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { ListPane } from './list-pane.tsx';

// spec: trading-page.18
test('its width stays within its limits, and comes back to the usual one', async () => {
  const { user } = renderWeb(<ListPane>chats</ListPane>);
  const handle = screen.getByRole('separator', { name: 'Width of the list of chats' });
  const width = () => handle.getAttribute('aria-valuenow');
  expect(width()).toBe('25');
  handle.focus();
  await user.keyboard('{ArrowLeft}');
  expect(width()).toBe('26');
  await user.keyboard('{End}');
  expect(width()).toBe('30');
  await user.keyboard('{Home}');
  expect(width()).toBe('20');
  await user.dblClick(handle);
  expect(width()).toBe('25');
});
