// Which typed words hold control characters: they show as nothing, and break lines of logs and tables.

/** What is wrong with words that hold some. */
export const CONTROL_CHARACTERS = 'control characters are not allowed';

/** Whether a text has no control character, so that it is one line. */
export const isOneLine = (text: string): boolean => !/\p{Cc}/u.test(text);

/** Whether a text has no control character but line feeds. */
export const hasLinesOnly = (text: string): boolean => isOneLine(text.replaceAll('\n', ''));
