// One entry of what completion and hover show.

/** Something that code can name: a function has parameters in parentheses, anything else none. */
export type Entry = {
  readonly name: string;
  /** `(close: DataFrame, bars: int = 14)`; empty for non-callables. */
  readonly parameters: string;
  /** The type of the value, or of a call's result. */
  readonly returns: string;
  /** Paragraphs, with an empty line between them. */
  readonly doc: string;
};
