// The coins that an idea is tested on where these are not the chat's: those that it carries or names, or enough to choose from.
import type { Answer } from './answer.ts';
import { chatFacts, withPortfolio } from './chat-facts.ts';
import { coinsNamed } from './coins-named.ts';
import type { Conversation } from './conversation.ts';
import { intentOf } from './intent.ts';

/** Coins for an idea that chooses among coins, where the chat has no choice. */
export const OFFERED = ['BTC', 'ETH', 'XRP', 'BNB', 'ADA', 'SOL', 'DOT', 'AVAX', 'LINK'] as const;
/** A portfolio has ten entries, USDT and BTC among them. */
const OTHERS_MAX = 8;

const CARRIED = /\bcoins: ([A-Z, ]{2,160})/gi;
/** A question to the Discovery agent is no idea. */
const QUESTION = /\?\s*$|^\s*(which|what|how|compare|suggest|show|any)\b/i;
const OWN = /\b(my|the chat's|this|current) (own )?(portfolio|coins)\b/i;
/** Words of an idea that is about several coins. */
const SEVERAL =
  /\b(coins|cryptos|assets|altcoins|top|bottom|best|worst|strongest|weakest|calmest|leaders?|winners?|losers?|rank\w*|rotat\w*|each|every|parity|momentum)\b/i;

/** Code of a file is no idea of this conversation: it is run as its chat has it. */
const hasIdea = (asked: readonly string[]): boolean =>
  ['strategy', 'trade-less'].includes(intentOf(asked).kind);

/** As an idea is handed over; its title is a name, and no part of it. */
const TITLE = /^(Write a strategy for this idea:\s{1,4})[^\n:]{1,80}: (?=\S)/;

const asPortfolio = (coins: readonly string[]): readonly string[] => [
  ...(coins.includes('BTC') ? ['BTC'] : []),
  ...coins.filter((coin) => coin !== 'BTC').slice(0, OTHERS_MAX),
];

/** The coins of the newest message that has any of its own; null for the chat's. */
export const ideaPortfolio = (
  asked: readonly string[],
  portfolio: readonly string[],
): readonly string[] | null => {
  const ideas = asked.filter((text, at) => at === asked.length - 1 || !QUESTION.test(text));
  for (const text of ideas.toReversed()) {
    if (OWN.test(text)) return null;
    const carried = coinsNamed([...text.matchAll(CARRIED)].at(-1)?.[1] ?? '');
    if (carried.length > 0) return asPortfolio(carried);
    const named = coinsNamed(text);
    if (named.length > 1 || (named.length === 1 && !SEVERAL.test(text))) {
      const isThere = named.every((coin) => portfolio.includes(coin));
      return isThere ? null : asPortfolio([...new Set([...named, ...portfolio])]);
    }
  }
  return portfolio.length > 1 || !hasIdea(asked) ? null : OFFERED;
};

type Talk = (conversation: Conversation) => Answer;

/** Talks as in a chat with the idea's coins, and has its backtests run on these. */
export const onIdeaCoins = (conversation: Conversation, talk: Talk): Answer => {
  const { portfolio } = chatFacts(conversation.instructions);
  const asked = conversation.asked.map((text) => text.replace(TITLE, '$1'));
  const coins = portfolio.length === 0 ? null : ideaPortfolio(asked, portfolio);
  if (coins === null) return talk({ ...conversation, asked });
  const instructions = withPortfolio(conversation.instructions, coins);
  const { text, calls } = talk({ ...conversation, asked, instructions });
  const onCoins = calls.map((one) =>
    one.name === 'run_backtest' ? { ...one, input: { ...one.input, coins } } : one,
  );
  return { text, calls: onCoins };
};
