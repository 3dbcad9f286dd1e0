// Defers unimportant work until the browser is idle.

/** A page that is being put together is idle again and again, while it waits for the server. */
const WAIT_MIN_MS = 1_000;
const WAIT_MAX_MS = 3_000;

/** Calls once the page is idle, 1 to 4 seconds from now; what it returns calls it off. */
export const whenIdle = (call: () => void): (() => void) => {
  let request: number | undefined;
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === 'undefined') call();
    else request = requestIdleCallback(call, { timeout: WAIT_MAX_MS });
  }, WAIT_MIN_MS);
  return () => {
    clearTimeout(timer);
    if (request !== undefined) cancelIdleCallback(request);
  };
};
