// The authors' page as the repository has it, whose code blocks are run by tests, with a way to each of its sections.
import { UnstyledButton } from '@mantine/core';
import { type Block, type Inline, readMarkdown } from '@tradeium/contracts/markdown';
import { type ReactNode, useId } from 'react';
import page from '../../../../../docs/strategies.md?raw';
import classes from './strategy-guide.module.css';

/** The page does not change, so a part's place names it. */
const placed = <Part,>(parts: readonly Part[], draw: (part: Part, key: string) => ReactNode): ReactNode[] =>
  parts.map((part, place) => draw(part, `${place}`));

/** Links lead to files of the repository, so only their words are shown. */
const words = (parts: readonly Inline[]): ReactNode[] =>
  placed(parts, (part, key) => {
    if (typeof part === 'string') return part;
    if (part.kind === 'code') return <code key={key}>{part.text}</code>;
    if (part.kind === 'break') return <br key={key} />;
    return part.kind === 'strong' ? <strong key={key}>{words(part.parts)}</strong> : words(part.parts);
  });

const Table = ({ head, rows }: Extract<Block, { kind: 'table' }>) => (
  <div className={classes.scroll}>
    <table>
      {head.some((cell) => cell.length > 0) ? (
        <thead>
          <tr>
            {placed(head, (cell, key) => (
              <th key={key} scope="col">
                {words(cell)}
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {placed(rows, (cells, key) => (
          <tr key={key}>
            {placed(cells, (cell, place) => (
              <td key={place}>{words(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const List = ({ start, items }: Extract<Block, { kind: 'list' }>) => {
  const lines = placed(items, (blocks, key) => (
    <li key={key}>
      {placed(blocks, (block, place) =>
        'parts' in block ? words(block.parts) : <Drawn key={place} block={block} />,
      )}
    </li>
  ));
  return start === null ? <ul>{lines}</ul> : <ol start={start}>{lines}</ol>;
};

const Drawn = ({ block, id }: { block: Block; id?: string }): ReactNode => {
  switch (block.kind) {
    case 'heading': {
      const Tag = block.level === 2 ? 'h3' : 'h4';
      return (
        <Tag id={id} tabIndex={-1}>
          {words(block.parts)}
        </Tag>
      );
    }
    case 'code':
      return (
        <pre>
          <code>{block.code}</code>
        </pre>
      );
    case 'list':
      return <List {...block} />;
    case 'table':
      return <Table {...block} />;
    case 'quote':
      return placed(block.blocks, (inner, key) => <Drawn key={key} block={inner} />);
    case 'rule':
      return <hr />;
    case 'paragraph':
      return <p>{words(block.parts)}</p>;
  }
};

/** The page's own title is the drawer's. */
const BLOCKS = readMarkdown(page).blocks.filter((block) => block.kind !== 'heading' || block.level > 1);

const goTo = (id: string): void => {
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
};

export const GuidePage = () => {
  const base = useId();
  const idOf = (at: number) => `${base}-${at}`;
  return (
    <div className={classes.page}>
      <nav aria-label="Sections" className={classes.sections}>
        {BLOCKS.map((block, at) =>
          block.kind === 'heading' && block.level === 2 ? (
            <UnstyledButton key={idOf(at)} onClick={() => goTo(idOf(at))}>
              {words(block.parts)}
            </UnstyledButton>
          ) : null,
        )}
      </nav>
      {BLOCKS.map((block, at) => (
        <Drawn key={idOf(at)} id={idOf(at)} block={block} />
      ))}
    </div>
  );
};
