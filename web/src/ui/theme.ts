// The design system's tokens, chosen once: colours that keep WCAG AA in both schemes, type, radii and defaults.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  parseThemeColor,
  type VariantColorsResolver,
} from '@mantine/core';

const brand: MantineColorsTuple = [
  '#eef2ff',
  '#dfe6ff',
  '#c0ceff',
  '#9db2ff',
  '#7b95ff',
  '#5b7af8',
  '#3a5cf0',
  '#2e4bd0',
  '#263fab',
  '#1f3488',
];

const dark: MantineColorsTuple = [
  '#dde3ee',
  '#b9c2d3',
  '#929db3',
  '#66728a',
  '#2f3848',
  '#242c3a',
  '#19202b',
  '#10151d',
  '#0b0f15',
  '#07090d',
];

const gray: MantineColorsTuple = [
  '#f7f8fb',
  '#f0f2f6',
  '#e4e8ef',
  '#d3d9e3',
  '#bcc5d3',
  '#8c96a9',
  '#5d687c',
  '#434d60',
  '#2b3443',
  '#171d28',
];

const green: MantineColorsTuple = [
  '#e9fbf3',
  '#d2f5e4',
  '#a4ebc9',
  '#72deab',
  '#45cf8f',
  '#25b877',
  '#0b7a4b',
  '#086840',
  '#065534',
  '#044026',
];

const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffdede',
  '#ffbcbc',
  '#ff9696',
  '#ff7676',
  '#f35252',
  '#c92a2a',
  '#b02222',
  '#931b1b',
  '#751414',
];

const yellow: MantineColorsTuple = [
  '#fff8e6',
  '#ffefc7',
  '#ffe08f',
  '#ffd057',
  '#f7bd2c',
  '#e5a50e',
  '#c98a00',
  '#9a6700',
  '#704b00',
  '#533700',
];

/** Tinted surfaces that keep their contrast on the panels of either scheme. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const { color, isThemeColor } = parseThemeColor({ color: input.color ?? 'brand', theme: input.theme });
  if (input.variant !== 'light' || !isThemeColor) return defaultVariantColorsResolver(input);
  const tint = (percent: number) =>
    `color-mix(in srgb, var(--mantine-color-${color}-6) ${percent}%, transparent)`;
  return {
    background: tint(14),
    hover: tint(22),
    border: '1px solid transparent',
    color: `light-dark(var(--mantine-color-${color}-8), var(--mantine-color-${color}-2))`,
  };
};

/** With room for two lines, and for what hangs below a letter. */
const OVERLAY_TITLE = { fontWeight: 'var(--weight-strong)', lineHeight: 1.35 };

export const theme = createTheme({
  variantColorResolver,
  colors: { brand, dark, gray, green, red, yellow },
  primaryColor: 'brand',
  primaryShade: 6,
  white: '#ffffff',
  black: '#171d28',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace:
    "ui-monospace, 'SF Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  headings: {
    fontWeight: 'var(--weight-strong)',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--mantine-font-size-xl)' },
      h2: { fontSize: 'var(--mantine-font-size-xl)' },
      h3: { fontSize: 'var(--mantine-font-size-lg)' },
      h4: { fontSize: 'var(--mantine-font-size-md)' },
      h5: { fontSize: 'var(--mantine-font-size-sm)' },
      h6: { fontSize: 'var(--mantine-font-size-sm)' },
    },
  },
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  // The five sizes and, below, the three weights of everything that is read.
  fontSizes: { xs: '12px', sm: '13.5px', md: '15px', lg: '17px', xl: '20px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.55, blur: 2 },
        closeButtonProps: { 'aria-label': 'Close dialog' },
        // A dialog's head is not a banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: OVERLAY_TITLE },
    },
    Paper: { styles: { root: { '--paper-border-color': 'var(--line)' } } },
    Drawer: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close drawer' },
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: OVERLAY_TITLE },
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        width: 220,
        position: 'bottom-end',
        withInitialFocusPlaceholder: false,
      },
    },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: true } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
});

/** The colours that Mantine's own palette leaves below the contrast that WCAG AA asks for, and the product's own tokens. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--weight-regular': '400', '--weight-medium': '500', '--weight-strong': '600' },
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-6)',
    '--mantine-color-success': 'var(--mantine-color-green-6)',
    '--surface-0': '#ffffff',
    '--surface-1': 'var(--mantine-color-gray-0)',
    '--surface-2': 'var(--mantine-color-gray-1)',
    '--line': 'var(--mantine-color-gray-2)',
    '--gain': '#0b7a4b',
    '--loss': '#c92a2a',
    '--brand-text': 'var(--mantine-color-brand-7)',
    // Pale enough for figures and details to be read on it.
    '--selected': 'color-mix(in srgb, var(--mantine-color-brand-6) 9%, transparent)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-success': 'var(--mantine-color-green-4)',
    '--mantine-color-anchor': 'var(--mantine-color-brand-3)',
    '--surface-0': 'var(--mantine-color-dark-7)',
    '--surface-1': 'var(--mantine-color-dark-8)',
    '--surface-2': 'var(--mantine-color-dark-6)',
    '--line': 'var(--mantine-color-dark-5)',
    '--gain': '#45cf8f',
    '--loss': '#ff8585',
    '--brand-text': 'var(--mantine-color-brand-3)',
    '--selected': 'color-mix(in srgb, var(--mantine-color-brand-6) 16%, transparent)',
  },
});
