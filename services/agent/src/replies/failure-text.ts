// Why a reply failed, in words. Its event keeps a code of the day when it was written.
import { refusalOfWord, refusalText } from '@tradeium/contracts';

export const failureText = (reason: string | null): string =>
  refusalText(refusalOfWord(reason ?? '', undefined, 'MODEL_UNAVAILABLE'));
