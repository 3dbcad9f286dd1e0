// The demo model's words in one turn: text, and calls of the tools that it was offered.

export type ToolCall = { readonly name: string; readonly input: Readonly<Record<string, unknown>> };

export type Answer = { readonly text: string; readonly calls: readonly ToolCall[] };

/** Stands in every answer that ends a turn. */
export const DEMO =
  '*I am a demo: a program that reads ideas part by part, not a language model. The check, the backtest and its figures are real.*';

export const say = (...paragraphs: readonly string[]): Answer => ({
  text: [...paragraphs.filter((paragraph) => paragraph !== ''), DEMO].join('\n\n'),
  calls: [],
});

export const call = (text: string, name: string, input: ToolCall['input'] = {}): Answer => ({
  text: text === '' ? '' : `${text}\n\n`,
  calls: [{ name, input }],
});
