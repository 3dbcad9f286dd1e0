// The design system's palettes that the theme has none of its own for: nothing in the app is drawn in them.
import { DEFAULT_THEME } from '@mantine/core';
import { theme } from '../src/ui/theme.ts';

const used = Object.keys(theme.colors ?? {});
const unused = Object.keys(DEFAULT_THEME.colors).filter((name) => !used.includes(name));

/** The name of a variable of such a palette. */
export const UNUSED_VARIABLE = new RegExp(`^--mantine-color-(?:${unused.join('|')})-`);
