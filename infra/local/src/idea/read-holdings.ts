// Reads what is held whatever happens: how the money is shared out, which coins are meant, and which are not.
import type { Idea, Weighting } from './idea.ts';
import { type Message, NUMBER, PERIOD, periodIn, tickersIn } from './words.ts';

const LOOK = `(?: (?:over|of|for|in|with|from|using|measured|on|based|the|a|last|past|lookback|window|its|their|period)){0,6} ${PERIOD}(?: (?:window|lookback|volatility|covariance))?`;
const WEIGHED =
  '(?:(?:weight|weighted|weighting|weights|size|sized|sizing|allocate|allocated|allocation|position|positions|split|distributed|divide|divided|each|every|coin|coins|the|them|money|capital|by|in|with|to|using|proportion|proportional|proportionally|according|their|it|all|those|chosen|of|and|,|based|on|share|shares|among|between|across|use|a|an) ){0,10}';
const VOLATILITY = `(?:(?:${PERIOD}|its|their|the|of|realised|realized|historical|recent|own) ){0,4}(?:volatility|risk|variance)`;

const WEIGHTINGS: readonly (readonly [Exclude<Weighting['kind'], 'fixed'>, string])[] = [
  [
    'minimum-variance',
    `${WEIGHED}(?:min|minimum|minimal|lowest|least|minimi[sz]e(?:s|d)?|minimi[sz]ing) (?:the )?(?:portfolio )?(?:variance|var)(?: (?:portfolio|weights?|weighting|optimi[sz]ation|of|the))*`,
  ],
  [
    'minimum-variance',
    `${WEIGHED}(?:min|minimum|minimal|lowest) (?:risk|volatility) (?:portfolio|weights|weighting)|${WEIGHED}(?:markowitz|mean variance)(?: (?:portfolio|weights|optimi[sz]ation|optimal))*`,
  ],
  [
    'risk-parity',
    `${WEIGHED}(?:(?:equal )?risk (?:parity|contribution|contributions|budgeting)|erc)(?: (?:portfolio|weights|weighting|weighted|allocation))?`,
  ],
  [
    'risk-parity',
    `${WEIGHED}(?:(?:should|shall|must|so|that|each|every|coin|it|they|brings?|bring|contributes?|contribute|adds?|carries|carry|has|have|with|the|all) ){0,9}(?:equal|equally|same) (?:amount of )?(?:risk|volatility)(?: (?:each|per coin|contribution|to the portfolio))?`,
  ],
  [
    'inverse-volatility',
    `${WEIGHED}(?:inverse|inversely|inverted|reciprocal|1 /)(?: (?:weighted|weighting|proportional|related|scaled|to|of|by|with))* ?${VOLATILITY}(?: (?:weighted|weighting|weights?|sizing))?`,
  ],
  [
    'inverse-volatility',
    `${WEIGHED}(?:by )?(?:volatility|risk) (?:weighted|weighting|weights?|parity|sized|sizing|scaled|adjusted (?:weights?|weighting|sizes?|sizing|positions?))`,
  ],
  [
    'inverse-volatility',
    `risk (?:size|sized|sizing|weight|weights|weighted|weighting)(?: (?:them|it|each|all|positions?|coins?)){0,3}(?: (?:by|with|on|according to) (?:(?:their|its) )?${VOLATILITY})?`,
  ],
  [
    'inverse-volatility',
    `(?:weight|weighted|weighting|sized|size|sizing|weights) (?:(?:each|the|coins?|them|all|by|to|according|on|with|based|in) ){1,6}${VOLATILITY}`,
  ],
  [
    'inverse-volatility',
    `${WEIGHED}(?:(?:with|and|,|so|that|but|get|gets|give|gives|giving|hold|holds|buy|put|have) ){0,4}(?:less|smaller|lower|more|larger|bigger|higher)(?: (?:money|weights?|weight|share|shares|positions?|in|into|of|to|for|on|the|capital|allocation))* (?:(?:the )?(?:(?:more|most|less|least) )?(?:volatile|risky|calm|calmer|wild|wilder|jumpy|quiet|stable|steady)(?: ones?| coins?)?)(?: (?:get|gets|have|has|receive) (?:(?:a|the) )?(?:less|smaller|lower|more|larger|bigger)(?: (?:weights?|share|money))?)?`,
  ],
  [
    'inverse-volatility',
    `(?:the )?(?:more volatile|calmer|wilder|riskier|calm|volatile)(?: (?:coins?|ones?|1|a coin is|it is))?(?: ,| the| get| gets| has| have| a| weigh| weighs| receive){0,5} (?:less|smaller|lower|more|larger|bigger)(?: (?:weights?|share|it gets|money|of it))?`,
  ],
  [
    'proportional',
    `${WEIGHED}(?:in proportion|proportional|proportionally|proportionate|pro rata)(?: (?:to|with|of|their|its|the|by|own)){0,4} (?:(?:${PERIOD}|positive) )?(?:momentum|return|strength|score|scores|signal|rank|ratio)`,
  ],
  [
    'proportional',
    `(?:weight|weighted|weighting|weights|sized|size)(?: (?:the|them|coins?|each|all|by|with|according|to|on|their|its|based|holdings?)){1,6} (?:${PERIOD} )?(?:momentum|return|strength|score|signal)`,
  ],
  [
    'equal',
    `${WEIGHED}(?:equal|equally|evenly|even)(?: (?:weight|weights|weighted|weighting|parts?|shares?|slices?|split|splits|sized|sizes|amounts?|divided|distributed|held|dollar|money|spread|slices|portions|among|across|between|in|over|of|proportions|allocation|all|each))*`,
  ],
  [
    'equal',
    `${WEIGHED}(?:the )?(?:same) (?:weights?|amount|shares?|slice|size|part|money|proportion)(?: (?:of|in|into|each|money|to|every|per coin))*`,
  ],
  ['equal', `${WEIGHED}1 / n(?: (?:portfolio|weights?|weighting))?`],
];

/** Without such a word there is no need to look closer. */
const NEEDED: Readonly<Record<Exclude<Weighting['kind'], 'fixed'>, RegExp>> = {
  'minimum-variance': /\b(?:min|minim\w*|lowest|least|markowitz|mean variance)\b/,
  'risk-parity': /\b(?:risk|volatility|erc)\b/,
  'inverse-volatility':
    /\b(?:volatility|risk|variance|volatile|risky|riskier|calm\w*|wild\w*|jumpy|quiet|stable|steady)\b/,
  proportional: /\b(?:proportion\w*|pro rata|weight\w*|sized?)\b/,
  equal: /\b(?:equal\w*|even|evenly|same)\b|1 \/ n/,
};

const PREFIX = '(?:(?:and|,|with|but|;|so|that) ){0,3}';

/** "Sized by volatility, so that the calmer coin gets more" says one thing twice. */
const takeCalmerMore = (message: Message): void => {
  for (const [kind, source] of WEIGHTINGS)
    if (kind === 'inverse-volatility' && /calmer/.test(source))
      message.take(new RegExp(` ${PREFIX}(?:${source.replaceAll('))*', ')){0,6}')})(?= )`));
};

/** How what is held shares the money. */
export const readWeighting = (message: Message): Weighting | undefined => {
  for (const [kind, source] of WEIGHTINGS) {
    if (!NEEDED[kind].test(message.rest())) continue;
    const bounded = source.replaceAll('))*', ')){0,6}');
    const found = message.take(
      new RegExp(` ${PREFIX}(?:${bounded})(?:${kind === 'equal' ? '(?!)' : LOOK})?(?= )`),
    );
    if (found === undefined) continue;
    if (kind === 'inverse-volatility') takeCalmerMore(message);
    return kind === 'equal' ? { kind } : { kind, ...periodIn(found) };
  }
  return undefined;
};

export const LIST = '\\$\\w+(?: (?:(?:,|and|or|,|/|\\+|plus|as well as|, and) ){1,2}\\$\\w+){0,18}';
const WITHOUT = new RegExp(
  ` (?:, )?(?:and |but )?(?:without|except|excluding|exclude|excl|ex|apart from|other than|but not|not|no|never|skip|leave out|drop|remove|minus|besides|aside from|don't (?:buy|hold|trade)|do not (?:buy|hold|trade))(?: (?:for|in|any|the|buy|hold|trade)){0,2} ${LIST}(?= )`,
);
/** "Everything but DOGE". */
const ALL_BUT = new RegExp(`(?<=(?:everything|all|coins|coin|anything)) but (?:not )?${LIST}(?= )`);
/** A coin in a condition is not what is held. */
const NO_CONDITION =
  '(?<! (?:avg|ema|return|price|rsi|volatility|momentum|high|low|trend)(?: of)?)(?<! (?:when|once|if|while|unless|until|whenever|after|before|than|as))(?<! (?:when|once|if|while|unless|until) the)';
const NAMED = new RegExp(
  `${NO_CONDITION} (?:(?:hold|buy|own|keep|trade|only|just|with|of|the|coins?|universe|portfolio|basket|among|between|in|from|on|for|out|into|:|use|using|and|a|split|mix|invest|100%|go|long|be|is|are|list|pair|rotate|rotation|stay|switch|choose|pick) ){0,8}${LIST}(?: (?:only|coins?|together|both|portfolio))?(?= )`,
);
const ALL = new RegExp(
  ` (?:(?:buy and hold|buy hold|hold|own|buy|keep|use|trade|invest in|be invested in|stay invested in|spread over|split (?:the )?(?:money|capital)|divide|in|across|over|of|weight|always|just|simply|my|between|among) ){1,5}(?:(?:the|my) )?(?:everything|all(?: ${NUMBER})?(?: (?:of )?(?:the |my |these |those )?(?:${NUMBER} )?(?:coins?|portfolio|of them|of it|names))?|(?:every|each) (?:single )?coin|whole portfolio|entire portfolio|full portfolio|whole basket|basket|portfolio|coins|market)(?= )`,
);
const HOLD =
  / (?:(?:just|simply|always|a|the|to) ){0,3}(?:buy and hold|buy hold|always invested|always be invested|always in the market|stay fully invested|fully invested)(?= )/;

export type Held = Pick<Idea, 'coins' | 'without' | 'isAlways'>;

/** The coins that are named, and whether they are simply to be held. */
export const readHoldings = (message: Message, isOfAll: boolean): Held => {
  const without = message.take(WITHOUT) ?? message.take(ALL_BUT);
  const named: string[] = [];
  for (let found = NAMED.exec(message.rest()); found; found = NAMED.exec(message.rest())) {
    const tickers = tickersIn(found[0]);
    if (isOfAll && tickers.length === 1) message.leave(NAMED);
    else {
      message.take(NAMED);
      named.push(...tickers);
    }
  }
  const isAll = message.take(ALL) !== undefined;
  const isHeld = message.take(HOLD) !== undefined;
  return {
    ...(named.length > 0 && { coins: [...new Set(named)] }),
    ...(without !== undefined && { without: tickersIn(without) }),
    ...((isAll || isHeld || named.length > 0) && { isAlways: true }),
  };
};
