// Why a reply failed, in words: its event has a code of the day it was written.
import { refusalOfWord, refusalText } from '@tradeium/contracts';

export const failureText = (reason: string | null): string =>
  refusalText(refusalOfWord(reason ?? '', undefined, 'MODEL_UNAVAILABLE'));
