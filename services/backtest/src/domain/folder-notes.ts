// A user's notes on a result, in the file `Settings` of its folder.

type Settings = Record<string, unknown>;

/** The file with its notes replaced by these; `settings` is null where the run left no such file. */
export const settingsWithNotes = (settings: string | null, notes: string): string =>
  JSON.stringify({ ...(JSON.parse(settings ?? '{}') as Settings), notes }, null, 2);

/** The notes in the file. */
export const notesIn = (settings: string): string => {
  const { notes } = JSON.parse(settings) as Settings;
  return typeof notes === 'string' ? notes : '';
};
