// The ideas in a reply of the Discovery agent, each ready for the Strategy agent.
import { coinsOfIdea } from '@tradeium/contracts';
import { type Block, blocksText, readMarkdown } from '@tradeium/contracts/markdown';

export type Idea = {
  readonly title: string;
  readonly text: string;
  /** The coins that it is to be tested on; none where it does not say. */
  readonly coins: readonly string[];
};

const TITLE_LENGTH_MAX = 60;
const IDEAS_MAX = 6;

/** The first words up to where a sentence or a heading ends. */
const titleOf = (text: string): string => {
  const [first = ''] = text.split(/\n|: |\. | – | — /);
  return first.length <= TITLE_LENGTH_MAX
    ? first.replace(/[.:]$/, '')
    : `${first.slice(0, TITLE_LENGTH_MAX - 1)}…`;
};

const ideaOf = (blocks: readonly Block[]): Idea => {
  const text = blocksText(blocks, ({ code }) => code).trim();
  return { title: titleOf(text), text, coins: coinsOfIdea(text) };
};

const isNumbered = (block: Block): block is Extract<Block, { kind: 'list' }> =>
  block.kind === 'list' && block.start !== null;

/** Each heading with what stands below it. */
const sectionsOf = (blocks: readonly Block[]): Block[][] => {
  const sections: Block[][] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push([block]);
    else sections.at(-1)?.push(block);
  }
  return sections;
};

/** The items of its numbered list, else its sections; a reply without either is not an idea. */
export const ideasOf = (markdown: string): readonly Idea[] => {
  const { blocks } = readMarkdown(markdown);
  const items = blocks.filter(isNumbered).flatMap((list) => list.items);
  return (items.length > 0 ? items : sectionsOf(blocks))
    .slice(0, IDEAS_MAX)
    .map(ideaOf)
    .filter(({ text }) => text !== '');
};

/** The message to the Strategy agent; the coins are in the text. */
export const ideaMessage = ({ text }: Idea): string => `Write a strategy for this idea:\n\n${text}`;
