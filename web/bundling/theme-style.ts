// Writes the theme's variables into the documents, so that no browser has to work them out before it draws.
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariables, theme } from '../src/app/theme.ts';
import { UNUSED_VARIABLE } from './unused-palettes.ts';

const PLACE = '<!--theme-->';

type Variables = Readonly<Record<string, string>>;

const usedOf = (variables: Variables): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !UNUSED_VARIABLE.test(name)));

/** What the design system's provider would write into the page. */
const themeStyle = (): string => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [standard, own] = [defaultCssVariablesResolver(merged), cssVariables(merged)];
  const css = convertCssVariables(
    {
      variables: usedOf({ ...standard.variables, ...own.variables }),
      light: { ...usedOf({ ...standard.light, ...own.light }), '--mantine-color-scheme': 'light' },
      dark: { ...usedOf({ ...standard.dark, ...own.dark }), '--mantine-color-scheme': 'dark' },
    },
    ':root',
  );
  return `<style>${css}</style>`;
};

export const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace(PLACE, themeStyle) },
});
