// Reads a file of the user that backtest has located.
import type { ToolContext } from './tool.ts';

/** The most that a model reads of one file. */
const CHARACTERS_MAX = 24_000;

type Files = Pick<ToolContext, 'files' | 'userId'>;

/** All of it, for a program and not for the model. */
export const wholeContentOf = async (
  { files, userId }: Files,
  { digest }: { readonly digest: string },
): Promise<string> => (await files.get(userId, digest)).toString('utf8');

/** As much of a text as a model reads. */
export const readable = (text: string): string =>
  text.length > CHARACTERS_MAX ? `${text.slice(0, CHARACTERS_MAX)}\n… (cut off)` : text;

export const contentOf = async (context: Files, file: { readonly digest: string }): Promise<string> =>
  readable(await wholeContentOf(context, file));
