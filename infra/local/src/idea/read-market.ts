// Reads the condition on the market: "only while BTC is above its 200-day average", "cash if the portfolio falls 15 % from its high".
import type { Filter } from './idea.ts';
import {
  EVER,
  type Message,
  NUMBER,
  numbersIn,
  PERCENT,
  PERIOD,
  periodIn,
  periodsIn,
  sharesIn,
  tickersIn,
} from './words.ts';

export const CASH = `(?:(?:(?:i )?(?:go|goes|going|move|moves|moving|switch|rotate|get|stay|sit|be|is|hold|keep|park|turn|flee|rest) )?(?:everything |all |it |fully |completely |100% )?(?:(?:in|to|into|on) )?(?:the )?(?:cash|usdt|flat|nothing|risk off|sidelines)|(?:sell|exit|close|liquidate|dump|leave|get out of) (?:everything|all|it|out|the market|the coins|all coins|all positions|positions|coins|the positions|my coins)(?: coins| positions)?|(?:get|stay|sit|be|step|keep) (?:out|aside)(?: of the market)?|do not (?:hold|buy|own|trade)(?: anything| any coins)?|don't (?:hold|buy|own|trade)(?: anything| any coins)?|stop (?:buying|trading)|skip(?: (?:the|that|this|all|any|weekend|week|next|trades?|trading|purchases?|entry|entries)){0,4}|pause|no (?:positions|trades|trading|coins))`;
/** Words for what holds otherwise: they say what is true anyway. */
const ELSE =
  / (?:, |; |. )?(?:and |or )?(?:(?:else|otherwise|if not|when not)(?: ,)?(?: (?:i|it|we|go|goes|stay|stays|hold|be|is|are|sit|move|switch|keep|everything|all|100%|fully|in|to|into|entirely|own)){0,6} (?:cash|usdt|nothing|flat|out)(?: of the market)?|(?:cash|usdt|nothing|flat)(?: (?:otherwise|else|if not))|(?:and )?(?:the rest|what is left|anything left|remainder) (?:is |stays |in |to |goes |stay ){0,3}(?:cash|usdt))(?= )/;

export const SUBJECT = `(?:(?:the )?\\d+(?:\\.\\d+)?[dhb] (?:(?:simple|exponential|moving) ){0,2}(?:avg|ema) of )?(?:(?:the )?(?:price of )?\\$\\w+(?: itself)?(?: price)?|(?:the )?(?:(?:whole|overall|total|broad|coin|coins) ){0,2}market(?: \\$\\w+)?|(?:the )?(?:average|mean) of all coins|(?:the )?(?:basket|index|portfolio)(?: of all (?:the )?coins)?)`;
const CONNECT = `(?:(?:and |but |, ){0,2}(?:only |just )?(?:(?:hold|buy|trade|invest|own|be invested|stay invested|active|long) )?(?:them )?(?:only )?(?:while|when|whenever|if|as long as|so long as|provided|providing|given|unless|until|once|except when|except if|as soon as)(?: that)?)`;
const VERBS =
  '(?:(?:is|are|was|stays|stay|remains|closes|close|trades|trading|goes|rises|crosses|crossed|breaks|broke|moves|climbs|gets|falls|fell|drops|dropped|dips|slips|sinks|back|well|has|fallen|dropped) ){0,3}';
const ABOVE = '(?:above|over|higher than|greater than|more than|reclaims|regains|exceeds|tops)';
const BELOW = '(?:below|under|lower than|less than|beneath|loses|lost)';
export const AVERAGE = `(?:(?:simple|exponential|moving|long term) ){0,3}(?:avg|ema)(?: avg)?`;
const AVERAGE_AT = `(?:its|their|the|a|his|own)? ?(?:own )?(?:(?:${PERIOD}|${NUMBER}) )?${AVERAGE}(?: (?:of|over)(?: the)?(?: last| past)? ${PERIOD}| ${NUMBER})?`;
const OVER = `(?: (?:over|in|during|for|on|of) (?:the |a )?(?:last |past |previous |prior )?${PERIOD})?`;

const CONDITIONS: readonly (readonly [Filter['kind'], string])[] = [
  [
    'average',
    `(?:(?:with|has|and) )?${PERIOD} ${AVERAGE} ${VERBS}(?:${ABOVE}|${BELOW}) (?:its |the )?${PERIOD}(?: ${AVERAGE})?`,
  ],
  ['average', `(?:is in (?:a |an )?(?:up|down) ?trend )?${VERBS}(?:${ABOVE}|${BELOW}) ${AVERAGE_AT}`],
  [
    'drawdown',
    `(?:(?:has|have|is|are|falls|fall|fallen|fell|drops|drop|dropped|draws|draw|drawn|down|loses|lost|by|more|than|at|least|over|a|in|drawdown|exceeds|of|reaches|hits|above|below|under|trades) ){1,7}${PERCENT}(?: (?:drawdown|or|more|below|from|off|under|of)){0,4}(?: (?:its|the|a|their))?(?: (?:${PERIOD}|all time|recent|last|rolling))? ?(?:high|peak|top|maximum)`,
  ],
  [
    'drawdown',
    `(?:drawdown|draw down) (?:(?:is|of|exceeds|above|over|reaches|hits|more|than|greater|larger|beyond|passes|from|its|high) ){1,5}${PERCENT}(?: (?:from|below|off) (?:its |the )?(?:${PERIOD} )?(?:high|peak))?`,
  ],
  [
    'change',
    `(?:(?:has|have|had|shows|with) )?(?:(?:a|its|the|own|is) )?(?:positive|negative) (?:${PERIOD} )?(?:return|momentum|trend|change|roc)${OVER}`,
  ],
  [
    'change',
    `(?:(?:its|the|own) )?(?:${PERIOD} )?(?:return|momentum|change|roc|trend)${OVER} (?:is |are |stays |turns |was |remains )?(?:positive|negative|(?:${ABOVE}|${BELOW}) (?:0%|0|zero|${PERCENT}))${OVER}`,
  ],
  [
    'change',
    `(?:(?:has|have|is|was|are) ){0,2}(?:(?:up|risen|rose|gained|rising|higher|positive|down|fallen|fell|falling|lost|lower|negative)(?: (?:by|more|than|at|least)){0,3}(?: ${PERCENT})?) (?:over|in|during|for|on|than|versus) (?:the |it was )?(?:last |past |previous )?${PERIOD}(?: ago)?`,
  ],
  ['rsi', `(?:(?:its|the) )?(?:${PERIOD} )?rsi(?: ${PERIOD}| 14)? ${VERBS}(?:${ABOVE}|${BELOW}) ${NUMBER}`],
  ['volatility', `(?:${PERIOD} )?volatility ${VERBS}(?:${ABOVE}|${BELOW}) ${PERCENT}`],
  [
    'average',
    `(?:is |are )?(?:in (?:a |an )?(?:up ?trend|down ?trend|bull market|bear market)|bullish|bearish|trending up|trending down|rising|falling|going up|going down|up ?trending|down ?trending)`,
  ],
];

const IS_DOWN =
  /\b(?:below|under|beneath|lower than|less than|negative|down|fallen|fell|falling|lost|loses|drops|dropped|falls|drawdown|downtrend|bear|bearish)\b/;
const IS_UNLESS = /\b(?:unless|until|except)\b/;
const UNDER =
  /\b(?:below|under|beneath|lower than|less than|loses|lost|negative|downtrend|bear|bearish|falling|going down|trending down)\b/;
const FLIPS = (text: string): number => (IS_UNLESS.test(text) ? 1 : 0);

const isBelowIn = (kind: Filter['kind'], text: string): boolean =>
  kind === 'drawdown' ||
  (kind === 'average' || kind === 'rsi' || kind === 'volatility' ? UNDER : IS_DOWN).test(text);

/** The condition that words state, whichever way it is meant. */
const conditionOf = (kind: Filter['kind'], text: string): Omit<Filter, 'isBelow' | 'isExit'> | undefined => {
  const [share] = sharesIn(text);
  const [market] = tickersIn(text);
  const at = { ...(market !== undefined && { market }), ...periodIn(text) };
  const [first, second] = periodsIn(text);
  const [number] = numbersIn(text);
  switch (kind) {
    case 'average': {
      const isExponential = /\b(?:ema|exponential)\b/.test(text);
      if (first && second) {
        const [fast, period] = [first, second].sort((a, b) => a.count - b.count);
        return { kind, ...at, ...(period && { period }), ...(fast && { fast }), isExponential } as Filter;
      }
      const plain = first ?? (number === undefined ? undefined : ({ count: number, unit: 'days' } as const));
      return { kind, ...at, ...(plain && { period: plain }), isExponential } as Filter;
    }
    case 'change':
      return { kind, ...at, over: (share ?? 0) * (IS_DOWN.test(text) ? -1 : 1) } as Filter;
    case 'rsi':
      return { kind, ...at, level: numbersIn(text).at(-1) ?? 50 } as Filter;
    case 'volatility':
      return { kind, ...at, level: share ?? 1 } as Filter;
    default:
      return share === undefined
        ? undefined
        : ({ kind, ...at, ...(/\ball time\b/.test(text) && { period: EVER }), fall: share } as Filter);
  }
};

const COMMA = '(?:[,;] )?';
/** "… buy back at a new 20-day high". */
const BACK = new RegExp(
  ` (?:[,;.] )?(?:and |then |but ){0,2}(?:only )?(?:buy back|re ?enter|get back in|go back in|come back|back in|return|buy again|buy back in|be back|come in again|enter again)(?: (?:in|it|everything|all|coins|the|market|to)){0,3} (?:(?:at|on|after|when|once|only|if|it|makes|there|is|with|reaches|hits|sets|the|portfolio|market) ){1,6}(?:a )?(?:new )?${PERIOD} (?:high|peak)(?= )`,
);

const HOLDS = /\b(?:hold|buy|own|invest|long|keep|enter|trade|pick|put|only)\b/;
const LEAVES =
  /\b(?:sell|exit|close|skip|bail|out|cash|liquidate|flatten|de ?risk|stop|avoid|pause|unwind|hide|run|flee|dump|leave|no)\b/;
const WORDS_TAKEN = 6;

const isDownIn = (kind: Filter['kind'], text: string): boolean =>
  text !== '' && isBelowIn(kind, text) && !FLIPS(text);

/**
 * True if a condition on a falling market means to leave it ("bail when BTC is below …"): its clause has no word for
 * holding, before the condition or after it. The words before it are taken along.
 */
const isLeaving = (message: Message, asked: RegExp): boolean => {
  const found = asked.exec(message.rest());
  if (!found) return false;
  const clauseOf = (text: string | undefined): string => (text ?? '').trim();
  const whole =
    message
      .rest()
      .slice(0, found.index)
      .split(/[,;.:·]/)
      .at(-1) ?? '';
  const last = clauseOf(whole.split(/ (?:but|and|then|or) /).at(-1));
  // "Hold everything but sell when …": the last verb counts.
  const before = LEAVES.test(last) ? last : clauseOf(whole);
  const after = clauseOf(
    message
      .rest()
      .slice(found.index + found[0].length)
      .split(/[;.:·]/)[0],
  ).replace(/^, /, '');
  const own = before === '' ? after.split(' ').slice(0, WORDS_TAKEN).join(' ') : before;
  if (HOLDS.test(found[0].split('$')[0] ?? '') || HOLDS.test(own)) return false;
  if (before !== '' && before.split(' ').length <= WORDS_TAKEN && /^[a-z ]+$/.test(before))
    message.take(new RegExp(` ${before}(?= )(?=${found[0].slice(0, 1)})`));
  return true;
};

const NAMES_MARKET = /\$|\bmarkets?\b|\bportfolio\b|\bbasket\b|\bindex\b|\bof all coins\b/;
const NEEDED: Readonly<Record<Filter['kind'], RegExp>> = {
  average:
    /\b(?:avg|ema|bull|bear|bullish|bearish|rising|falling|trending|going|(?:up|down) ?trend(?:ing)?)\b/,
  change: /\b(?:positive|negative|return|momentum|change|roc|trend)\b|\d[dhb]\b/,
  rsi: /\brsi\b/,
  volatility: /\bvolatility\b/,
  drawdown: /%/,
};

const takenFilter = (message: Message): { kind: Filter['kind']; text: string; cash: boolean } | undefined => {
  // A pattern costs more than a word that it cannot do without.
  if (!NAMES_MARKET.test(message.rest())) return undefined;
  for (const [kind, condition] of CONDITIONS) {
    if (!NEEDED[kind].test(message.rest())) continue;
    const clause = `${SUBJECT} ${condition}`;
    const after = message.take(
      new RegExp(
        ` ${COMMA}(?:and |but )?(?:(?:if|when|whenever|while|once|as soon as|unless) )${clause} ${COMMA}(?:then |we |i )?${CASH}(?= )`,
      ),
    );
    if (after) return { kind, text: after, cash: true };
    const before = message.take(
      new RegExp(` ${COMMA}(?:and |or |but |then ){0,2}${CASH} ${COMMA}${CONNECT} ${clause}(?= )`),
    );
    if (before) return { kind, text: before, cash: true };
    const asked = new RegExp(` ${COMMA}${CONNECT} ${clause}(?= )`);
    const leaves = isDownIn(kind, asked.exec(message.rest())?.[0] ?? '') && isLeaving(message, asked);
    const plain =
      message.take(asked) ??
      message.take(
        new RegExp(
          ` (?:[,.;:] )?(?:(?:market|regime|trend|\\$\\w+) )?(?:filter|regime)(?: (?:of|with|on|is|:|that|requires|by|needs)){0,3} ${clause}(?= )`,
        ),
      ) ??
      message.take(
        new RegExp(` (?:,|and|but|with|,? and only|also requires?)(?: only| that)? ${clause}(?= )`),
      );
    if (plain) return { kind, text: plain, cash: leaves };
  }
  const bull = message.take(
    / (?:(?:,|but|and) ){0,2}(?:only )?(?:(?:hold|trade|invest|active|buy) )?(?:only )?(?:in|during) (?:a |an )?(?:bull|bullish|rising|up trending) markets?(?: only)?(?= )/,
  );
  if (bull !== undefined) return { kind: 'average', text: bull, cash: false };
  const named = message.take(
    new RegExp(
      ` (?:with |using |and |, |plus |add ){0,2}(?:a |the )?(?:\\$\\w+|market) ${PERIOD} ${AVERAGE}(?: market| regime| trend)? filter(?= )`,
    ),
  );
  return named === undefined ? undefined : { kind: 'average', text: named, cash: false };
};

/** The market's condition; what is held otherwise is taken along, as it is cash anyway. */
export const readFilter = (message: Message): Filter | undefined => {
  while (message.take(ELSE) !== undefined);
  const taken = takenFilter(message);
  if (!taken) return undefined;
  const { kind, text, cash } = taken;
  const condition = conditionOf(kind, text);
  if (!condition) return undefined;
  const isExit = cash || kind === 'drawdown';
  const withoutCash = text.replace(/\b(?:get out of|get out|stay out)\b/g, '');
  // Three turns: it speaks of cash, it says "unless", it is below.
  const isDown = isBelowIn(kind, withoutCash);
  const turns = (isExit ? 1 : 0) + FLIPS(withoutCash);
  const isBelow = kind === 'drawdown' ? false : isDown !== (turns % 2 === 1);
  const filter = { ...condition, isBelow, isExit } as Filter;
  if (filter.kind !== 'drawdown') return filter;
  const back = message.take(BACK);
  const [period] = periodsIn(back ?? '');
  return period === undefined ? filter : { ...filter, back: period };
};
