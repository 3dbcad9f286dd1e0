// The present time for texts that grow old while the page stays open.
import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/** In milliseconds; drawn again twice a minute. */
export const useNow = (): number => {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
};
