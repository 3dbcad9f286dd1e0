// The plain text that Markdown means.

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

/** Replaces the entities that models write; others stay as they are. */
export const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** A reply as a screen reader says it: code is named, not spelled. */
export const spoken = (markdown: string): string =>
  markdown
    .replace(/^```[^\n]*\n[\s\S]*?(?:^```[ \t]*$|$(?![\s\S]))/gm, 'Code.')
    .replace(/[*_`#>|]+/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
