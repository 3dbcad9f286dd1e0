// Calls when a moment has passed that the server has named.
import { useEffect, useEffectEvent } from 'react';

/** The server's clock may be a little behind. */
const AFTER_MS = 2_000;
/** It may be behind by more: then it still names the same moment. */
const AGAIN_MS = 30_000;
/** The longest time that a timer can wait. */
const WAIT_MAX_MS = 2 ** 31 - 1;

/** `at`: ISO 8601; null: never. A new moment takes the place of the last; until there is one, it calls again and again. */
export const useWhenDue = (at: string | null, call: () => void): void => {
  const onDue = useEffectEvent(call);
  useEffect(() => {
    if (at === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const callIn = (ms: number) => {
      timer = setTimeout(() => {
        onDue();
        callIn(AGAIN_MS);
      }, ms);
    };
    const leftMs = Date.parse(at) - Date.now() + AFTER_MS;
    callIn(Math.min(WAIT_MAX_MS, Math.max(AFTER_MS, leftMs)));
    return () => clearTimeout(timer);
  }, [at]);
};
