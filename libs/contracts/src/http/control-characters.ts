// Which typed words hold control characters: they show as nothing, and break lines of logs and tables.

/** The complaint about words that hold some. */
export const CONTROL_CHARACTERS = 'control characters are not allowed';

/** True if a text has no control character, so that it is one line. */
export const isOneLine = (text: string): boolean => !/\p{Cc}/u.test(text);

/** True if a text has no control character but line feeds. */
export const hasLinesOnly = (text: string): boolean => isOneLine(text.replaceAll('\n', ''));
