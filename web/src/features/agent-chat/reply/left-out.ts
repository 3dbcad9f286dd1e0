// The parts of the idea that a reply's code leaves out, as it says: agents write it in a line of its own, before the code.

const LINE = /^\**Left out:\**[ \t]*(\S.{0,400})/m;

/** The line without its beginning; null where there is none. */
export const leftOutOf = (text: string): string | null =>
  LINE.exec(text.split('```', 1)[0] ?? '')?.[1]?.trim() ?? null;
