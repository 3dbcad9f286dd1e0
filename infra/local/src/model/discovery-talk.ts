// The Discovery agent's part: answers what is asked about coins with their figures, and suggests ideas that rest on them.
import { listed } from '../composer/idea-words.ts';
import { type Answer, call, say } from './answer.ts';
import { type ChatFacts, chatFacts } from './chat-facts.ts';
import { answerInWords, pairsInWords, ranked, type Statistics, statistics, tableOf } from './coin-figures.ts';
import { ideasInWords } from './coin-ideas.ts';
import { type CoinQuestion, questionIn } from './coin-question.ts';
import type { Conversation } from './conversation.ts';
import { decimal, signedPercent } from './figures.ts';
import { intentOf } from './intent.ts';

const STATISTICS = 'coin_statistics';

/** The next thing to say or do. */
export const talkOfIdeas = ({ asked, calls, tools, instructions }: Conversation): Answer => {
  const newest = asked.at(-1) ?? '';
  const intent = intentOf([newest]);
  if (intent.kind === 'impossible') return say(`No, that is no idea for this place. ${intent.reason}`);
  const facts = chatFacts(instructions);
  const question = questionIn(newest, facts);
  const looked = calls.find(({ name }) => name === STATISTICS);
  if (!looked && tools.has(STATISTICS))
    return call('I look at how the coins have done.', STATISTICS, inputOf(question));
  const read = statistics.safeParse(looked?.fields);
  const found = read.success && read.data.coins.length > 0 ? read.data : undefined;
  if (!found)
    return say(
      `The figures of the coins are not available${looked ? `: ${looked.answer.slice(0, REASON_CHARACTERS_MAX)}` : ' now.'} The ideas below rest on no data.`,
      ideasInWords(newest, question, null, facts.portfolio),
      PASS,
    );
  return answerTo(newest, question, found, facts);
};

const REASON_CHARACTERS_MAX = 200;
const PASS =
  'Hand one over to the Strategy agent, and it writes it and tests it on these coins, whatever your portfolio is.';
/** A portfolio always has BTC, whatever coins an idea was found for. */
const WITH_BTC = 'Every portfolio has BTC, so BTC comes to the coins of an idea that does not name it.';
const passWith = (ideas: string): string =>
  [...ideas.matchAll(/^ *Coins: (.*)$/gm)].some(([, coins = '']) => !coins.split(', ').includes('BTC'))
    ? `${PASS} ${WITH_BTC}`
    : PASS;
const HINDSIGHT =
  'These coins were picked by looking at these very days, so test the idea on other years, too.';

const inputOf = ({ coins, period }: CoinQuestion): Record<string, unknown> => ({
  ...(coins && { coins }),
  ...(period && { from: period.from, to: period.to }),
});

const answerTo = (
  asked: string,
  question: CoinQuestion,
  found: Statistics,
  { portfolio }: ChatFacts,
): Answer => {
  const order = ranked(found, question);
  const { measure, against } = question;
  const isOfPairs = measure === 'correlation' && against === null;
  const [first, ...more] = isOfPairs
    ? pairsInWords(found, question.isLeast)
    : [measure === null ? '' : answerInWords(order), tableOf(order, measure)];
  const ideas = ideasInWords(asked, question, order, portfolio);
  return say(
    notAnswered(question),
    first ?? '',
    `${periodOf(found, question)}:`,
    ...more,
    measure === null ? factsOf(found) : '',
    lacksOf(found),
    ideas,
    question.coins === null && measure !== null ? `${HINDSIGHT} ${passWith(ideas)}` : passWith(ideas),
  );
};

/** Words about questions that the figures below do not answer. */
const notAnswered = ({ unanswered, measure }: CoinQuestion): string =>
  unanswered.length === 0
    ? ''
    : `I cannot say ${listed(unanswered)}: my figures are returns, volatility, drawdowns, momentum, trends and correlations over whole periods.${measure === null ? '' : ' They answer the rest of the question:'}`;

const periodOf = ({ from, to, coins }: Statistics, { period }: CoinQuestion): string =>
  `${coins.length === 1 ? coins[0]?.coin : `${coins.length} coins`}, daily candles from ${from} to ${to}${
    period?.isCut ? ' (no later day can be tested here)' : ''
  }`;

const lacksOf = ({ left_out, made_up_candles }: Statistics): string =>
  [
    left_out.length > 0 ? `Left out, without candles on all of these days: ${left_out.join(', ')}.` : '',
    made_up_candles > 0
      ? `${made_up_candles.toLocaleString('en-US')} of these candles are made up, because there are none of the exchange.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');

/** Facts that speak for ideas where the question is about no figure. */
const factsOf = ({ coins, correlations }: Statistics): string => {
  const strong = coins
    .flatMap(({ coin, momentum: { d90 } }) => (d90 === null ? [] : [{ coin, d90 }]))
    .sort((a, b) => b.d90 - a.d90);
  const [leader] = strong;
  const falling = strong.filter(({ d90 }) => d90 < 0).length;
  const alike = correlations.toSorted((a, b) => b.correlation - a.correlation)[0];
  return [
    leader
      ? `${leader.coin} leads with ${signedPercent(leader.d90)} in 90 days, in which ${falling} of ${strong.length} coins fell.`
      : '',
    alike ? `${alike.a} and ${alike.b} move together most (correlation ${decimal(alike.correlation)}).` : '',
  ]
    .filter(Boolean)
    .join(' ');
};
