// The tree of chats as one stop of the Tab key: arrows, Home, End and typed letters move between its lines.
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import classes from './tree.module.css';
import { factsOf, lineAround, linesOf } from './tree-focus.ts';
import { lineAfterKey, lineStartingWith, type TreeLine } from './tree-keys.ts';

/** Letters that are typed within this time belong together. */
const TYPED_TOGETHER_MS = 700;

type TreeProps = { label: string; children: ReactNode };

const focusedOr = (tree: HTMLElement, last: HTMLElement | null): HTMLElement | undefined => {
  if (last && tree.contains(last)) return last;
  return tree.querySelector<HTMLElement>('[aria-selected="true"]') ?? linesOf(tree)[0];
};

/** Its lines are `TreeRow`s, at whatever depth of the document; each says its level and handles the keys that act on it. */
export const Tree = ({ label, children }: TreeProps) => {
  const last = useRef<HTMLElement>(null);
  const typing = useRef({ text: '', at: 0 });

  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (target === currentTarget) focusedOr(currentTarget, last.current)?.focus();
    else last.current = lineAround(target);
  };
  /** A letter that matches nothing after the earlier ones starts over: so repeating it means the next such line. */
  const lineTyped = (facts: readonly TreeLine[], at: number, { key, timeStamp }: KeyboardEvent) => {
    const before = timeStamp - typing.current.at < TYPED_TOGETHER_MS ? typing.current.text : '';
    const together = lineStartingWith(facts, at, before + key);
    typing.current = { text: together === undefined ? key : before + key, at: timeStamp };
    return together ?? lineStartingWith(facts, at, key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event;
    // Back out of the tree, and not to the tree itself, which would only pass the focus on again.
    if (key === 'Tab' && event.shiftKey) currentTarget.tabIndex = -1;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const lines = linesOf(currentTarget);
    const at = lines.indexOf(lineAround(target) ?? currentTarget);
    if (at === -1) return;
    const facts = lines.map(factsOf);
    const isLetter = key.length === 1 && key !== ' ';
    const next = isLetter ? lineTyped(facts, at, event) : lineAfterKey(facts, at, key);
    if (next === undefined) return;
    event.preventDefault();
    lines[next]?.focus();
  };
  return (
    <div
      role="tree"
      aria-label={label}
      tabIndex={0}
      className={classes.tree}
      onFocus={onFocus}
      onBlur={({ currentTarget }) => {
        currentTarget.tabIndex = 0;
      }}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
};
