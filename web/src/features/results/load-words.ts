// Why something of a result could not be loaded, in the words of the product.
import { isFailure, messageOf } from '../../lib/failure.ts';

/** The HTTP status of a failed call; without an answer, why there was none. */
const statusOf = (error: unknown): string =>
  isFailure(error) && typeof error.status === 'number' ? String(error.status) : messageOf(error);

export const isNotFound = (error: unknown): boolean => isFailure(error) && error.status === 404;

/** `what` is missing where the server says so: 404; anything else is a failure with its status. */
const wordsFor =
  (missing: string, failed: string) =>
  (error: unknown): string =>
    isNotFound(error) ? missing : `${failed}: ${statusOf(error)}`;

export const folderWords = (error: unknown): string => `Failed to load folder: ${statusOf(error)}`;
export const fileWords = wordsFor('File not found in folder', 'Failed to load file');
const resultsWordsOf = wordsFor(
  'No execution results found. Please execute a strategy first.',
  'Failed to load results',
);

/** A result that is there but has no table is one of a private strategy. */
export const resultsWords = (error: unknown): string =>
  isFailure(error) && error.code === 'FILE_NOT_FOUND'
    ? 'The data of a private strategy stays private.'
    : resultsWordsOf(error);

/** The answer's words about notes that were not saved. */
export const notesWords = (error: unknown): string =>
  isFailure(error) && typeof error.status === 'number'
    ? `Error saving notes: ${messageOf(error, 'Unknown error')}`
    : 'Error saving notes. Please try again.';

/** Why a picture is not shown: what its address answers, tried once more. */
export const imageWords = async (address: string): Promise<string> => {
  try {
    const response = await fetch(address, { credentials: 'include', signal: AbortSignal.timeout(15_000) });
    if (!response.ok) return fileWords({ status: response.status, message: response.statusText || 'failed' });
    await response.arrayBuffer();
    return 'Invalid image data';
  } catch {
    return 'Failed to read image file';
  }
};
