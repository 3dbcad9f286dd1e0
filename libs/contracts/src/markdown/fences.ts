// Blocks of code between fences.
import { dedented } from './lines.ts';
import type { CodeBlock } from './tokens.ts';

export type Fence = { readonly sign: string; readonly indent: number; readonly tag: string };

const OPENING = /^( {0,3})(`{3,}|~{3,})/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
/** At the end of a line of code. */
const GLUED = /(`{3,}|~{3,})$/;

export const fenceOf = (line: string): Fence | null => {
  const opening = OPENING.exec(line);
  if (!opening) return null;
  const [whole, spaces = '', sign = ''] = opening;
  const tag = line.slice(whole.length).trim();
  return sign.startsWith('`') && tag.includes('`') ? null : { sign, indent: spaces.length, tag };
};

const isLike = (sign: string | undefined, fence: Fence): boolean =>
  sign !== undefined && sign[0] === fence.sign[0] && sign.length >= fence.sign.length;

const isClosing = (fence: Fence, line: string | undefined): boolean =>
  line !== undefined && isLike(CLOSING.exec(line)?.[1], fence);

/** The code before a fence that a model has glued to it. A line that quotes a fence, or is nothing else, is code. */
const beforeGlued = (fence: Fence, line: string): string | null => {
  const text = line.trimEnd();
  const sign = GLUED.exec(text.slice(-80))?.[1];
  if (!isLike(sign, fence)) return null;
  const code = text.slice(0, -(sign as string).length);
  return code.trim() === '' || code.includes(fence.sign.slice(0, 3)) ? null : code;
};

/** True if a line ends the block of a fence, be it glued to the code. */
const endsAt = (fence: Fence, line: string): boolean =>
  isClosing(fence, line) || beforeGlued(fence, line) !== null;

/** The fence that is open after a line. */
export const openAfter = (fence: Fence | null, line: string): Fence | null => {
  if (fence === null) return fenceOf(line);
  return endsAt(fence, line) ? null : fence;
};

/** The lines below a line: whether a right closing fence is among them, and where the next block opens, if one does. */
type Below = { readonly hasClosing: Uint8Array; readonly opening: Int32Array };

/** Of each text, by the sign of the fence: one look at its lines, however many fences are glued. */
const below = new WeakMap<readonly string[], Map<string, Below>>();

/**
 * A fence with a tag opens a block. Those without one before it close and open in turns, so one of them closes the block
 * above where their number is odd.
 */
const lookBelow = (lines: readonly string[], fence: Fence): Below => {
  const hasClosing = new Uint8Array(lines.length + 1);
  const opening = new Int32Array(lines.length + 1).fill(lines.length);
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? '';
    const found = fenceOf(line);
    const opens = found !== null && found.tag !== '' && found.sign[0] === fence.sign[0];
    const closing = hasClosing[at + 1] ?? 0;
    hasClosing[at] = opens ? 0 : closing ^ Number(isClosing(fence, line));
    opening[at] = opens ? at : (opening[at + 1] as number);
  }
  return { hasClosing, opening };
};

const belowOf = (lines: readonly string[], fence: Fence): Below => {
  const known = below.get(lines) ?? new Map<string, Below>();
  below.set(lines, known);
  const seen = known.get(fence.sign) ?? lookBelow(lines, fence);
  known.set(fence.sign, seen);
  return seen;
};

type ReadFence = {
  readonly block: CodeBlock;
  readonly next: number;
  /** False where lines that are still to come may say that it ends elsewhere. */
  readonly isSettled: boolean;
};

/** The block that a fence at this line opens, and the line after it. A glued fence closes it where no right one does. */
export const readFence = (lines: readonly string[], at: number, fence: Fence): ReadFence => {
  const code: string[] = [];
  let isSettled = true;
  const found = (isClosed: boolean, next: number): ReadFence => ({
    block: { kind: 'code', code: code.join('\n'), tag: fence.tag, isClosed },
    next,
    isSettled,
  });
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (isClosing(fence, line)) return found(true, next + 1);
    const glued = beforeGlued(fence, line);
    if (glued === null) {
      code.push(dedented(line, fence.indent));
      continue;
    }
    // One that is glued may be followed by one that is right.
    const isDoubled = isClosing(fence, lines[next + 1]);
    const { hasClosing, opening } = belowOf(lines, fence);
    // The last line may still grow.
    if (!isDoubled) isSettled = (opening[next + 1] as number) < lines.length - 1;
    const isEnd = isDoubled || hasClosing[next + 1] === 0;
    code.push(dedented(isEnd ? glued : line, fence.indent));
    if (isEnd) return found(true, isDoubled ? next + 2 : next + 1);
  }
  return found(false, lines.length);
};
