// Why a reply failed or broke off, as text. Its event keeps a code that was valid when it was written.
import { refusalOfWord, refusalText } from '@tradeium/contracts';

export const failureText = (reason: string | null): string =>
  refusalText(refusalOfWord(reason ?? '', undefined, 'MODEL_UNAVAILABLE'));

/** The text for a reader of an interrupted reply. */
export const INTERRUPTED = 'The reply was interrupted. What there is of it was kept.';
