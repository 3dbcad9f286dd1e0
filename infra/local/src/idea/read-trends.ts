// Reads conditions on a coin's own price: breakouts, changes, the middle of its range, its distance from a high, its volume.

import type { Signal } from './idea.ts';
import {
  AFTER,
  AVERAGE_FAMILY,
  BELOW,
  BUY,
  FAMILIES,
  type Family,
  NAMED_REVERSIONS,
  pattern,
  type Reader,
  SELL,
  takeAgain,
  VERBS,
  WHEN,
  withExit,
} from './read-signals.ts';
import type { Message } from './words.ts';
import { EVER, NUMBER, numbersIn, PERCENT, PERIOD, periodIn, periodsIn, sharesIn } from './words.ts';

const ABOVE = '(?:above|over|more than|at least|exceeds|greater than|higher than)';
const HIGH = '(?:high|highs|highest (?:high|close|price)|maximum|peak|top|channel|upper (?:band|channel))';
const LOW = '(?:low|lows|lowest (?:low|close|price)|minimum|bottom|lower (?:band|channel))';
const EXIT_AT_LOW = `(?:[,;.] )?(?:and |then )?(?:${SELL} )?${WHEN}(?:${BELOW} )?(?:(?:its|the|a|their|new|previous|last) ){0,3}(?:${PERIOD} ${LOW}|${LOW} (?:of|over)(?: the| last| past){0,2} ${PERIOD})`;
const EXIT_AFTER = `(?:[,;.] )?(?:and |with )?(?:(?:a|an) )?(?:${PERIOD} exits?|exits? (?:of|after|at|on|over|:) ?(?:the |a )?${PERIOD}(?: ${LOW})?|exit channel of ${PERIOD})`;

const breakoutOf = (text: string): Signal => {
  const plain = numbersIn(text).map((count) => ({ count, unit: 'days' }) as const);
  const [period, exit] = [...periodsIn(text), ...plain];
  return { kind: 'breakout', ...(period && { period }), ...(exit && { exit }) };
};

const ENTRY = [
  `${BUY}(?:break ?outs?|donchian|turtles?)(?: (?:channel|system|trading|of|:|with)){0,3} ${NUMBER} / ${NUMBER}(?: (?:break ?outs?|turtles?|donchian|system|channel)){0,2}`,
  `${BUY}(?:${PERIOD} )(?:donchian )?(?:channel )?break ?outs?(?: (?:strategy|system|trading|of|above|highs?))?`,
  `${BUY}(?:(?:a|the|at|new|on|trade|use|with|donchian|price|channel|turtle|style) ){0,5}(?:break ?outs?|breaking out|break out|breaks out)(?: (?:above|over|of|from|the|its|their|a|new|prior|previous|donchian|channel|range|past|last|strategy|system|trading|through|on|with|in|to|at|and|:|,|highest|high|highs|price|days)){0,8}(?: ${PERIOD})?(?: (?:donchian )?${HIGH}| (?:break ?outs?|window|lookback|breakout system))?`,
  `${BUY}(?:(?:a|the|use|with|at|its) ){0,2}(?:${PERIOD} )?(?:donchian|turtle|turtles)(?: (?:channel|channels|trading|system|style|breakout|strategy|rules|:|of|with)){0,4}${AFTER}(?: (?:break ?outs?))?`,
  `${BUY}${VERBS}(?:(?:makes|make|made|hits?|sets?|reach|reaches|new|prints?|exceeds|through|above|at|on|to|over) ){0,4}(?:(?:its|the|a|their|new|previous|prior) ){0,3}${PERIOD} ${HIGH}`,
  `${BUY}${VERBS}(?:above|over|exceeds|through) (?:the |its |their )?${HIGH} (?:of|over)(?: the| last| past| previous| prior){0,2} ${PERIOD}`,
  `${BUY}(?:makes|make|at|hits|set|sets) (?:(?:a|new) ){1,2}highs?${AFTER}`,
];

const BREAKOUTS: readonly Reader[] = ENTRY.flatMap((entry): Reader[] => [
  { pattern: pattern(`${entry} ?${EXIT_AT_LOW}`), signal: breakoutOf },
  { pattern: pattern(`${entry} ?${EXIT_AFTER}`), signal: breakoutOf },
  { pattern: pattern(entry), signal: breakoutOf },
]);

const RANGES: readonly Reader[] = [
  {
    pattern: pattern(
      `(?:(?:an?|the|with|use|ichimoku|like|style|:|,) ){0,5}${BUY}${VERBS}${ABOVE} (?:(?:the|its|their|a) ){0,2}(?:middle|midpoint|mid point|mid|midline|centre|center|median)(?: (?:of|in|the|its|their|a)){0,3}(?: ${PERIOD})?(?: (?:donchian |price |high low )?(?:range|channel|high and low|highs and lows|high low))?${AFTER}`,
    ),
    signal: (text) => ({ kind: 'range-middle', ...periodIn(text) }),
  },
  {
    pattern: pattern(
      `${BUY}(?:${VERBS}${ABOVE} )?(?:the |its |their )?(?:ichimoku|kijun|base line)(?: (?:like|style|base line|line|kijun|sen|cloud|strategy)){0,3}${AFTER}`,
    ),
    signal: (text) => ({ kind: 'range-middle', ...periodIn(text) }),
  },
];

const fromHigh =
  (isNear: boolean) =>
  (text: string): Signal | undefined => {
    const [share] = sharesIn(text);
    const ever = /\ball time\b/.test(text) ? { period: EVER } : periodIn(text);
    return share === undefined || share >= 1 ? undefined : { kind: 'from-high', ...ever, share, isNear };
  };
const OF_HIGH = `(?:(?:of|from|below|off|under|to) ){1,2}(?:(?:its|their|the|a|recent|own) ){0,2}(?:${PERIOD} |all time )?(?:high|highs|peak|maximum|top|highest (?:close|price))${AFTER}`;

const HIGHS: readonly Reader[] = [
  { pattern: pattern(`${BUY}${VERBS}within ${PERCENT} ${OF_HIGH}`), signal: fromHigh(true) },
  { pattern: pattern(`${BUY}${VERBS}less than ${PERCENT} ${OF_HIGH}`), signal: fromHigh(true) },
  {
    pattern: pattern(
      `${BUY}(?:(?:has|have|is|are|it|down|fell|fallen|drops?|dropped|falls?|by|more|than|at|least|trades?|dips?|of) ){0,6}${PERCENT}(?: or more)? ${OF_HIGH}`,
    ),
    signal: fromHigh(false),
  },
];

const DOWN =
  /\b(?:fell|fallen|falling|fall|falls|down|lost|loses|lose|dropped|drops|drop|declined|negative|below|less than|under)\b/;

const changeOf = (text: string): Signal => {
  const [share = 0] = sharesIn(text);
  const isDown = DOWN.test(text);
  return { kind: 'change', ...periodIn(text), over: isDown ? -share : share, isLess: isDown };
};
const SPAN = `(?: (?:over|in|during|within|for|on|of|since|than|versus|from|it|they|was|were|the|a|its|their|last|past|previous|prior|trailing|what|price)){1,7} ${PERIOD}(?: (?:ago|before|earlier|window|lookback))?`;
const MOVED =
  '(?:rose|risen|rise|rises|rising|gained|gain|gains|up|higher|positive|appreciated|went up|gone up|climbed|increased|fell|fallen|falling|fall|falls|down|lost|dropped|drops|drop|declined|negative)';
const BY = `(?: (?:by|more|than|over|at|least|only)){0,3}`;
const TREND = '(?:momentum|return|change|roc|rate of change|trend|performance)';

const CHANGES: readonly Reader[] = [
  // A simple average rises exactly when the price is above that of so many bars before.
  {
    pattern: pattern(
      `${BUY}${PERIOD} (?:(?:simple|moving) ){0,2}avg (?:is|are|keeps|points|slopes|has|been|goes|turns)(?: (?:been|going|sloping|pointing|turning))? ?(?:rising|up|upwards?|increasing|positive)`,
    ),
    signal: changeOf,
  },
  {
    pattern: pattern(`(?:but |and |, ){0,2}(?:only )?${BUY}${VERBS}${MOVED}(?:${BY} ${PERCENT})?${SPAN}`),
    signal: changeOf,
  },
  { pattern: pattern(`${BUY}${VERBS}${MOVED}${BY} ${PERCENT}`), signal: changeOf },
  {
    pattern: pattern(
      `(?:but |and |, ){0,2}(?:only |each |just )?${BUY}(?:(?:a|its|their|own|the) ){0,2}(?:${PERIOD} )?${TREND}${AFTER} ${VERBS}(?:positive|negative|(?:${ABOVE}|${BELOW}) (?:zero|0%|0|${PERCENT}))${AFTER}`,
    ),
    signal: changeOf,
  },
  {
    pattern: pattern(
      `(?:but |and |, ){0,2}(?:only |just )?${BUY}(?:(?:a|its|their|own|the) ){0,2}(?:positive|negative) (?:${PERIOD} )?(?:absolute )?${TREND}${AFTER}`,
    ),
    signal: changeOf,
  },
  {
    pattern: pattern(
      `(?:but |and |, ){0,2}(?:only |each ){0,2}(?:(?:if|when|while|provided|where|those|that|which|ones|they|it|coins) ){1,4}(?:itself |themselves )?(?:(?:has|have|is|are|it|they|also|actually|at all|themselves) ){0,3}${MOVED}(?: at all)?`,
    ),
    signal: changeOf,
  },
  { pattern: pattern(`${BUY}(?:positive|negative)(?: ones)?`), signal: changeOf },
];

const VOLUMES: readonly Reader[] = [
  {
    pattern: pattern(
      `${BUY}(?:trading )?volume ${VERBS}${ABOVE} (?:(?:its|the|their|a) ){0,2}(?:${PERIOD} )?(?:moving )?avg(?: volume)?${AFTER}`,
    ),
    signal: (text) => ({ kind: 'volume', ...periodIn(text) }),
  },
];

/** Styles that are named without a comparison. Momentum or a trend: what rose is held. */
const PLAIN_TRENDS: readonly Reader[] = [
  ...NAMED_REVERSIONS,
  { pattern: pattern(`${BUY}(?:the )?dips?`), signal: () => ({ kind: 'reversion' }) },
  {
    pattern: pattern(
      `(?:follow(?:ing)? |ride |with |a |the |use |using |time series |absolute |trade |on |pure ){0,4}(?:trends?|momentum|trend following)(?: (?:following|strategy|system|trading|rotation|rule)){0,2}${AFTER}`,
    ),
    signal: (text) => ({ kind: 'change', ...periodIn(text), over: 0, isLess: false }),
  },
  {
    pattern: pattern(`${BUY}${PERIOD} (?:momentum|trend|return)(?: (?:strategy|rotation))?`),
    signal: (text) => ({ kind: 'change', ...periodIn(text), over: 0, isLess: false }),
  },
  {
    pattern: pattern(
      `(?:${BUY}|(?:what(?:ever)?|coins) ){0,2}(?:is |are |in (?:a |an )?|goes |going |moves )?(?:rising|rose|going up|goes up|up ?trends?|trending up|up ?trending|up trend)${AFTER}`,
    ),
    signal: (text) => ({ kind: 'change', ...periodIn(text), over: 0, isLess: false }),
  },
];

const LEAVES =
  /\b(?:sell|exit|step out|get out|leave|liquidate|bail|dump|flat|cash|close (?:everything|all))\b/;
const ENTERS = /\b(?:buy|hold|own|enter|long|pick|trade)\b/;

/** A fall after a word for selling is no reason to buy. */
const isLeft = (rest: string, found: RegExpExecArray, signal: Signal): boolean => {
  const isFall =
    (signal.kind === 'from-high' && !signal.isNear) || (signal.kind === 'change' && signal.isLess);
  const clause =
    rest
      .slice(0, found.index)
      .split(/[,;.:·×]/)
      .at(-1) ?? '';
  return isFall && LEAVES.test(clause) && !ENTERS.test(`${clause.split(LEAVES).at(-1)} ${found[0]}`);
};

/** All conditions of a message, each kind at most once. */
export const readSignals = (message: Message): readonly Signal[] => {
  const signals: Signal[] = [];
  const all: readonly Family[] = [
    { needed: /\bvolume\b/, readers: VOLUMES },
    ...FAMILIES,
    { needed: /%/, readers: HIGHS },
    { needed: /\b(?:mid\w*|centre|center|median|ichimoku|kijun|base line)\b/, readers: RANGES },
    AVERAGE_FAMILY,
    {
      needed: /\b(?:break\w*|donchian|turtles?|highs?|highest|channel|maximum|peak|top|upper)\b/,
      readers: BREAKOUTS,
    },
    { needed: /./, readers: CHANGES },
  ];
  for (const { needed, readers } of all) {
    if (!needed.test(message.rest())) continue;
    for (const { pattern: said, signal } of readers) {
      const found = said.exec(message.rest());
      const read = found && signal(found[0].trim());
      if (!read) continue;
      if (isLeft(message.rest(), found, read)) {
        message.leave(said);
        break;
      }
      message.take(said);
      signals.push(withExit(read, message));
      takeAgain(found[0], message);
      break;
    }
  }
  return signals;
};

/** A condition that is only named, where no other says more. */
export const readPlainTrend = (message: Message): Signal | undefined => {
  for (const { pattern: said, signal } of PLAIN_TRENDS) {
    const found = message.take(said);
    const read = found === undefined ? undefined : signal(found);
    if (read) return withExit(read, message);
  }
  return undefined;
};

/** The names of conditions, where they are named besides being said. */
const NAMES: Readonly<Partial<Record<Signal['kind'], string>>> = {
  change: '(?:follow(?:ing)? (?:the )?trends?|trend following|(?:time series |absolute )?momentum|trends?)',
  average:
    '(?:trend following|moving average|(?:moving )?avg|cross ?over|follow(?:ing)? (?:the )?trends?|trends?)',
  breakout: '(?:turtles?|donchian|break ?outs?|channel|trend following)',
  rsi: '(?:rsi|mean reversion|oversold|relative strength index|dips?)',
  'rsi-level': 'rsi',
  reversion:
    '(?:mean reversion|mean reverting|reversion|bollinger(?: bands?)?(?: bounces?)?|dips?|z ?score|bounces?)',
  macd: '(?:macd|trend(?: following)?)',
  'range-middle': '(?:ichimoku|kijun|donchian)',
  'from-high': '(?:the )?dips?',
};

/** Takes the names of conditions that were read. */
export const takeNames = (message: Message, signals: readonly Signal[]): void => {
  for (const { kind } of signals) {
    const name = NAMES[kind];
    if (name)
      while (
        message.take(
          pattern(
            `(?:(?:a|the|use|using|with|simple|pure|classic|do|like|buy) ){0,3}${name}(?: (?:trading|strategy|system|style|like|rule|approach|filter)){0,2}`,
          ),
        ) !== undefined
      );
  }
};
