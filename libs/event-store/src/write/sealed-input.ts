// Hashes the input of commands whose words are sealed: with the user's key, otherwise a short name could be guessed from the hash.
import type { EventSealing } from '@tradeium/contracts';
import { inputText } from '../streams/commit-codec.ts';

/** The input's hash under the user's key (base64url); none when that is destroyed. */
export const keyedHash = async (
  sealing: Pick<EventSealing, 'ensure' | 'find'>,
  userId: string,
  input: unknown,
): Promise<string | undefined> => {
  const key = (await sealing.find(userId)) ?? (await sealing.ensure(userId).catch(() => null));
  return key?.digest(inputText(input));
};
