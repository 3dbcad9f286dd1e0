// Unsaved work, kept in the tab's storage so that a reload or a new login loses nothing.

export type Draft = {
  readonly code: string;
  /** The version of the file that the code was when the draft began; null for a new file. */
  readonly version: number | null;
  /** Of notes, which have no versions: the text that they were when the draft began. */
  readonly origin?: string;
};

export type Drafts = Readonly<Record<string, Draft>>;

/** All that this product keeps in the tab begins so. */
const OWN = 'tradeium-';
const PREFIX = `${OWN}draft:`;

const storage = (): Storage | undefined => {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
};

const keysOf = (kept: Storage): string[] =>
  Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? '');

/** A draft as it was stored; null for anything else. */
export const draftOf = (text: string | null): Draft | null => {
  try {
    const { code, version, origin } = JSON.parse(text ?? '') as Partial<Draft>;
    if (typeof code !== 'string') return null;
    return {
      code,
      version: typeof version === 'number' ? version : null,
      ...(typeof origin === 'string' && { origin }),
    };
  } catch {
    return null;
  }
};

/** All drafts by their key. */
export const readDrafts = (): Drafts => {
  const kept = storage();
  if (!kept) return {};
  return Object.fromEntries(
    keysOf(kept)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => {
        const draft = draftOf(kept.getItem(key));
        return draft ? [[key.slice(PREFIX.length), draft]] : [];
      }),
  );
};

/** The user has left: drafts that the closing page still reports are not stored. */
let isLeft = false;
globalThis.window?.addEventListener('pageshow', () => {
  isLeft = false;
});

/** Keeps a draft, or forgets it when there is none; false when the storage is full, and only the safety net is lost. */
export const keepDraft = (key: string, draft: Draft | undefined): boolean => {
  if (isLeft) return true;
  try {
    if (draft === undefined) storage()?.removeItem(PREFIX + key);
    else storage()?.setItem(PREFIX + key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
};

/** Notes belong to a run, whatever its folder is called. */
export const notesKey = (chatId: string, runId: string): string => `notes:${chatId}/${runId}`;

/** Forgets unsaved notes on a run that is gone, or on all runs of a chat. */
export const forgetNotes = (chatId: string, runId = ''): void => {
  const gone = notesKey(chatId, runId);
  for (const key of Object.keys(readDrafts()))
    if (runId === '' ? key.startsWith(gone) : key === gone) keepDraft(key, undefined);
};

/** Removes the leaving user's data from the tab's storage: drafts and the current run. */
export const forgetUser = (): void => {
  isLeft = true;
  const kept = storage();
  if (!kept) return;
  for (const key of keysOf(kept)) if (key.startsWith(OWN)) kept.removeItem(key);
};
