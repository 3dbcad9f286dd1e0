// The ideas in a reply of the Discovery agent, each ready for the Strategy agent.
import { lexer, type Token, type Tokens } from 'marked';
import { decoded } from './markdown/plain-text.ts';

export type Idea = { readonly title: string; readonly text: string };

const TITLE_LENGTH_MAX = 60;
const IDEAS_MAX = 6;

const plain = (markdown: string): string => decoded(markdown.replace(/[*_`#]+/g, '')).trim();

/** The first words up to where a sentence or a heading ends. */
const titleOf = (markdown: string): string => {
  const [first = ''] = plain(markdown).split(/\n|: |\. | – | — /);
  return first.length <= TITLE_LENGTH_MAX
    ? first.replace(/[.:]$/, '')
    : `${first.slice(0, TITLE_LENGTH_MAX - 1)}…`;
};

const ideaOf = (markdown: string): Idea => ({ title: titleOf(markdown), text: plain(markdown) });

const isList = (token: Token): token is Tokens.List =>
  token.type === 'list' && (token as Tokens.List).ordered;

/** Each heading with what stands below it. */
const sectionsOf = (tokens: readonly Token[]): string[] => {
  const sections: string[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') sections.push(token.raw);
    else if (sections.length > 0) sections.push(`${sections.pop() ?? ''}${token.raw}`);
  }
  return sections;
};

/** The items of its numbered list, else its sections; a reply without either is not an idea. */
export const ideasOf = (markdown: string): readonly Idea[] => {
  const tokens = lexer(markdown);
  const items = tokens.filter(isList).flatMap((list) => list.items.map(({ text }) => text));
  const parts = items.length > 0 ? items : sectionsOf(tokens);
  return parts
    .slice(0, IDEAS_MAX)
    .map(ideaOf)
    .filter(({ text }) => text !== '');
};

/** What the Strategy agent is asked. */
export const ideaMessage = ({ text }: Idea): string => `Write a strategy for this idea:\n\n${text}`;
