// The coins that a text names, by ticker or by name.
import { tickerOf } from '../idea/vocabulary.ts';

/** Each once, in the order in which they are named. */
export const coinsNamed = (text: string): string[] => [
  ...new Set((text.match(/[A-Za-z]+/g) ?? []).flatMap((word) => tickerOf(word) ?? [])),
];
