// The handle between the main panel and the settings of the simple layout: for finger, pointer and keyboard.
import type { KeyboardEvent, PointerEvent } from 'react';
import { SHARE_MAX, SHARE_MIN, shareAfterKey, shareBelow } from '../../../lib/split-share.ts';
import classes from './split-handle.module.css';

type SplitHandleProps = {
  /** Percent of the height that the settings have. */
  share: number;
  /** Called while the handle is moved. */
  onMove: (share: number) => void;
};

/** Moves with the pointer that holds it; the arrow keys move it by ten percent, with Shift all the way. */
export const SplitHandle = ({ share, onMove }: SplitHandleProps) => {
  const follow = ({ currentTarget, pointerId, clientY }: PointerEvent<HTMLHRElement>) => {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (box && currentTarget.hasPointerCapture(pointerId)) onMove(shareBelow(clientY, box.top, box.bottom));
  };
  const press = (event: KeyboardEvent) => {
    const next = shareAfterKey(share, event.key, event.shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    onMove(next);
  };
  return (
    <hr
      tabIndex={0}
      aria-label="Resize settings panel"
      aria-orientation="horizontal"
      aria-valuemin={SHARE_MIN}
      aria-valuemax={SHARE_MAX}
      aria-valuenow={share}
      aria-valuetext={`Settings take ${share} percent`}
      className={classes.handle}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={follow}
      onKeyDown={press}
    />
  );
};
