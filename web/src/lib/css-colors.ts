// Colours of the theme as plain values, for pictures that are not drawn by the style sheet.

/** The present value of a CSS variable, for instance `--gain`. */
export const cssColor = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();
