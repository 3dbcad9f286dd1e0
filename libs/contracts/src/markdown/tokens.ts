// The tokens of Markdown: blocks, and what stands in a line of text.

/** Text is a string; whatever has a meaning of its own is an object. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'em' | 'del'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link' | 'image'; readonly href: string; readonly parts: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' };

export type Align = 'left' | 'right' | 'center' | null;

type Row = readonly (readonly Inline[])[];

/** `tag` is what follows the fence; `isClosed` is false where the text ends before the block does. */
export type CodeBlock = {
  readonly kind: 'code';
  readonly code: string;
  readonly tag: string;
  readonly isClosed: boolean;
};

export type Block =
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly parts: readonly Inline[] }
  | { readonly kind: 'rule' }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      /** The first item's number; null for a list without numbers. */
      readonly start: number | null;
      /** No blank lines between its items: their text is not set as paragraphs. */
      readonly isTight: boolean;
      readonly items: readonly (readonly Block[])[];
    }
  | {
      readonly kind: 'table';
      readonly align: readonly Align[];
      readonly head: Row;
      readonly rows: readonly Row[];
    }
  | CodeBlock;

/** The tokens that a text may still become; counted down while it is read. */
type Budget = { left: number };

/** A piece that costs a page more to draw than its text counts as this many parts: a link has a sign, code has buttons. */
export const PARTS_OF_LINK = 5;
export const PARTS_OF_CODE = 40;

export type Reading = {
  /** Where links lead that are named by a label, by the label. */
  readonly labels: Map<string, string>;
  readonly budget: Budget;
};
