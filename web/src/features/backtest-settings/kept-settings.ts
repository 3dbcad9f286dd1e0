// The settings that the browser keeps, apart for each of the users who share it.

const KEY = 'tradeium-backtest-settings';
/** So many users of one browser are remembered. */
const USERS_MAX = 5;

type Kept = { readonly user: string; readonly settings: unknown };

const isKept = (entry: unknown): entry is Kept =>
  typeof entry === 'object' && entry !== null && 'user' in entry && typeof entry.user === 'string';

/** The newest user first. */
const readAll = (): Kept[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    return [];
  }
};

/** Of the user who was here last: known before it is known who is here now. */
export const lastKept = (): Kept | undefined => readAll()[0];

export const keptOfUser = (user: string): unknown => readAll().find((kept) => kept.user === user)?.settings;

/** Keeps them as those of the user who is here now. */
export const keepForUser = (user: string, settings: unknown): void => {
  const others = readAll().filter((kept) => kept.user !== user);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ user, settings }, ...others].slice(0, USERS_MAX)));
  } catch {
    console.warn('the backtest settings could not be kept');
  }
};
