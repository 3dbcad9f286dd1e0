// A part of the page whose file is gone, mostly because the product was updated while the page was open.

const KEY = 'tradeium-reloaded-at';
/** A page that reloads more often than this would keep its user from everything else. */
const PAUSE_MS = 600_000;

const LOST = 'LostPart';

/** An error of a part that cannot be loaded although the server is there. */
export const lostPart = (cause: unknown): Error =>
  Object.assign(new Error('A part of the page is gone.', { cause }), { name: LOST });

export const isLostPart = (error: unknown): boolean => error instanceof Error && error.name === LOST;

const isServerThere = async (): Promise<boolean> => {
  try {
    return (await fetch(window.location.href, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

/** Marks the reload; false when there was one a moment ago, or when that cannot be known. */
const mayReload = (): boolean => {
  try {
    const lastMs = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - lastMs < PAUSE_MS) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
};

/** Reloads the page, which then never comes back from here; throws where that would not help. */
export const reloadForPart = async (cause: unknown): Promise<never> => {
  if (!(await isServerThere())) throw cause;
  if (!mayReload()) throw lostPart(cause);
  window.location.reload();
  return new Promise<never>(() => undefined);
};
