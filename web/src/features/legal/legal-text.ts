// The shape of a legal text.

export type LegalSection = {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** The list after the paragraphs: a term and its explanation. */
  readonly list?: readonly (readonly [term: string, text: string])[];
};

export type LegalText = {
  readonly title: string;
  /** The whole in two or three sentences. */
  readonly summary: string;
  readonly sections: readonly LegalSection[];
};
