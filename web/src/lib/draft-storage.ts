// Unsaved code, kept in the tab's storage so that a reload or a new login loses nothing.

const PREFIX = 'tradeium-draft:';

const storage = (): Storage | undefined => {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
};

/** All drafts by their key. */
export const readDrafts = (): Record<string, string> => {
  const kept = storage();
  if (!kept) return {};
  const keys = Array.from({ length: kept.length }, (_, index) => kept.key(index));
  return Object.fromEntries(
    keys
      .filter((key): key is string => key?.startsWith(PREFIX) ?? false)
      .map((key) => [key.slice(PREFIX.length), kept.getItem(key) ?? '']),
  );
};

/** Keeps a draft, or forgets it when there is none; a full storage only loses the safety net. */
export const keepDraft = (key: string, code: string | undefined): void => {
  try {
    if (code === undefined) storage()?.removeItem(PREFIX + key);
    else storage()?.setItem(PREFIX + key, code);
  } catch {
    console.warn('unsaved code could not be kept');
  }
};

/** Forgets all drafts. */
export const forgetDrafts = (): void => {
  for (const key of Object.keys(readDrafts())) keepDraft(key, undefined);
};
