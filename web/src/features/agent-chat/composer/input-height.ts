// How high the input is for what is typed into it: one to four lines, then it scrolls.

const LINE_PX = 24;
const PADDING_PX = 16;
const LINES_MAX = 4;
const HEIGHT_MIN_PX = 40;

/** `contentPx` is the height that all of its text needs, with its padding. */
export const inputHeightPx = (contentPx: number): number => {
  const lines = Math.min(LINES_MAX, Math.max(1, Math.round((contentPx - PADDING_PX) / LINE_PX)));
  return Math.max(HEIGHT_MIN_PX, lines * LINE_PX + PADDING_PX);
};
