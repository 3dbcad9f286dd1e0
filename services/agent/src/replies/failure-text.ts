// Why a reply failed, as text. Its event keeps a code that was valid when it was written.
import { refusalOfWord, refusalText } from '@tradeium/contracts';

export const failureText = (reason: string | null): string =>
  refusalText(refusalOfWord(reason ?? '', undefined, 'MODEL_UNAVAILABLE'));
