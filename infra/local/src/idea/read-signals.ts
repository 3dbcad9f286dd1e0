// Reads conditions on each coin by itself: averages, breakouts, RSI, distance from an average, MACD, changes.
import type { Period, Signal } from './idea.ts';
import { AVERAGE } from './read-market.ts';
import { type Message, NUMBER, numbersIn, PERIOD, periodIn, periodsIn } from './words.ts';

const VERBS =
  '(?:(?:is|are|was|it|its|price|prices|close|closes|closed|closing|trade|trades|trading|stay|stays|goes|rises|moves|cross|crosses|crossing|crossed|crossover|break|breaks|breaking|get|gets|climbs|back|has|dips|falls|fall|drops|drop|dropped|fallen|slips|well|far|they|or|at) ){0,4}';
const ABOVE = '(?:above|over|higher than|greater than|more than|exceeds)';
const BELOW = '(?:below|under|beneath|lower than|less than)';
const BUY =
  '(?:(?:buy|hold|own|enter|long|keep|in|be invested in) )?(?:(?:a|each|every|any|all|the|only|coin|coins|it|them|those|which|that|when|while|whenever|if|once|as|long|and|whose|with|its|their|after|on|,|has|have|having|is|are|fast|slow|price|line|where|but|for) ){0,9}';
const SELL =
  '(?:[,;.] )?(?:(?:and|then|but|,) ){0,2}(?:sell|exit|leave|get out|close|take profits?|out|get out of)(?: (?:it|them|the|coin|coins|position|positions|a|each|again|everything|all|out|of)){0,4}';
const WHEN =
  '(?:(?:when|once|if|after|at|on|as soon as|it|they|its|the|price|prices|rsi|is|are|was|back|has|have|go|goes|gets?|rises?|reach(?:es)?|returns?|return|returned|recovers?|recovered|to|crosses|cross|climbs?|closes?|close|breaks?|falls?|fall|drops?|drop|trades?|hits?|above|over|below|under|again|a|z|score|index|more|than|near|touch(?:es)?|up|down|their|make|makes|new) ){0,9}';

type Reader = {
  readonly pattern: RegExp;
  /** Undefined where the text is no such condition after all. */
  readonly signal: (text: string) => Signal | undefined;
};

const pattern = (source: string): RegExp => new RegExp(` ${source}(?= )`);
const LOOK = `(?: (?:over|of|for|in|with|within|using|during|from|on|by|a|the|its|their|last|past|previous|prior|lookback|window|set|period|measured|calculated|based)){0,6}`;
const AFTER = `(?:${LOOK} ${PERIOD}(?: (?:window|lookback|average|avg))?)?`;

const bars = (count: number | undefined): Period | undefined =>
  count !== undefined && count >= 2 && count <= 400 ? { count, unit: 'bars' } : undefined;
const within = (value: number | undefined, least: number, most: number): number | undefined =>
  value !== undefined && value >= least && value <= most ? value : undefined;

const isExponential = (text: string): boolean => /\b(?:ema|exponential)\b/.test(text);

/** Two averages, the shorter one first; plain numbers are days, or what the other one is in. */
const crossOf = (text: string): Signal | undefined => {
  // "70/30" and "20/10" are no averages, which go from the fast to the slow one.
  const bare = /^(\d+) \/ (\d+)$/.exec(text.trim());
  if (bare && Number(bare[1]) > Number(bare[2])) return undefined;
  const named = periodsIn(text);
  const plain = numbersIn(text).map((count): Period => ({ count, unit: named[0]?.unit ?? 'days' }));
  const [fast, slow] = [...named, ...plain]
    .filter(({ count }) => count >= 2 && count <= 400)
    .sort((a, b) => a.count - b.count);
  const isGolden = /\b(?:golden|death) (?:cross|crosses)\b/.test(text);
  const [usualFast, usualSlow]: [Period, Period] = isGolden
    ? [
        { count: 50, unit: 'days' },
        { count: 200, unit: 'days' },
      ]
    : [
        { count: 20, unit: 'days' },
        { count: 50, unit: 'days' },
      ];
  if (fast !== undefined && slow === undefined) return undefined;
  if (fast?.count === slow?.count && fast !== undefined) return undefined;
  return {
    kind: 'average',
    fast: fast ?? usualFast,
    period: slow ?? usualSlow,
    isExponential: isExponential(text),
    isBelow: false,
  };
};

const LENGTH = `(?:${PERIOD}|${NUMBER})`;
const AVG_ONE = `(?:(?:its|their|the|a) )?(?:${LENGTH} ${AVERAGE}|${AVERAGE} ${LENGTH}|${AVERAGE} (?:of|over)(?: the last)? ${LENGTH})`;

const averageOf = (text: string): Signal => {
  const [period] = periodsIn(text);
  const number = within(numbersIn(text)[0], 2, 400);
  const isBelow = new RegExp(`\\b${BELOW}\\b`).test(text);
  const length = period ?? (number === undefined ? undefined : { count: number, unit: 'days' as const });
  return { kind: 'average', ...(length && { period: length }), isExponential: isExponential(text), isBelow };
};

const AVERAGES: readonly Reader[] = [
  // "its 20-day average is above its 50-day average", "20 EMA crosses over the 50 EMA"
  {
    pattern: pattern(
      `${BUY}${AVG_ONE} ${VERBS}(?:${ABOVE}|and|crosses|cross|crossing) ${AVG_ONE}(?: cross(?:over|es)?)?`,
    ),
    signal: crossOf,
  },
  // "EMA crossover of 12 and 26 days", "20/50 EMA cross", "golden cross"
  {
    pattern: pattern(
      `${BUY}(?:(?:a|the|use|on|an|with|of) ){0,2}(?:${LENGTH}(?: day| d)? ?(?:/|and|over|,|with) ?${LENGTH}(?: day)? (?:${AVERAGE} )?(?:cross ?over|crossing|cross|crosses|averages?|${AVERAGE})s?(?: (?:of )?${AVERAGE})?|(?:${AVERAGE} )?(?:cross ?over|crossing|cross|crosses)s?(?: (?:of|with|between|using|:|the|a|strategy|system)){0,3} (?:${AVERAGE} )?${LENGTH} (?:/|and|over|,|with|day) ?(?:the |and )?${LENGTH}(?: ${AVERAGE})?|${AVERAGE} (?:of )?${LENGTH} (?:/|and|over|,|with|above) ?${LENGTH}(?!(?: (?:and|,|or)){1,2} \\d| return)|${LENGTH} / ${LENGTH})`,
    ),
    signal: crossOf,
  },
  {
    pattern: pattern(
      `${BUY}(?:(?:a|the|use|on|an|trade) ){0,2}(?:golden|death) cross(?:es)?(?: (?:strategy|per|for|each|on|of|coin)){0,4}(?: ${SELL} ${WHEN}(?:death cross))?`,
    ),
    signal: crossOf,
  },
  {
    pattern: pattern(
      `(?:(?:a|the|use|using|with|on|an) ){0,2}(?:${PERIOD} ${AVERAGE}|${AVERAGE} of ${PERIOD}) (?:trend )?filter(?: (?:on|for|per|each|every|coin|coins|:|,)){0,4}(?: (?:hold|buy|own)(?: (?:each|a|every|coin|coins|it|while|when|is|only|the|all|that|are)){0,6} above (?:it|that))?`,
    ),
    signal: averageOf,
  },
  {
    pattern: pattern(`${BUY}(?:(?:a|the|use|on|an|simple) ){0,2}${AVERAGE} cross ?overs?`),
    signal: (text) => (/\d/.test(text) ? undefined : crossOf(text)),
  },
  {
    pattern: pattern(
      `${BUY}${VERBS}(?:${ABOVE}|${BELOW}) (?:(?:its|their|the|a|own|respective) ){0,2}(?:${LENGTH} )?${AVERAGE}(?: (?:of|over)(?: the| last){0,2} ${PERIOD}| ${NUMBER})?`,
    ),
    signal: averageOf,
  },
];

const REVERSIONS: readonly Reader[] = [
  {
    pattern: pattern(
      `${BUY}${VERBS}(?:(?:at least|more than|over) )?${NUMBER} (?:(?:standard )?deviations) (?:below|under|beneath) (?:(?:its|their|the|a|own) ){0,2}(?:${LENGTH} )?(?:${AVERAGE}|mean)${AFTER}`,
    ),
    signal: (text) => reversionOf(text),
  },
  {
    pattern: pattern(
      `${BUY}(?:(?:${PERIOD}) )?z ?scores?${AFTER} ${VERBS}${BELOW} (?:- ?|minus )?${NUMBER}${AFTER}`,
    ),
    signal: (text) => reversionOf(text),
  },
  {
    pattern: pattern(
      `${BUY}${VERBS}(?:${BELOW}|touch(?:es)?|hit|hits|at|reach(?:es)?) (?:its |the |their )?lower (?:${PERIOD} )?(?:bollinger(?: bands?)?|bands?)${AFTER}|${BUY}${VERBS}(?:${BELOW}|touch(?:es)?|hits?|at) (?:its |the )?(?:${PERIOD} )?(?:lower )?bollinger (?:lower )?bands?${AFTER}`,
    ),
    signal: (text) => ({ kind: 'reversion', deviations: 2, ...periodIn(text) }),
  },
];

/** A style that is only named. */
const NAMED_REVERSIONS: readonly Reader[] = [
  {
    pattern: pattern(
      `(?:(?:a|the|use|with|simple|trade) ){0,2}(?:mean|price) (?:reversion|reverting|reversal)(?: (?:strategy|system|trading))?(?: :)?(?:${LOOK} ${PERIOD}(?: (?:window|lookback|average|avg|mean))?)?(?: (?:and|with|,|at|of) ${NUMBER} (?:standard )?deviations?)?`,
    ),
    signal: (text) => reversionOf(text),
  },
];

const reversionOf = (text: string): Signal => {
  const deviations = within(numbersIn(text).at(-1), 0.1, 6);
  return {
    kind: 'reversion',
    ...(deviations !== undefined && /deviations|z ?score/.test(text) && { deviations }),
    ...periodIn(text),
  };
};

/** "sell when it is back at its average", "exit at the upper band", "sell at z-score above 1". */
const REVERSION_EXITS: readonly (readonly [RegExp, (text: string) => number | undefined])[] = [
  [pattern(`${SELL} ${WHEN}(?:the |its )?(?:upper|top) (?:bollinger )?bands?`), () => 2],
  [
    pattern(
      `${SELL} ${WHEN}${NUMBER} (?:standard )?deviations above(?: (?:its|the|their)){0,2}(?: ${LENGTH})?(?: ${AVERAGE}| mean)?`,
    ),
    (text) => numbersIn(text)[0],
  ],
  [
    pattern(`${SELL} ${WHEN}(?:its |the |their )?(?:${LENGTH} )?(?:${AVERAGE}|mean|middle band|middle)`),
    () => 0,
  ],
  [pattern(`${SELL} ${WHEN}(?:above |over )?(?:-? ?)${NUMBER}`), (text) => within(numbersIn(text)[0], 0, 6)],
];

const RSI = `(?:(?:${PERIOD} )?(?:rsi|relative strength index)(?: ${LENGTH}| of ${LENGTH})?(?:${LOOK} ${PERIOD})?)`;

const rsiOf = (text: string): Signal => {
  const first = new RegExp(`(?:rsi|relative strength index)(?: of)? (${NUMBER})(?! ?(?:and|%))`).exec(
    text,
  )?.[1];
  const isBare = new RegExp(`(?:rsi|index)(?: of)? ${NUMBER}`).test(text) && numbersIn(text).length > 1;
  const period = periodsIn(text)[0] ?? (isBare ? bars(Number(first)) : undefined);
  const numbers = numbersIn(text).slice(isBare && periodsIn(text).length === 0 ? 1 : 0);
  const below = within(
    numbers.find((number) => number <= 50),
    1,
    60,
  );
  const above = within(
    numbers.findLast((number) => number > 40 && number !== below),
    30,
    99,
  );
  return {
    kind: 'rsi',
    ...(period && { period }),
    ...(below !== undefined && { below }),
    ...(above !== undefined && { above }),
  };
};

const RSIS: readonly Reader[] = [
  {
    pattern: pattern(
      `${BUY}${RSI}(?: :)? ${VERBS}(?:buy )?(?:${BELOW}|at|oversold) ?(?:${NUMBER})?(?: (?:and|,|;|or|then)){0,2}(?: (?:sell|exit|sold|take profits?|close|leave|get out|out|hold until|until)(?: (?:it|them|coin|coins|the position|position|is|the|those|again|and)){0,3}) ${WHEN}(?:${NUMBER}|overbought)`,
    ),
    signal: rsiOf,
  },
  {
    pattern: pattern(
      `(?:use |with |the )?${RSI}(?: :| ,)? (?:(?:when|if|once|it|is|buy|go|long|goes|while) ){0,5}(?:${BELOW}) ${NUMBER}(?: (?:go|get|buy|long|in|enter|and|,|;|the|coin|it)){0,6} (?:(?:when|if|once|it|is|goes|then|sell|exit) ){1,5}(?:above|over) ${NUMBER}(?: (?:get|go|sell|exit|out|it|close|to|cash)){0,4}`,
    ),
    signal: rsiOf,
  },
  {
    pattern: pattern(`${BUY}${RSI}(?: :)? ${VERBS}(?:buy )?(?:${BELOW}|at) ${NUMBER}`),
    signal: rsiOf,
  },
  {
    pattern: pattern(`${BUY}${RSI} ${VERBS}${ABOVE} ${NUMBER}`),
    signal: (text) => {
      const numbers = numbersIn(text);
      const period = periodsIn(text)[0] ?? (numbers.length > 1 ? bars(numbers[0]) : undefined);
      return { kind: 'rsi-level', ...(period && { period }), level: numbers.at(-1) ?? 50, isBelow: false };
    },
  },
  {
    pattern: pattern(
      `${BUY}${VERBS}(?:oversold|sold off)(?: (?:coins|by|on|according|to|the|their|in|${RSI}|,|and)){0,5}(?: ${SELL} ${WHEN}(?:overbought|${NUMBER}))?`,
    ),
    signal: rsiOf,
  },
  {
    pattern: pattern(
      `(?:(?:a|the|use|with|trade) ){0,2}${RSI} (?:reversal|strategy|bounce|bounces|dips?|mean reversion)`,
    ),
    signal: rsiOf,
  },
];

const macdOf = (text: string): Signal => ({
  kind: 'macd',
  isZeroLine:
    /\b(?:zero|0|positive|negative)\b/.test(text) && !/\bsignal\b/.test(text) && !/histogram/.test(text),
  isBelow: new RegExp(`\\b(?:${BELOW}|negative|bearish)\\b`).test(text),
});

const MACDS: readonly Reader[] = [
  {
    pattern: pattern(
      `${BUY}(?:the |use )?macd(?: line| histogram)? ${VERBS}(?:(?:${ABOVE}|${BELOW}|crosses|through|positive|bullish|negative|bearish|cross|turns|on|up) ){0,3}(?:(?:its|the|a) )?(?:signal(?: line)?|zero(?: line)?|0(?: line)?|positive|bullish|negative|bearish)`,
    ),
    signal: macdOf,
  },
  {
    pattern: pattern(
      `(?:(?:a|the|use|with|trade|positive|bullish|on) ){0,3}macd(?: (?:cross ?over|cross|signal|line|crosses|strategy|histogram|12|26|9|/|,)){0,6}`,
    ),
    signal: macdOf,
  },
];

/** "sell when it is below again": the opposite of how it was bought, if it names no other numbers. */
const againPattern = (numbers: readonly string[]): RegExp =>
  pattern(
    `${SELL}(?: (?:when|once|if|after|as soon as|it|they|its|their|the|price|rsi|macd|is|are|turns?|crosses|cross|closes?|falls?|drops?|goes|trades?|breaks|gets|back|again|no longer|below|under|beneath|above|over|that|signal|line|zero|negative|moving|simple|exponential|avg|ema|average|momentum|return${numbers.map((number) => `|${number.replace('.', '\\.')}`).join('')})){1,14}`,
  );

/** Takes what only says that a condition ends where it no longer holds. */
export const takeAgain = (said: string, message: Message): void => {
  const numbers = said.match(/\b\d+(?:\.\d+)?[dhb%]?/g) ?? [];
  const words = /\b(?:below|under|beneath|negative|falls?|drops?|no longer|again|turns?|it|crosses|cross)\b/;
  const found = againPattern(numbers).exec(message.rest());
  if (found && words.test(found[0])) message.take(againPattern(numbers));
};

export type Family = {
  /** Without such a word there is no need to look closer. */
  readonly needed: RegExp;
  readonly readers: readonly Reader[];
};
export const FAMILIES: readonly Family[] = [
  { needed: /\bmacd\b/, readers: MACDS },
  { needed: /\b(?:rsi|relative strength|oversold|sold off)\b/, readers: RSIS },
  { needed: /\b(?:deviations|z ?scores?|bollinger|bands?)\b/, readers: REVERSIONS },
];
export const AVERAGE_FAMILY: Family = { needed: /\b(?:avg|ema|cross\w*)\b|\d \/ \d/, readers: AVERAGES };
export { AFTER, BELOW, BUY, NAMED_REVERSIONS, pattern, type Reader, SELL, VERBS, WHEN, within };

/** Takes what is said of leaving a position that reverted; the exit of the signal. */
export const withExit = (signal: Signal, message: Message): Signal => {
  if (signal.kind === 'rsi' && signal.above === undefined) {
    const sold = message.take(pattern(`${SELL} ${WHEN}${NUMBER}`));
    const above = within(numbersIn(sold ?? '').at(-1), 30, 99);
    return above === undefined ? signal : { ...signal, above };
  }
  if (signal.kind !== 'reversion') return signal;
  for (const [exit, value] of REVERSION_EXITS) {
    const found = message.take(exit);
    const at = found === undefined ? undefined : value(found);
    if (at !== undefined) return { ...signal, exit: at };
  }
  return signal;
};
