// Reads and compares versions of programs.

/** The first version number (`1.2.3`) in a text that matches, as numbers. */
export const versionIn = (text: string, pattern = /(\d+)\.(\d+)\.(\d+)/): number[] | undefined =>
  pattern.exec(text)?.slice(1, 4).map(Number);

/** True if a version is a minimum (`1.2` or `1.2.3`) or newer. */
export const isAtLeast = (version: readonly number[], minimum: string): boolean => {
  const wanted = minimum.split('.').map(Number);
  for (const [index, part] of wanted.entries()) {
    const difference = (version[index] ?? 0) - part;
    if (difference !== 0) return difference > 0;
  }
  return true;
};
