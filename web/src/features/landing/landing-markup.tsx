// The landing page as HTML text: made by the build and by the development server, never in a browser.
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { theme } from '../../ui/theme.ts';
import { LandingPage } from './landing-page.tsx';

export const landingMarkup = (): string =>
  renderToStaticMarkup(
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <LandingPage />
    </MantineProvider>,
  );
