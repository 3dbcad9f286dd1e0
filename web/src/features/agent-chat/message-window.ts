// Which messages of a long conversation are drawn: the newest, and earlier ones as the reader comes to them.

/** Drawn at first, and added at once. */
export const MESSAGES_AT_ONCE = 30;

/** The place of the first message to draw. */
export const firstDrawn = (count: number): number => Math.max(0, count - MESSAGES_AT_ONCE);

/** The same after more were requested. */
export const withEarlier = (from: number): number => Math.max(0, from - MESSAGES_AT_ONCE);
