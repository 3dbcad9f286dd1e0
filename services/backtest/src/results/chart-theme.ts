// The chart's size, colours and type, shared by its parts; text has a contrast of at least 4.5 on paper.

export const WIDTH = 1600;
export const HEIGHT = 900;
/** Left and right edge of the plots; the value axis stands to the right. */
export const LEFT = 56;
export const RIGHT = WIDTH - 128;

export const COLOR = {
  paper: '#ffffff',
  ink: '#0f172a',
  muted: '#526077',
  grid: '#e8ecf2',
  axis: '#94a3b8',
  strategy: '#1d4ed8',
  strategyShade: 'rgba(29, 78, 216, 0.16)',
  strategyFade: 'rgba(29, 78, 216, 0.01)',
  benchmark: '#c2410c',
  basket: '#0f766e',
  warning: '#b45309',
};

export const FONT_FAMILY = 'Tradeium Chart';

export const font = (sizePx: number, weight = 400): string => `${weight} ${sizePx}px "${FONT_FAMILY}"`;
