// The landing page as HTML text: made by the build and by the development server, never in a browser.
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  MantineProvider,
  mergeMantineTheme,
} from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { cssVariables, theme } from '../../app/theme.ts';
import { LandingPage } from './landing-page.tsx';

/** The theme's variables as a style element, the same that the app's provider makes. */
export const themeStyle = (): string => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [standard, own] = [defaultCssVariablesResolver(merged), cssVariables(merged)];
  const css = convertCssVariables(
    {
      variables: { ...standard.variables, ...own.variables },
      light: { ...standard.light, ...own.light },
      dark: { ...standard.dark, ...own.dark },
    },
    ':root',
  );
  return `<style>${css}</style>`;
};

export const landingMarkup = (): string =>
  renderToStaticMarkup(
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <LandingPage />
    </MantineProvider>,
  );
