// Inlines the theme's variables into the documents, so that the browser can paint without computing them.
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariables, theme } from '../src/ui/theme.ts';

const PLACE = '<!--theme-->';

/** Mantine's palettes that the theme does not replace: the app never uses them. */
const UNUSED_PALETTES = Object.keys(DEFAULT_THEME.colors).filter((name) => !(name in (theme.colors ?? {})));
const UNUSED_VARIABLE = new RegExp(`^--mantine-color-(?:${UNUSED_PALETTES.join('|')})-`);

type Variables = Readonly<Record<string, string>>;

const usedOf = (variables: Variables): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !UNUSED_VARIABLE.test(name)));

/** The styles that the design system's provider would write into the page: for both colour schemes, and for each of them. */
const ofTheme = () => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [standard, own] = [defaultCssVariablesResolver(merged), cssVariables(merged)];
  return {
    variables: usedOf({ ...standard.variables, ...own.variables }),
    light: { ...usedOf({ ...standard.light, ...own.light }), '--mantine-color-scheme': 'light' },
    dark: { ...usedOf({ ...standard.dark, ...own.dark }), '--mantine-color-scheme': 'dark' },
  };
};

const themeStyle = (): string => `<style>${convertCssVariables(ofTheme(), ':root')}</style>`;

export const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace(PLACE, themeStyle) },
});
