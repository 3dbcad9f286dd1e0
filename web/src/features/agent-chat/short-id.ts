// Shortens long ids to what people compare them by.

const HEAD = 8;
const TAIL = 3;

/** The first 8 characters, an ellipsis, the last 3; an id that would not become shorter stays whole. */
export const shortId = (id: string): string =>
  id.length <= HEAD + TAIL + 1 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`;
