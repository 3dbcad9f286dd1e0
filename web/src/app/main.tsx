// Starts the web app: store, theme, messages and routes around one root.
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@fontsource-variable/inter/wght.css';
import './theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { recheckUser } from '../core/session.ts';
import { store } from '../core/store.ts';
import { Later } from '../lib/loading/later.tsx';
import { lazyNamed } from '../lib/loading/lazy-named.ts';
import { keepFocus } from '../ui/kept-focus.ts';
import { theme } from '../ui/theme.ts';
import { AddressRouter } from './address-router.tsx';
import './listeners.ts';
import { AppRoutes, loadWorkspace } from './routes.tsx';
import { settleFirstData } from './workspace/loading/first-data.ts';

/** Messages are rare at the start, so they must not delay it; one that comes before this part is shown with it. */
const Toasts = lazyNamed(() => import('../ui/toasts.tsx'), 'Toasts');

/** The key is also read by `color-scheme.js`, before anything is painted. */
const colorScheme = localStorageColorSchemeManager({ key: 'tradeium-color-scheme' });

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void store.dispatch(recheckUser());
});

keepFocus();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

const render = () =>
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <MantineProvider
          theme={theme}
          // The document has them already.
          withCssVariables={false}
          withGlobalClasses={false}
          colorSchemeManager={colorScheme}
          defaultColorScheme="auto"
        >
          <Later Part={Toasts} />
          <AddressRouter>
            <AppRoutes />
          </AddressRouter>
        </MantineProvider>
      </Provider>
    </StrictMode>,
  );

// The workspace document is already loading all of its parts. The page reports what fails to load.
if (settleFirstData) void loadWorkspace().then(settleFirstData).then(render, render);
else render();
