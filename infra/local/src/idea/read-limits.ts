// Reads limits: stops, a take profit, a target of volatility, a drift band, and the most that a coin may have.
import type { Idea } from './idea.ts';
import { type Message, numbersIn, PERCENT, PERIOD, periodIn, sharesIn, tickersIn } from './words.ts';

const LINK =
  '(?:(?:at|of|a|an|the|with|by|is|if|it|when|each|coin|position|per|on|set|to|below|from|down|falls|drops|loses|more|than|after|around|about|under) ){0,5}';
const FROM_ENTRY = /\b(?:entry|purchase|bought|buy price|cost|entered|buying|paid|loss)\b/;
const SELL =
  '(?:sell|exit|close|drop|dump|leave|cut)(?: (?:a|each|any|every|the|it|them|coin|coins|position|positions|one|out|of)){0,4}';

const STOPS = [
  `(?:if|when|once|whenever) (?:it|a coin|the price|they|any coin|price|one|a position|any position) (?:(?:falls?|drops?|loses|is|down|has|fallen|dropped|closes?|trades?|by|more|than|at|least) ){1,5}${PERCENT} (?:below|from|off|under) (?:(?:the|its|their|a|my) ){0,2}(?:${PERIOD} )?(?:high|peak|top|highest close|entry(?: price)?|purchase(?: price)?|cost) ,? ?(?:(?:i|we|then|just) ){0,2}(?:sell|exit|get out|close|dump)(?: (?:it|out|that coin|the coin|the position))?`,
  `${SELL} (?:(?:that|if|when|once|is|it|they|at|a|coin) ){1,6}${PERCENT} (?:under|below) (?:what i paid|my (?:entry|cost|purchase price|buy price)|(?:the |its )?(?:cost|buy price))`,
  `(?:trailing )?stop(?: loss| losses)?(?: order)? ${LINK}${PERCENT}(?: (?:(?:below|from|under|off) )?(?:the|its|their|it) ?(?:(?:entry|purchase|buy) ?(?:price)?|(?:highest|high|peak|top|maximum)(?: close| price)?(?: since (?:entry|it was bought|purchase|buying))?)| trailing| below entry| from entry| from (?:the )?(?:peak|high))?`,
  `${PERCENT} (?:trailing |hard |fixed )?(?:stop)(?: loss| losses)?(?: (?:from|below|on) (?:the |its )?(?:entry|purchase|peak|high|highest close|top)(?: price)?)?`,
  `${SELL} (?:(?:that|if|when|once|which|after|falls?|it|they|drops?|has|have|loses?|fallen|dropped|is|down|by|more|than|at|least|a|coin) ){1,9}${PERCENT}(?: or more)? (?:below|from|off|under) (?:(?:the|its|their|a|his) )?(?:(?:entry|purchase|buy|buying)(?: price)?|cost|(?:recent |highest |last )?(?:high|peak|top|close)(?: since (?:entry|it was bought|purchase|buying|bought))?|price (?:at which )?it was bought(?: at)?)`,
  `${SELL} (?:(?:that|if|when|once|which|after|it|they|has|have|is|by|more|than|a|coin|at) ){1,7}(?:loses?|lost|loss of|down) (?:more than |over |at )?${PERCENT}(?: (?:from|since|below) (?:entry|purchase|the purchase|the entry))?`,
  `(?:cut|limit) (?:the )?(?:loss|losses) at ${PERCENT}`,
];
const PROFITS = [
  `(?:and |, |with )?(?:a )?(?:take ?profits?|profit target|tp|taking profits?)(?: (?:at|of|is|when|once|it|up|a|on|each|coin|position|after|around|target|gain|rises|rose|\\+)){0,6} ${PERCENT}(?: (?:return|profit|above entry|above (?:the |its )?(?:entry|purchase)(?: price)?))?`,
  `${PERCENT} (?:take ?profit|profit target)`,
  `${SELL} (?:(?:that|if|when|once|which|after|it|they|has|have|is|are|with|at|by|a|coin) ){1,7}(?:up|gained|gains|risen|rises|rose|profit of|return|made) (?:by |more than |over |at least ){0,2}${PERCENT}(?: (?:from|since|above|over) (?:the |its )?(?:entry|purchase|buying)(?: price)?)?`,
  `${SELL} (?:at|after|with|for) (?:a )?${PERCENT} (?:profit|return)`,
];
const VOLATILITIES = [
  `(?:(?:keep|hold|target|targeting|targets|aim|with|scale|size|scaled|manage|limit|cap|the|a|an|to|for|of|annual|annualised|annualized|portfolio|yearly|its|it|my|so|that|stays?|near|exposure|at|positions?) ){0,8}volatility (?:of (?:the |my |a )?(?:whole |entire )?portfolio )?(?:(?:target|targeting|control|managed|capped|cap|limit|scaling|scaled|stays|stay|is|near|at|of|around|to|below|under|about|a|constant) ){0,5}${PERCENT}(?: (?:a|per|each) year| annually| annualised| annualized| 365d)?`,
  `(?:(?:keep|hold|target|targeting|targets|aim|aiming|scaled?|with|at|to|of|the|a|an|for|portfolio|about|around|constant) ){0,8}${PERCENT} (?:annual |annualised |annualized |yearly |portfolio |target )?volatility(?: target| a year| per year)?(?: (?:for|of) (?:the )?(?:whole )?portfolio)?`,
  `volatility (?:target|targeting|targeted|managed|control|controlled|scaled|scaling)`,
];
const BANDS = [
  `(?:with |and |, )?(?:a )?${PERCENT} (?:drift |rebalancing |rebalance |tolerance )?bands?`,
  `(?:with |and |, )?(?:a |the )?(?:drift|rebalancing|rebalance|tolerance) bands?(?: (?:of|at|is)){0,2} ${PERCENT}`,
  `(?:(?:only )?(?:when|if|once|whenever) )?(?:a |any |the |one )?(?:coin|weight|share|position|it|weights|shares|one)? ?(?:has |have )?(?:drifts?|drifted|deviates?|moves?|strays?|off)(?: (?:by|more|than|away|from|its|the|over|target|weight)){0,6} ${PERCENT}(?: points?)?(?: (?:from|off|away)(?: (?:its|the|their|target|weight|weights|share|from)){0,4})?`,
];
const CAPS = [
  `(?:with |and |but |, ){0,2}(?:at most|at max|max|maximum|maximum of|max of|no more than|not more than|never more than|up to|capped at|cap at|cap of|limit of|limited to|limit to|cap|not over)(?: (?:of|at|to|each|every|any|coin|coins|position|a|the|weight|per|in|hold|put|one|single|weights|them)){0,8} ${PERCENT}(?: (?:of|the|my|money|capital|portfolio)){0,8}(?: (?:a|per|in|for|each|every|on|into|to|any|one|single)){0,4}(?: (?:coin|coins|position|it|weight))?(?! volatility)`,
  `${PERCENT} (?:cap|limit|max|maximum|at most|per coin|a coin|max per coin|maximum per coin|cap per coin)(?: (?:per|a|in|on|for|each|at) ?(?:each |any |a |one |single )?(?:coin|position|weight)?)?(?: (?:max|at most))?`,
  `(?:no|not) (?:single |one )?(?:coin|position)(?: (?:may|can|should|gets?|is|has|have|exceeds?|be|above|over|more|than|larger|to|get)){1,7} ${PERCENT}`,
  `(?:cap|limit)(?: (?:each|every|any|single|the|coin|coins|position|weight|weights|per|of|a|them|it)){0,8} (?:at|to) ${PERCENT}(?: (?:max|each|per coin|a coin))?`,
];

const LOOK = `(?: (?:over|of|for|in|with|from|using|measured|on|based|the|a|last|past|lookback|window|its)){0,5} ${PERIOD}`;

/** Looks closer only where there is a word that the patterns need. */
const taken = (
  message: Message,
  needed: RegExp,
  sources: readonly string[],
  after = '',
): string | undefined => {
  if (!needed.test(message.rest())) return undefined;
  for (const source of sources) {
    const found = message.take(
      new RegExp(` (?:(?:and|with|plus|but|,) ){0,2}(?:a |an )?${source}${after}(?= )`),
    );
    if (found !== undefined) return found;
  }
  return undefined;
};

const between = (share: number | undefined, least: number, most: number): number | undefined =>
  share !== undefined && share >= least && share <= most ? share : undefined;

const STOP_SHARES = [0.001, 0.95] as const;
const VOLATILITY_SHARES = [0.001, 2] as const;

type Limits = Pick<Idea, 'trailingStop' | 'entryStop' | 'profit' | 'volatility' | 'band' | 'cap'>;

const stopsOf = (message: Message): Limits => {
  const stop = taken(message, /^(?=.*%)(?=.*\b(?:stop|sell|exit|close|drop|dump|leave|cut|limit)\b)/, STOPS);
  const share = between(sharesIn(stop ?? '')[0], ...STOP_SHARES);
  if (share === undefined || stop === undefined) return {};
  const isFromEntry =
    FROM_ENTRY.test(
      stop.replace(/since (?:entry|it was bought|purchase|buying|bought)/g, '').replace('stop loss', 'stop'),
    ) && !/trailing/.test(stop);
  return isFromEntry ? { entryStop: share } : { trailingStop: share };
};

const volatilityOf = (message: Message): Limits => {
  const target = taken(message, /\bvolatility\b/, VOLATILITIES, `(?:${LOOK})?`);
  if (target === undefined) return {};
  const share = between(sharesIn(target)[0], ...VOLATILITY_SHARES);
  const DEFAULT = 0.4;
  return { volatility: { target: share ?? DEFAULT, ...periodIn(target) } };
};

/** Reads the limits of the strategy; a stop is from the highest close unless it says from where it was bought. */
export const readLimits = (message: Message): Limits => {
  const profit = between(
    sharesIn(
      taken(message, /^(?=.*%)(?=.*\b(?:profits?|tp|sell|exit|close|takeprofit)\b)/, PROFITS) ?? '',
    )[0],
    0.001,
    10,
  );
  const [first, second] = [stopsOf(message), stopsOf(message)];
  const band = between(
    sharesIn(
      taken(message, /^(?=.*%)(?=.*\b(?:bands?|drift\w*|deviat\w*|moves?|strays?|off)\b)/, BANDS) ?? '',
    )[0],
    0,
    0.5,
  );
  const volatility = volatilityOf(message);
  const limit = taken(message, /%/, CAPS);
  const cap = between(sharesIn(limit ?? '')[0], 0.01, 1);
  return {
    ...first,
    ...second,
    ...(profit !== undefined && { profit }),
    ...volatility,
    ...(band !== undefined && { band }),
    ...(cap !== undefined && { cap }),
  };
};

/** "60/40 BTC and ETH", "60 % BTC and 40 % ETH", "BTC 70%, ETH 30%". */
export const readShares = (message: Message): Readonly<Record<string, number>> | undefined => {
  const each = `(?:(?:of |in |into |to |the )*)`;
  const one = `(?:${PERCENT} ${each}\\$\\w+|\\$\\w+ (?:at |: |to )?${PERCENT})`;
  const list = message.take(
    new RegExp(
      ` ${one}(?: (?:, and|,|and|/|plus|\\+|; )?(?: ?the rest| rest| remaining)? ?${one}){0,9}(?= )`,
    ),
  );
  if (list) {
    const pairs = [
      ...list.matchAll(
        /(\d+(?:\.\d+)?)% (?:of |in |into |to |the )*\$(\w+)|\$(\w+) (?:at |: |to )?(\d+(?:\.\d+)?)%/g,
      ),
    ];
    const shares = Object.fromEntries(
      pairs.map(([, before, name, named, after]) => [
        String(name ?? named).toUpperCase(),
        Number(before ?? after) / 100,
      ]),
    );
    while (message.take(/ \d+ \/ \d+(?: split)?(?= )/) !== undefined);
    message.take(
      new RegExp(
        ` (?:(?:,|and|/|plus|the rest|rest|with) ){0,3}${PERCENT} (?:in |of |into )?(?:cash|usdt)(?= )`,
      ),
    );
    return sound(shares);
  }
  const alike = message.take(
    new RegExp(
      ` ${PERCENT} (?:each|apiece)(?: (?:in|of|into|to|for)){0,2} \\$\\w+(?: (?:(?:,|and|/|plus) ){1,2}\\$\\w+){0,9}(?= )`,
    ),
  );
  if (alike)
    return sound(Object.fromEntries(tickersIn(alike).map((name) => [name, sharesIn(alike)[0] ?? 0])));
  const coins = '\\$\\w+(?: (?:,|and|/|to|with|vs|plus) \\$\\w+){1,4}';
  const ratio = '\\d+(?: \\/ \\d+){1,4}';
  const split =
    message.take(
      new RegExp(
        ` ${ratio}(?: (?:split|mix|portfolio|allocation|of|in|between|weights?|across|:)){0,4} ${coins}(?= )`,
      ),
    ) ??
    message.take(
      new RegExp(
        ` ${coins}(?: (?:at|in|with|split|weighted|a|mix|to|of|:|portfolio|hold|weights?|,)){0,4} ${ratio}(?: split| mix)?(?= )`,
      ),
    );
  if (!split) return undefined;
  const [tickers, numbers] = [[...split.matchAll(/\$(\w+)/g)], numbersIn(split.replaceAll('/', ' '))];
  if (tickers.length !== numbers.length) return undefined;
  return sound(
    Object.fromEntries(
      tickers.map(([, name], at) => [String(name).toUpperCase(), Number(numbers[at]) / 100]),
    ),
  );
};

const ROUNDING = 1e-9;

const sound = (shares: Readonly<Record<string, number>>): Readonly<Record<string, number>> | undefined =>
  Object.values(shares).reduce((sum, share) => sum + share, 0) <= 1 + ROUNDING ? shares : undefined;
