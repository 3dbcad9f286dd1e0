// How administration writes what is empty.

/** In place of an empty value. */
export const DASH = '—';
