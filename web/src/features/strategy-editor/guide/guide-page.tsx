// The authors' page as the repository has it, whose code blocks are run by tests, with a way to each of its sections.
import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import page from '../../../../../docs/strategies.md?raw';
import { type Block, guideBlocks } from './guide-blocks.ts';
import classes from './strategy-guide.module.css';

const WORD = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\([^)]+\)/g;

/** Code, bold words and links; links lead to files of the repository, so only their words are shown. */
const Words = ({ text }: { text: string }) => {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { 0: whole, 1: code, 2: bold, 3: link, index } of text.matchAll(WORD)) {
    parts.push(text.slice(from, index));
    parts.push(code ? <code key={index}>{code}</code> : bold ? <strong key={index}>{bold}</strong> : link);
    from = index + whole.length;
  }
  return [...parts, text.slice(from)];
};

const Table = ({ head, rows }: Extract<Block, { kind: 'table' }>) => (
  <div className={classes.scroll}>
    <table>
      {head.some((cell) => cell !== '') ? (
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                <Words text={cell} />
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]}>
            {cells.map((cell, at) => (
              <td key={head[at] || at}>
                <Words text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const List = ({ start, items }: Extract<Block, { kind: 'list' }>) => {
  const lines = items.map((item) => (
    <li key={item}>
      <Words text={item} />
    </li>
  ));
  return start === null ? <ul>{lines}</ul> : <ol start={start}>{lines}</ol>;
};

const Drawn = ({ block, id }: { block: Block; id: string }) => {
  switch (block.kind) {
    case 'heading': {
      const Tag = block.level === 2 ? 'h3' : 'h4';
      return (
        <Tag id={id} tabIndex={-1}>
          {block.text}
        </Tag>
      );
    }
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'list':
      return <List {...block} />;
    case 'table':
      return <Table {...block} />;
    case 'paragraph':
      return (
        <p>
          <Words text={block.text} />
        </p>
      );
  }
};

/** The page's own title is the drawer's. */
const BLOCKS = guideBlocks(page).filter((block) => block.kind !== 'heading' || block.level > 1);

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
            <UnstyledButton key={block.text} onClick={() => goTo(idOf(at))}>
              {block.text}
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
