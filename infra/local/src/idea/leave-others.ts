// Marks what an idea says that no part can do, so that it is left out by name and not taken for something else.
import type { Filter } from './idea.ts';
import { CASH, SUBJECT } from './read-market.ts';
import { VERSUS } from './read-rated.ts';
import { type Message, NUMBER, PERCENT, PERIOD } from './words.ts';

/** More or less of everything in a market, which has no code: it is all or nothing. */
const RESIZED = new RegExp(
  ` (?:halve|half|double|reduce|cut|increase|scale|lower|raise|trim|lighten|hedge|shrink|decrease|triple)(?: (?!when|if|while|once)[^ ,.;·]+){0,6} (?:when|if|while|once|whenever) ${SUBJECT}(?: [^ ,.;·]+){1,12}`,
);

/** How many coins do something, and what is held otherwise: conditions that are seen, and have no code. */
const BREADTH = new RegExp(
  ` (?:only )?(?:while|when|whenever|if|as long as|once|unless|until) (?:(?:at least|more than|fewer than|less than|over) )?(?:${NUMBER}|${PERCENT}|half|most|all|none|enough)(?: of)?(?: the| all| my)? coins(?: (?!hold|buy|go|sell)[^ ,.;·]+){1,14}`,
);
const AVOIDED =
  / (?:avoid|skip|exclude|excluding|leave out|without|except)(?: (?:the|any|top|bottom|\d+)){0,3} (?:most|least|worst|best|weakest|strongest)(?: [^ ,.;:·]+){1,4}(?= )/;
const OTHERWISE = / (?:(?:or )?else|otherwise|if not)(?: ,)?(?: [^ .;·]+){1,14}/;

const OWN_MONEY = '(?:(?:the|my|whole|entire|total|overall|own) ){0,3}(?:portfolio|account|equity|capital)';
/** A stop of the whole portfolio, whose worth no strategy sees. With a number of days it is the basket of all coins. */
const PORTFOLIO_STOPS: readonly RegExp[] = [
  new RegExp(
    ` (?:${CASH} )(?:, )?(?:(?:and|but|only|as|soon|if|when|once|whenever) ){1,4}${OWN_MONEY} (?!of )(?:(?:itself|has|have|is|falls?|fell|fallen|drops?|dropped|loses|lost|down|by|more|than|at|least|over|a|in|drawdown|exceeds|of|reaches|hits|worth|value) ){1,7}${PERCENT}(?! (?:or more )?(?:below|from|off|under) (?:its |the )?${PERIOD})(?: (?:or|more|below|from|off|under|its|the|a|own|all|time|peak|high|top|maximum|value|worth|drawdown)){0,6}(?= )`,
  ),
  new RegExp(
    ` (?:(?:and|but|,) ){0,2}(?:if|when|once|whenever) ${OWN_MONEY} (?!of )(?:(?:itself|has|have|is|falls?|fell|fallen|drops?|dropped|loses|lost|down|by|more|than|at|least|over|a|in|drawdown|exceeds|of|reaches|hits|worth|value) ){1,7}${PERCENT}(?! (?:or more )?(?:below|from|off|under) (?:its |the )?${PERIOD})(?: (?:or|more|below|from|off|under|its|the|a|own|all|time|peak|high|top|maximum|value|worth|drawdown)){0,6} (?:, )?(?:then |i |we )?${CASH}(?= )`,
  ),
  new RegExp(
    ` (?:${PERCENT} )?(?:max |maximum )?(?:trailing |hard )?(?:stop|stop loss|drawdown stop|drawdown limit)(?: (?:at|of|is)){0,2}(?: ${PERCENT})? (?:on|for|of|over) ${OWN_MONEY}(?: (?:at|of|as a whole)){0,2}(?: ${PERCENT})?(?= )`,
  ),
  new RegExp(
    ` ${OWN_MONEY} (?:trailing )?(?:stop|stop loss|drawdown limit)(?: (?:at|of|is)){0,2} ${PERCENT}(?= )`,
  ),
];

/** Marks, before anything is read, what would be taken for a part that it is not. */
export const leaveFirst = (message: Message): void => {
  message.leave(RESIZED);
  for (const stop of PORTFOLIO_STOPS) message.leave(stop);
  if (!VERSUS.test(message.rest())) message.leave(ONLY_STRONGER);
};

/** "SOL only when it is stronger than BTC", with USDT otherwise: there is no comparison of a coin with another. */
const ONLY_STRONGER = new RegExp(
  ` (?:only )?(?:when|while|if|whenever|as long as) (?:it|\\$\\w+) (?:(?:is|was|has|been|did|does|performs?|performed) ){1,2}(?:stronger|weaker|better|worse) than \\$\\w+(?: (?:over|in|for|during|by)(?: (?:the|last|past|its)){0,2} ${PERIOD})?(?= )`,
);

/** Marks conditions that no part can do. */
export const leaveOthers = (message: Message, filter: Filter | undefined, isStopped: boolean): void => {
  message.leave(BREADTH);
  message.leave(AVOIDED);
  // "Cash while BTC is below its average, otherwise …" goes on with what is held.
  if (!filter?.isExit && !isStopped && !VERSUS.test(message.rest())) message.leave(OTHERWISE);
};
