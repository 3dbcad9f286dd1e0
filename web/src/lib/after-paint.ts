// Puts off what can wait until what was just changed is on the screen.
import { startTransition, useEffect, useState } from 'react';

/** Calls after the next picture; what it returns calls it off. A tab that is not shown draws none: there it waits a moment. */
export const afterPaint = (call: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const soon = () => {
    timer = setTimeout(call);
  };
  if (document.visibilityState === 'visible') frame = requestAnimationFrame(soon);
  else soon();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

/** Whether what uses it is on the screen already. */
export const useDrawn = (): boolean => {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setDrawn(true))), []);
  return isDrawn;
};
