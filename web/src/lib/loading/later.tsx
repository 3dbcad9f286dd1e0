// Shows a part of the page that nothing waits for, as soon as the browser has time and the server gives its file.
import { type ReactElement, useEffect, useState } from 'react';
import type { Lazy } from './lazy-named.ts';
import { whenIdle } from './when-idle.ts';

const LOAD_AGAIN_MS = 2_000;

/** Loads `Part` once the browser is idle, and again until it is there: the connection may be lost in that moment. */
export const Later = ({ Part }: { readonly Part: Lazy<object> }): ReactElement | null => {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const load = async () => {
      try {
        await Part.preload();
        if (!isOver) setLoaded(true);
      } catch {
        if (!isOver) again = setTimeout(load, LOAD_AGAIN_MS);
      }
    };
    const callOff = whenIdle(() => void load());
    return () => {
      isOver = true;
      callOff();
      clearTimeout(again);
    };
  }, [Part]);
  return isLoaded ? <Part /> : null;
};
