// How the simple layout shares its height between the main panel and the settings below it, in percent.

export const SHARE_MIN = 20;
export const SHARE_MAX = 70;
export const SHARE_DEFAULT = 40;
const STEP = 10;

/** Whole percent of the height within the limits; the default for anything but a number. */
export const shareWithin = (percent: number): number =>
  Number.isFinite(percent) ? Math.round(Math.min(Math.max(percent, SHARE_MIN), SHARE_MAX)) : SHARE_DEFAULT;

/** The share of what lies below a pointer that stands at `y` between `top` and `bottom`. */
export const shareBelow = (y: number, top: number, bottom: number): number =>
  bottom > top ? shareWithin((100 * (bottom - y)) / (bottom - top)) : SHARE_DEFAULT;

/** The share after a key on the handle: ten percent more or less, with Shift all the way; undefined for other keys. */
export const shareAfterKey = (share: number, key: string, isShift: boolean): number | undefined => {
  const step = isShift ? 100 : STEP;
  switch (key) {
    case 'ArrowUp':
      return shareWithin(share + step);
    case 'ArrowDown':
      return shareWithin(share - step);
    case 'Home':
      return SHARE_MIN;
    case 'End':
      return SHARE_MAX;
    default:
      return undefined;
  }
};
