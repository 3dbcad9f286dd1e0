// Renders parts of the web in tests as the app does: with store, theme, address and messages.
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { onTestFinished } from 'vitest';
import { AddressRouter } from '../app/address-router.tsx';
import { listenForSessionEnd } from '../core/session.ts';
import { createAppStore } from '../core/store.ts';
import { theme } from '../ui/theme.ts';
import { Toasts } from '../ui/toasts.tsx';

/** A busy machine may take seconds to load a part of the app for the first time. */
const WAIT_MAX_MS = 10_000;

configure({
  asyncUtilTimeout: WAIT_MAX_MS,
  getElementError: (message) => new Error(message ?? 'not found'),
  // As in a browser: a part of the app that an event has loaded is drawn when it is there.
  eventWrapper: (fire) => fire(),
});

/** Each call has its own store; everything is gone at the end of the test. */
export const renderWeb = (shown: ReactNode, { path = '/app/backtest' } = {}) => {
  window.history.replaceState(null, '', path);
  const { store, listen } = createAppStore();
  listenForSessionEnd(listen);
  const view = render(
    <Provider store={store}>
      <MantineProvider theme={theme} env="test">
        <Toasts />
        <AddressRouter>{shown}</AddressRouter>
      </MantineProvider>
    </Provider>,
  );
  onTestFinished(() => {
    notifications.clean();
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });
  return { ...view, store, listen, user: userEvent.setup() };
};
