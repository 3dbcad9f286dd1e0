// Reads a file of the user that backtest has located.
import type { ToolContext } from './tool.ts';

/** The most that a model reads of one file. */
const CHARACTERS_MAX = 24_000;

export const contentOf = async (
  { files, userId }: Pick<ToolContext, 'files' | 'userId'>,
  { digest }: { readonly digest: string },
): Promise<string> => {
  const text = (await files.get(userId, digest)).toString('utf8');
  return text.length > CHARACTERS_MAX ? `${text.slice(0, CHARACTERS_MAX)}\n… (cut off)` : text;
};
