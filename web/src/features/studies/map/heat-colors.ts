// The colours of a heat map: light for the best figures, dark for the worst, in steps that no colour blindness confuses.

/** Cividis (Nuñez, Anderton and Renslow 2018), from dark to bright, made to look alike to all eyes. */
export const SCALE = [
  '#00224e',
  '#123570',
  '#3b496c',
  '#575d6d',
  '#707173',
  '#8a8678',
  '#a59c74',
  '#c3b369',
  '#e1cc55',
  '#fee838',
] as const;

/** From here on black is read better than white. */
const FIRST_LIGHT = 5;

/** Which of the steps a figure has between the darkest and the brightest, whichever is higher; the middle one where all are the same. */
export const stepOf = (figure: number, darkest: number, brightest: number): number => {
  const span = brightest - darkest;
  if (span === 0 || !Number.isFinite(span)) return Math.floor(SCALE.length / 2);
  const share = (figure - darkest) / span;
  return Math.min(SCALE.length - 1, Math.max(0, Math.floor(share * SCALE.length)));
};

/** The colours of a cell of this step. */
export const cellColors = (step: number) => ({
  backgroundColor: SCALE[step],
  color: step < FIRST_LIGHT ? '#ffffff' : '#000000',
});
