// Messages come one at a time, so that they stay in the bar.
// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showToast } from './toast.ts';
import { Toasts } from './toasts.tsx';

test('a second message waits until the first is closed', async () => {
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  );
  act(() => {
    showToast('success', 'First');
    showToast('error', 'Second');
  });
  expect(await screen.findByText('First')).toBeDefined();
  expect(screen.queryByText('Second')).toBeNull();
  act(() => screen.getByRole('button', { name: 'Close message' }).click());
  expect(await screen.findByText('Second')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('First')).toBeNull());
});
