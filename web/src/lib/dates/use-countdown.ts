// Counts the seconds of a wait down.
import { useEffect, useState } from 'react';
import { secondsLeft } from './countdown.ts';

const TICK_MS = 250;

/** Whole seconds left of a wait that restarts with each new `cause`; 0 when there is no wait. */
export const useCountdown = (seconds: number | undefined, cause: unknown): number => {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (cause === undefined || seconds === undefined) return setLeft(0);
    const until = Date.now() + seconds * 1_000;
    const tick = () => setLeft(secondsLeft(until, Date.now()));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [seconds, cause]);
  return left;
};
