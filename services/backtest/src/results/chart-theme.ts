// The chart's size, colours and type, shared by its parts: those of the screen in its light scheme.

export const WIDTH = 1600;
export const HEIGHT = 900;
/** Left and right edge of the plots; the value axis stands to the right. */
export const LEFT = 56;
export const RIGHT = WIDTH - 128;

export const COLOR = {
  paper: '#ffffff',
  ink: '#171d28',
  muted: '#5d687c',
  grid: '#e4e8ef',
  axis: '#8c96a9',
  strategy: '#2e4bd0',
  strategyShade: 'rgba(46, 75, 208, 0.16)',
  strategyFade: 'rgba(46, 75, 208, 0.01)',
  benchmark: '#b45f06',
  basket: '#0b7a6b',
  loss: '#c92a2a',
  lossShade: 'rgba(201, 42, 42, 0.19)',
  warning: '#9a6700',
};

export const FONT_FAMILY = 'Tradeium Chart';

export const font = (sizePx: number, weight = 400): string => `${weight} ${sizePx}px "${FONT_FAMILY}"`;
