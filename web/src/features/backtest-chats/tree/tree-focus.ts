// The focus in the tree of chats, and its next place when its line is removed.
import { lineAfterKey, type TreeLine } from './tree-keys.ts';

const LINE = '[role="treeitem"]';

/** The lines that can be seen, from top to bottom. */
export const linesOf = (tree: Element): HTMLElement[] => [...tree.querySelectorAll<HTMLElement>(LINE)];

/** The line that contains an element. */
export const lineAround = (element: EventTarget): HTMLElement | null =>
  element instanceof Element ? element.closest<HTMLElement>(LINE) : null;

export const factsOf = (line: HTMLElement): TreeLine => ({
  level: Number(line.getAttribute('aria-level')),
  name: line.dataset.name ?? '',
});

/** Moves the focus of a removed line to its parent, or else to a line next to it. */
export const handOverFocus = (line: HTMLElement): void => {
  const tree = line.closest('[role="tree"]');
  if (!tree || !line.contains(document.activeElement)) return;
  const lines = linesOf(tree);
  const facts = lines.map(factsOf);
  const at = lines.indexOf(line);
  const level = facts[at]?.level;
  const beside = [
    lineAfterKey(facts, at, 'ArrowLeft'),
    facts.findIndex((other, index) => index > at && other.level === level),
    facts.findLastIndex((other, index) => index < at && other.level === level),
  ];
  const next = beside.find((index) => index !== undefined && index !== -1);
  if (next !== undefined) lines[next]?.focus();
};
