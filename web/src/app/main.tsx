// Starts the web app: store, theme, messages and routes around one root.
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import { AppRoutes } from './routes.tsx';
import { store } from './store.ts';
import { cssVariables, theme } from './theme.ts';

/** The key is also read by `public/color-scheme.js`, before anything is painted. */
const colorScheme = localStorageColorSchemeManager({ key: 'tradeium-color-scheme' });

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
      >
        <Notifications position="top-right" limit={3} autoClose={3_000} />
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </MantineProvider>
    </Provider>
  </StrictMode>,
);
