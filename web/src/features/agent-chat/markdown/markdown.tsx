// Draws the Markdown of a reply as React elements: HTML in it stays text, and pictures of others are not loaded.
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { memo, type ReactNode } from 'react';
import { ScrollPlace } from '../../../ui/scroll-place.tsx';
import { Link } from './link.tsx';
import classes from './markdown.module.css';
import { decoded } from './plain-text.ts';

export type CodeProps = {
  readonly code: string;
  readonly language: string;
  /** It is still being written. */
  readonly isOpen: boolean;
};
type Drawn = {
  /** Draws a block of code. */
  readonly drawCode: (props: CodeProps) => ReactNode;
};

/** The tokens of an unchanged text come in the same order, so their places name them. */
const placed = <Part,>(parts: readonly Part[], draw: (part: Part, key: string) => ReactNode): ReactNode[] =>
  parts.map((part, place) => draw(part, `${place}`));

const inline = (tokens: readonly Token[] = []): ReactNode[] =>
  placed(tokens, (token, key) => <Inline key={key} token={token as MarkedToken} />);

const Inline = ({ token }: { token: MarkedToken }): ReactNode => {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>;
    case 'em':
      return <em>{inline(token.tokens)}</em>;
    case 'del':
      return <del>{inline(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link href={token.href}>{inline(token.tokens)}</Link>;
    case 'image':
      return <Link href={token.href}>{token.text || 'Picture'}</Link>;
    case 'text':
      return token.tokens ? inline(token.tokens) : decoded(token.text);
    case 'escape':
      return token.text;
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    default:
      return token.raw;
  }
};

/** A wide table scrolls by itself, and the keyboard reaches it. */
const Table = ({ header, rows, align }: Tokens.Table) => (
  <ScrollPlace label="Table" className={classes.scroll}>
    <table>
      <thead>
        <tr>
          {placed(header, (cell, key) => (
            <th key={key} scope="col" data-align={align[Number(key)]}>
              {inline(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {placed(rows, (cells, key) => (
          <tr key={key}>
            {placed(cells, (cell, place) => (
              <td key={place} data-align={align[Number(place)]}>
                {inline(cell.tokens)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollPlace>
);

const List = ({ list, drawCode }: { list: Tokens.List } & Drawn) => {
  const items = placed(list.items, ({ tokens }, key) => (
    <li key={key}>{blocks(tokens, { drawCode, isOpen: false })}</li>
  ));
  return list.ordered ? <ol start={Number(list.start || 1)}>{items}</ol> : <ul>{items}</ul>;
};

/** A page has its own headings above those of a reply. */
const Heading = ({ depth, tokens }: Tokens.Heading) => {
  const Tag = depth <= 2 ? 'h4' : depth === 3 ? 'h5' : 'h6';
  return <Tag>{inline(tokens)}</Tag>;
};

type BlockProps = Drawn & { readonly token: MarkedToken; readonly isOpen: boolean };

const Block = ({ token, isOpen, drawCode }: BlockProps): ReactNode => {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'hr':
      return <hr />;
    case 'heading':
      return <Heading {...token} />;
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>;
    case 'code':
      return drawCode({ code: token.text, language: token.lang ?? '', isOpen });
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, { drawCode, isOpen: false })}</blockquote>;
    case 'list':
      return <List list={token} drawCode={drawCode} />;
    case 'table':
      return <Table {...token} />;
    case 'html':
      return <p>{token.text}</p>;
    default:
      return <Inline token={token} />;
  }
};

/** While a reply is written, only its last block changes. */
const KnownBlock = memo(
  Block,
  (before, after) =>
    before.token.raw === after.token.raw &&
    before.token.type === after.token.type &&
    before.isOpen === after.isOpen &&
    before.drawCode === after.drawCode,
);

const blocks = (tokens: readonly Token[], { drawCode, isOpen }: Drawn & { isOpen: boolean }): ReactNode[] =>
  placed(tokens, (token, key) => (
    <KnownBlock
      key={key}
      token={token as MarkedToken}
      drawCode={drawCode}
      isOpen={isOpen && Number(key) === tokens.length - 1}
    />
  ));

type MarkdownProps = Drawn & {
  readonly text: string;
  /** More of the text is to come. */
  readonly isGrowing: boolean;
};

export const Markdown = memo(({ text, isGrowing, drawCode }: MarkdownProps) => (
  <div className={classes.text}>{blocks(lexer(text), { drawCode, isOpen: isGrowing })}</div>
));
