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

/** Whether a line ends the block of a fence, be it glued to the code. */
const endsAt = (fence: Fence, line: string): boolean =>
  isClosing(fence, line) || beforeGlued(fence, line) !== null;

/** The fence that is open after a line. */
export const openAfter = (fence: Fence | null, line: string): Fence | null => {
  if (fence === null) return fenceOf(line);
  return endsAt(fence, line) ? null : fence;
};

/** The block that a fence at this line opens, and the line after it. */
export const readFence = (
  lines: readonly string[],
  at: number,
  fence: Fence,
): { readonly block: CodeBlock; readonly next: number } => {
  const code: string[] = [];
  const blockOf = (isClosed: boolean): CodeBlock => ({
    kind: 'code',
    code: code.join('\n'),
    tag: fence.tag,
    isClosed,
  });
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (isClosing(fence, line)) return { block: blockOf(true), next: next + 1 };
    const glued = beforeGlued(fence, line);
    code.push(dedented(glued ?? line, fence.indent));
    // One that is glued may be followed by one that is right.
    if (glued !== null)
      return { block: blockOf(true), next: isClosing(fence, lines[next + 1]) ? next + 2 : next + 1 };
  }
  return { block: blockOf(false), next: lines.length };
};
