// Puts the pieces of a line of Markdown together: what is between two signs becomes a part of what they mean.
import type { Mark, Run } from './emphasis.ts';
import { type Inline, PARTS_OF_LINK, type Reading } from './tokens.ts';

export type Bracket = {
  readonly kind: 'bracket';
  readonly isImage: boolean;
  /** Where its text begins. */
  readonly start: number;
  /** Where it leads; none where it is but a bracket. */
  href?: string;
};

/** In the order of the text; only when all are there is it known which of them belong together. */
export type Piece =
  | string
  | Extract<Inline, { readonly kind: 'code' | 'break' }>
  | { readonly kind: 'address'; readonly href: string; readonly text: string }
  | Run
  | Bracket
  | { readonly kind: 'end' };

/** Marks that lie deeper are read as plain text: they would be drawn, and read, by as many calls in one another. */
const DEPTH_MAX = 12;

type Part = { readonly kind: Mark | 'link' | 'image'; readonly parts: Inline[] };
/** A level that is too deep adds to the parts of the one around it. */
type Level = { readonly parts: Inline[]; readonly isLink: boolean };

const put = (parts: Inline[], inline: Inline): void => {
  const last = parts.at(-1);
  if (typeof inline === 'string' && typeof last === 'string') parts[parts.length - 1] = last + inline;
  else if (inline !== '') parts.push(inline);
};

export const partsOf = (pieces: readonly Piece[], { budget }: Reading): Inline[] => {
  const levels: Level[] = [{ parts: [], isLink: false }];
  const level = (): Level => levels.at(-1) as Level;
  const add = (inline: Inline): void => {
    if (typeof inline !== 'string') budget.left -= 'href' in inline ? PARTS_OF_LINK : 1;
    put(level().parts, inline);
  };
  const open = (part: Part & { readonly href?: string }): void => {
    const { parts, isLink } = level();
    const opensLink = part.kind === 'link' || part.kind === 'image';
    const isFlat = levels.length > DEPTH_MAX || (isLink && opensLink);
    if (!isFlat) add(part as Inline);
    levels.push(isFlat ? { parts, isLink } : { parts: part.parts, isLink: isLink || opensLink });
  };
  const close = (): void => void levels.pop();

  for (const piece of pieces) {
    // The block becomes plain text.
    if (budget.left < 0) break;
    if (typeof piece === 'string') add(piece);
    else if (piece.kind === 'run') {
      for (const _ of piece.closes) close();
      add(piece.sign.repeat(piece.left));
      for (const mark of piece.opens.toReversed()) open({ kind: mark, parts: [] });
    } else if (piece.kind === 'bracket') {
      const { href, isImage } = piece;
      if (href === undefined) add(isImage ? '![' : '[');
      else open({ kind: isImage ? 'image' : 'link', href, parts: [] });
    } else if (piece.kind === 'end') close();
    else if (piece.kind === 'address') {
      if (level().isLink) add(piece.text);
      else add({ kind: 'link', href: piece.href, parts: [piece.text] });
    } else add(piece);
  }
  return levels[0]?.parts ?? [];
};
