// Defers work until the latest change is on the screen.
import { startTransition, useEffect, useState } from 'react';

/** A hidden tab draws nothing, so there is nothing to wait for. */
const WAIT_MAX_MS = 500;

/** Calls once, after the next picture; what it returns calls it off. */
export const afterPaint = (call: () => void): (() => void) => {
  const callOff = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const callNow = () => {
    callOff();
    call();
  };
  let timer = setTimeout(callNow, WAIT_MAX_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(callNow);
  });
  return callOff;
};

let wasDrawn = false;

/** True if the page is on the screen: false for what its first picture is put together of, true for all that comes later. */
export const useDrawn = (): boolean => {
  const [isDrawn, setDrawn] = useState(wasDrawn);
  useEffect(() => {
    if (isDrawn) return undefined;
    return afterPaint(() => {
      wasDrawn = true;
      startTransition(() => setDrawn(true));
    });
  }, [isDrawn]);
  return isDrawn;
};

/** False until the picture is on the screen that was drawn when `isReady` became true. */
export const useAfterPaint = (isReady: boolean): boolean => {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => (isReady ? afterPaint(() => setPainted(true)) : undefined), [isReady]);
  return isReady && isPainted;
};
