// Draws the Markdown of a reply as React elements: HTML in it stays text, and pictures of others are not loaded.
import { type Block, type CodeBlock, type Inline, openMarkdownReader } from '@tradeium/contracts/markdown';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { ScrollPlace } from '../../../ui/tables/scroll-place.tsx';
import { Link } from './link.tsx';
import classes from './markdown.module.css';

export type CodeProps = Pick<CodeBlock, 'code' | 'tag'> & {
  /** It is still being written. */
  readonly isOpen: boolean;
};
type Drawn = {
  /** Draws a block of code. */
  readonly drawCode: (props: CodeProps) => ReactNode;
  /** More of the text is to come. */
  readonly isGrowing: boolean;
};

/** The parts of an unchanged text come in the same order, so their places name them. */
const placed = <Part,>(parts: readonly Part[], draw: (part: Part, key: string) => ReactNode): ReactNode[] =>
  parts.map((part, place) => draw(part, `${place}`));

const inline = (parts: readonly Inline[]): ReactNode[] =>
  placed(parts, (part, key) => (typeof part === 'string' ? part : <Part key={key} part={part} />));

const Part = ({ part }: { part: Exclude<Inline, string> }): ReactNode => {
  switch (part.kind) {
    case 'code':
      return <code>{part.text}</code>;
    case 'break':
      return <br />;
    case 'link':
      return <Link href={part.href}>{inline(part.parts)}</Link>;
    case 'image':
      return <Link href={part.href}>{part.parts.length > 0 ? inline(part.parts) : 'Picture'}</Link>;
    default: {
      const Tag = part.kind;
      return <Tag>{inline(part.parts)}</Tag>;
    }
  }
};

/** A wide table scrolls by itself, and the keyboard reaches it. */
const Table = ({ head, rows, align }: Extract<Block, { kind: 'table' }>) => (
  <ScrollPlace label="Table" className={classes.scroll}>
    <table>
      <thead>
        <tr>
          {placed(head, (cell, key) => (
            <th key={key} scope="col" data-align={align[Number(key)]}>
              {inline(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {placed(rows, (cells, key) => (
          <tr key={key}>
            {placed(cells, (cell, place) => (
              <td key={place} data-align={align[Number(place)]}>
                {inline(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollPlace>
);

const List = ({ list, ...drawn }: { list: Extract<Block, { kind: 'list' }> } & Drawn) => {
  const items = placed(list.items, (item, key) => (
    <li key={key}>
      {placed(item, (block, place) =>
        list.isTight && block.kind === 'paragraph' ? (
          inline(block.parts)
        ) : (
          <DrawnBlock key={place} block={block} {...drawn} />
        ),
      )}
    </li>
  ));
  return list.start === null ? <ul>{items}</ul> : <ol start={list.start}>{items}</ol>;
};

/** A page has its own headings above those of a reply. */
const Heading = ({ level, parts }: Extract<Block, { kind: 'heading' }>) => {
  const Tag = level <= 2 ? 'h4' : level === 3 ? 'h5' : 'h6';
  return <Tag>{inline(parts)}</Tag>;
};

/** A closed block stays the same while a reply grows, so it is not drawn again. */
const DrawnBlock = memo(({ block, ...drawn }: { block: Block } & Drawn): ReactNode => {
  switch (block.kind) {
    case 'rule':
      return <hr />;
    case 'heading':
      return <Heading {...block} />;
    case 'paragraph':
      return <p>{inline(block.parts)}</p>;
    case 'code':
      return drawn.drawCode({ ...block, isOpen: drawn.isGrowing && !block.isClosed });
    case 'quote':
      return <blockquote>{blocks(block.blocks, drawn)}</blockquote>;
    case 'list':
      return <List list={block} {...drawn} />;
    case 'table':
      return <Table {...block} />;
  }
});

const blocks = (among: readonly Block[], drawn: Drawn): ReactNode[] =>
  placed(among, (block, key) => <DrawnBlock key={key} block={block} {...drawn} />);

export const Markdown = memo(({ text, ...drawn }: { readonly text: string } & Drawn) => {
  const [reader] = useState(openMarkdownReader);
  const { blocks: read, rest } = useMemo(() => reader.read(text), [reader, text]);
  return (
    <div className={classes.text}>
      {blocks(read, drawn)}
      {rest === '' ? null : (
        <>
          <p className={classes.plain}>{rest}</p>
          <p className={classes.note}>This reply is very long: its end is shown as plain text.</p>
        </>
      )}
    </div>
  );
});
