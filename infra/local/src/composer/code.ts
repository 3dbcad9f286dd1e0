// Pieces of Python that the parts of an idea become, and how they make one file.

/** The code that one part adds: constants with a comment, functions, and how the strategy calls them. */
export type Piece = {
  readonly constants?: readonly string[];
  readonly functions?: readonly (readonly string[])[];
  readonly call: string;
};

/** A file that grows piece by piece; the same function or constant is written once. */
export type Draft = {
  readonly constants: Set<string>;
  readonly functions: Map<string, readonly string[]>;
  /** The lines of the strategy. */
  readonly lines: string[];
};

export const openDraft = (): Draft => ({ constants: new Set(), functions: new Map(), lines: [] });

/** Adds what a piece needs, and returns its call. */
export const added = (draft: Draft, { constants = [], functions = [], call }: Piece): string => {
  for (const constant of constants) draft.constants.add(constant);
  for (const lines of functions) draft.functions.set(String(lines[0]), lines);
  return call;
};

const SDK_NAMES =
  'cap donchian_channel drift_bands ema equal_weight inverse_volatility invest_at_start macd rank_top rate_of_change rebalance_every rsi sma volatility zscore'.split(
    ' ',
  );

const LINE_LENGTH = 100;

const wrapped = (text: string): string =>
  text
    .split(' ')
    .reduce<string[]>((lines, word) => {
      const last = lines.at(-1);
      if (last !== undefined && last.length + word.length < LINE_LENGTH)
        lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
      return lines;
    }, [])
    .join('\n');

/** The whole file. */
export const fileOf = (draft: Draft, title: string, paragraphs: readonly string[]): string => {
  const functions = [
    ...draft.functions.values(),
    ['def strategy(candles, settings):', ...draft.lines.map((line) => `    ${line}`)],
  ];
  const body = functions.map((lines) => lines.join('\n').replace(/ +$/gm, '')).join('\n\n\n');
  const used = SDK_NAMES.filter((name) => new RegExp(`(?<![.\\w])${name}\\(`).test(body));
  const libraries = [
    /\bnp\./.test(body) ? 'import numpy as np' : '',
    /\bpd\./.test(body) ? 'import pandas as pd' : '',
  ];
  const parts = [
    `"""${title}\n\n${paragraphs.map(wrapped).join('\n\n')}\n"""`,
    libraries.filter(Boolean).join('\n'),
    used.length > 0 ? `from tradeium_strategy import ${used.join(', ')}` : '',
    [...draft.constants].join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n\n\n${body}\n`;
};
