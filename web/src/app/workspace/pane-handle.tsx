// The handle between two panes: the arrow keys move it by ten percent, with Shift all the way.
import type { KeyboardEvent } from 'react';
import { Separator } from 'react-resizable-panels';
import classes from './pane-handle.module.css';

const ARROWS: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
const BACKWARD: readonly string[] = ['ArrowLeft', 'ArrowUp'];

/** The separator's own step is five percent, and Home and End move it by a hundred: a press becomes these. */
const translate = (event: KeyboardEvent<HTMLElement>) => {
  const { key, shiftKey, currentTarget, nativeEvent } = event;
  if (!nativeEvent.isTrusted || !ARROWS.includes(key)) return;
  const press = (pressed: string) =>
    currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, cancelable: true }));
  if (shiftKey) {
    event.preventDefault();
    press(BACKWARD.includes(key) ? 'Home' : 'End');
  } else press(key);
};

type PaneHandleProps = { label: string; isVertical: boolean; isDisabled?: boolean };

/** A thin line that is easy to grab. */
export const PaneHandle = ({ label, isVertical, isDisabled = false }: PaneHandleProps) => (
  <Separator
    aria-label={label}
    className={classes.handle ?? ''}
    data-vertical={isVertical || undefined}
    disabled={isDisabled}
    onKeyDownCapture={translate}
  />
);
