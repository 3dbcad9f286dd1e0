// Says how far a result's Sharpe ratio is more than the luck of the best of many trials.
import { counted, percent } from '../../../lib/format.ts';
import type { Row } from './statistics-tables.ts';

/** Below it a deflated Sharpe ratio is no evidence: the usual level of significance. */
const SURE = 0.95;

export type TrialsWords = { readonly text: string; readonly isDoubtful: boolean };

/** Null for a result of a time when trials were not counted. */
export const trialsWords = ({ trials, deflated_sharpe_ratio: deflated }: Row): TrialsWords | null => {
  if (typeof trials !== 'number') return null;
  const after = `After ${counted(trials, 'trial', 'trials')} in this chat, this one included`;
  if (typeof deflated !== 'number')
    return { text: `${after}, nothing can be said about luck.`, isDoubtful: false };
  const isDoubtful = deflated < SURE;
  const luck = trials === 1 ? 'luck' : 'the luck of the best of so many';
  const verdict = isDoubtful ? ` That is less than 95\u202F%: it may be ${luck}.` : '';
  const text = `${after}, a Sharpe ratio this high is more than ${luck} with a probability of ${percent(deflated)}.${verdict}`;
  return { text, isDoubtful };
};

/** How many there are by now, in the chat and in all chats of the account. */
export const trialsByNow = (now: { readonly chat: number; readonly account_over_range: number }): string =>
  `By now this chat has ${counted(now.chat, 'trial', 'trials')}, and all your chats together have ${counted(now.account_over_range, 'trial', 'trials')} over this range.`;
