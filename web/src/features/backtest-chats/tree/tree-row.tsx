// One line of the tree of chats: it may open, be selected, be marked, and has a menu.
import { IconChevronRight, IconDots, IconStar, IconStarFilled } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { type MenuEntry, useTreeActions } from './tree-actions.ts';
import { handOverFocus, lineAround } from './tree-focus.ts';
import classes from './tree-row.module.css';

export type TreeRowProps = {
  name: string;
  /** The line's depth in the tree, from 1. */
  level: 1 | 2 | 3 | 4;
  icon?: ReactNode;
  selected?: boolean;
  onSelect: () => void;
  /** Absent for what cannot open. */
  open?: boolean;
  onToggle?: () => void;
  /** Extra information, such as a badge; part of the line's name. */
  detail?: ReactNode;
  /** The tooltip, for when the line has too little room; the name by default. */
  title?: string;
  star?: { isOn: boolean; onToggle: () => void } | undefined;
  /** The entries of its menu; made when it is opened. */
  entries?: (() => readonly MenuEntry[]) | undefined;
  onRename?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
  /**
   * A heading of lines, or their error, rather than an item; a result, which has several lines of text; or what cannot
   * be chosen here.
   */
  look?: 'section' | 'problem' | 'result' | 'idle';
  children?: ReactNode;
};

const INDENT_PX = { 1: 4, 2: 10, 3: 16, 4: 30 } as const;

/** Pixels before a line of a level. */
export const indentOf = (level: TreeRowProps['level']): number => INDENT_PX[level];

/** The action of a key on the line that has the focus; the keys that move are the tree's. */
const actionOfKey = (event: KeyboardEvent<HTMLElement>, props: TreeRowProps): (() => void) | undefined => {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const { onSelect, open, onToggle, onRename, onDelete } = props;
  switch (event.key) {
    case 'Enter':
    case ' ':
      // A button in the line has the key for itself.
      return event.target === event.currentTarget ? onSelect : undefined;
    case 'ArrowRight':
      return open === false ? onToggle : undefined;
    case 'ArrowLeft':
      return open === true ? onToggle : undefined;
    case 'F2':
      return onRename;
    case 'Delete':
      return onDelete;
    default:
      return undefined;
  }
};

const Star = ({ name, star }: { name: string; star: NonNullable<TreeRowProps['star']> }) => {
  const Icon = star.isOn ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.action}
      aria-label={`Favorite ${name}`}
      aria-pressed={star.isOn}
      title={star.isOn ? 'Remove from favorites' : 'Add to favorites'}
      onClick={star.onToggle}
    >
      <Icon size={15} stroke={1.7} aria-hidden />
    </button>
  );
};

const Arrow = ({ name, open, onToggle }: Pick<TreeRowProps, 'name' | 'open' | 'onToggle'>) =>
  onToggle ? (
    <button
      type="button"
      tabIndex={-1}
      className={classes.action}
      data-always
      aria-label={`${open ? 'Collapse' : 'Expand'} ${name}`}
      onClick={onToggle}
    >
      <IconChevronRight size={14} className={classes.arrow} data-open={open || undefined} aria-hidden />
    </button>
  ) : (
    <span className={classes.gap} />
  );

const isInButton = ({ target, currentTarget }: MouseEvent<HTMLElement>): boolean => {
  const button = target instanceof Element ? target.closest('button') : null;
  return button !== null && currentTarget.contains(button);
};

/** Opens the line's menu, where the event happened or, without its own place, below the line's start. */
const useMenu = ({ name, entries }: TreeRowProps) => {
  const { openMenu } = useTreeActions();
  if (!entries) return undefined;
  return (event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
    const line = lineAround(event.currentTarget);
    if (!line) return;
    event.preventDefault();
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    const isPointed = event.type === 'contextmenu' && 'clientX' in event && event.clientX > 0;
    const { x, y } = isPointed ? { x: event.clientX, y: event.clientY } : { x: left + 24, y: bottom };
    openMenu({ name, entries: entries(), line, x, y });
  };
};

/** A line that takes the focus as a whole; what it offers by mouse is in its menu too. */
export const TreeRow = (props: TreeRowProps) => {
  const { name, level, icon, selected = false, onSelect, open, onToggle, detail, star, children } = props;
  const ref = useRef<HTMLDivElement>(null);
  const id = useId();
  const menu = useMenu(props);
  useLayoutEffect(() => {
    const line = ref.current;
    return () => {
      if (line) handOverFocus(line);
    };
  }, []);
  useEffect(() => {
    if (!selected) return undefined;
    // With the next picture, for which everything is measured anyway.
    const frame = requestAnimationFrame(() => ref.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const action = event.shiftKey && event.key === 'F10' ? undefined : actionOfKey(event, props);
    if (event.shiftKey && event.key === 'F10') menu?.(event);
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    <div
      ref={ref}
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-labelledby={detail ? `${id}name ${id}detail` : `${id}name`}
      aria-selected={selected}
      aria-expanded={open}
      aria-disabled={props.look === 'idle' || undefined}
      data-name={name}
      className={classes.row}
      data-look={props.look}
      style={{ paddingLeft: indentOf(level) }}
      title={props.title ?? name}
      onClick={(event) => {
        if (!isInButton(event)) onSelect();
      }}
      onKeyDown={onKeyDown}
      onContextMenu={menu}
    >
      <Arrow name={name} open={open ?? false} {...(onToggle && { onToggle })} />
      {icon}
      <span className={classes.label} data-detailed={detail ? true : undefined}>
        <bdi id={`${id}name`} className={classes.text}>
          {name}
        </bdi>{' '}
        {detail ? (
          <span id={`${id}detail`} className={classes.detail}>
            {detail}
          </span>
        ) : null}
      </span>
      {children}
      {star ? <Star name={name} star={star} /> : null}
      {menu ? (
        <button
          type="button"
          tabIndex={-1}
          className={classes.action}
          data-menu
          aria-label={`Actions for ${name}`}
          aria-haspopup="menu"
          onClick={menu}
        >
          <IconDots size={16} aria-hidden />
        </button>
      ) : null}
    </div>
  );
};
