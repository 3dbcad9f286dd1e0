// Calls when a moment has passed that the server has named.
import { useEffect, useEffectEvent } from 'react';

/** The server's clock may be a little behind. */
const AFTER_MS = 2_000;
/** The longest time that a timer can wait. */
const WAIT_MAX_MS = 2 ** 31 - 1;

/** `at`: ISO 8601; null: never. A new moment takes the place of the last. */
export const useWhenDue = (at: string | null, call: () => void): void => {
  const onDue = useEffectEvent(call);
  useEffect(() => {
    if (at === null) return undefined;
    const leftMs = Date.parse(at) - Date.now() + AFTER_MS;
    const timer = setTimeout(() => onDue(), Math.min(WAIT_MAX_MS, Math.max(AFTER_MS, leftMs)));
    return () => clearTimeout(timer);
  }, [at]);
};
