// Writes HTML in which every text is escaped unless it was written here itself.

/** A piece of a document, ready to be part of another. */
export type Html = { readonly markup: string };

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

type Value = string | number | null | Html | readonly Html[];

const written = (value: Value): string => {
  if (value === null) return '';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
};

/** The template with its values: texts are escaped, also within quoted attributes; pieces stand as they are. */
export const html = (template: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  markup: template.reduce((text, part, index) => text + written(values[index - 1] ?? null) + part),
});
