// The handle next to a pane: dragged by pointer, or moved by the arrow keys: ten percent, with Shift all the way.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { type PaneSize, shownPercent } from '../../../lib/pane-size.ts';
import classes from './pane-handle.module.css';
import { PANES, type PaneActions, type PaneName } from './use-panes.ts';

const STEP_PERCENT = 10;
const SHIFT_STEP_PERCENT = 100;

/** The keys that make each pane larger or smaller: the arrow that points away from it, and the one towards it. */
const KEYS: Readonly<Record<PaneName, readonly [larger: string, smaller: string]>> = {
  chat: ['ArrowRight', 'ArrowLeft'],
  list: ['ArrowLeft', 'ArrowRight'],
  settings: ['ArrowUp', 'ArrowDown'],
};

/** The share of the box that lies between a pointer and the pane's outer edge, in percent. */
const percentAt = (pane: PaneName, { clientX, clientY }: PointerEvent, box: DOMRect): number => {
  const share = {
    chat: (clientX - box.left) / box.width,
    list: (box.right - clientX) / box.width,
    settings: (box.bottom - clientY) / box.height,
  };
  return 100 * share[pane];
};

type PaneHandleProps = {
  pane: PaneName;
  label: string;
  size: PaneSize;
  actions: PaneActions;
  isDisabled?: boolean;
};

/** A thin line that is easy to grab; its parent is the box that the percents are of. A double click sets it back. */
export const PaneHandle = ({ pane, label, size, actions, isDisabled = false }: PaneHandleProps) => {
  const drag = useRef<{ box: DOMRect; frame: number } | null>(null);
  useEffect(() => () => cancelAnimationFrame(drag.current?.frame ?? 0), []);
  const press = (event: PointerEvent<HTMLHRElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (isDisabled || event.button !== 0 || !box) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { box, frame: 0 };
  };
  const follow = (event: PointerEvent) => {
    const { current } = drag;
    if (!current) return;
    const percent = percentAt(pane, event, current.box);
    cancelAnimationFrame(current.frame);
    current.frame = requestAnimationFrame(() => actions.drag(percent));
  };
  const key = (event: KeyboardEvent) => {
    const [larger, smaller] = KEYS[pane];
    const sign = event.key === larger ? 1 : event.key === smaller ? -1 : 0;
    if (isDisabled || (sign === 0 && event.key !== 'Enter')) return;
    event.preventDefault();
    if (sign === 0) actions.toggle();
    else actions.step(sign * (event.shiftKey ? SHIFT_STEP_PERCENT : STEP_PERCENT));
  };
  const { collapsedPercent, maxPercent } = PANES[pane];
  return (
    <hr
      className={classes.handle}
      data-pane={pane}
      tabIndex={isDisabled ? -1 : 0}
      aria-label={label}
      aria-disabled={isDisabled}
      aria-orientation={pane === 'settings' ? 'horizontal' : 'vertical'}
      aria-valuemin={collapsedPercent}
      aria-valuemax={maxPercent}
      aria-valuenow={Math.round(shownPercent(size, PANES[pane]))}
      onPointerDown={press}
      onPointerMove={follow}
      onLostPointerCapture={() => {
        drag.current = null;
      }}
      onDoubleClick={() => !isDisabled && actions.reset()}
      onKeyDown={key}
    />
  );
};
