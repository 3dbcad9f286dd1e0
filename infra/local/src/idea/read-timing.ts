// Reads when the strategy trades, and in which days of a week or month it holds coins at all.
import type { Cadence, Window } from './idea.ts';
import { type Message, NUMBER, periodsIn } from './words.ts';

const DAYS: readonly (readonly [RegExp, number])[] = [
  [/\bmon(?:days?)?\b/, 0],
  [/\btue(?:s|sdays?)?\b/, 1],
  [/\bwed(?:nesdays?)?\b/, 2],
  [/\bthu(?:r|rs|rsdays?)?\b/, 3],
  [/\bfri(?:days?)?\b/, 4],
  [/\bsat(?:urdays?)?\b/, 5],
  [/\bsun(?:days?)?\b/, 6],
];
const DAY = '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)';
const WEEK = 7;

/** The days of a text in their order. */
const daysIn = (text: string): number[] =>
  [...text.matchAll(new RegExp(`\\b${DAY}\\b`, 'g'))].flatMap(([word]) => {
    const found = DAYS.find(([pattern]) => pattern.test(word));
    return found ? [found[1]] : [];
  });

const HOLD =
  '(?:(?:only |just )?(?:hold|buy|own|be invested|invest|stay invested|enter|get in|long|be in the market|in the market)(?: (?:only|all|the|coins|everything|it|them|in|at|open|of|every|each|\\$\\w+|and|,|on|equally|market|portfolio)){0,8})';
const OUT =
  '(?:sell|exit|(?:be|go|stay|move|sit|get|switch|is|are) (?:in |to |into |back to |back in )?(?:cash|usdt|out|flat)|close|in cash|in usdt|out|cash|go flat)(?: (?:everything|all|it|them|again|of the market|the coins|coins|positions|out))?';

type Reader = readonly [pattern: RegExp, window: (text: string) => Window | undefined];

const fromTo = ([from, to]: readonly number[], isIncluded: boolean): Window | undefined => {
  if (from === undefined || to === undefined) return undefined;
  const days = (to - from + (isIncluded ? 1 : 0) + WEEK) % WEEK;
  return days === 0 ? undefined : { kind: 'week', from, days };
};

/** A day's close is the open of the next one. */
const AT_HOURS = new RegExp(`(${DAY}) (open|close)`, 'g');
const fromHourToHour = (text: string): Window | undefined =>
  fromTo(
    [...text.matchAll(AT_HOURS)].map(
      ([, day, hour]) => ((daysIn(String(day))[0] ?? 0) + (hour === 'close' ? 1 : 0)) % WEEK,
    ),
    false,
  );

const WEEK_WINDOWS: readonly Reader[] = [
  // "from Friday's close to Monday's open"
  [
    new RegExp(
      ` (?:${HOLD} )?(?:(?:only|from|on|at|between|the|every|each) ){0,3}${DAY} (?:open|close) (?:(?:and|,|then|to|until|till|through) ){1,3}(?:${OUT} )?(?:(?:on|at|the|every|each|before|next|following|by) ){0,3}${DAY} (?:open|close)(?= )`,
    ),
    fromHourToHour,
  ],
  // "sell on Friday and buy back on Monday"
  [
    new RegExp(
      ` ${OUT} (?:(?:on|every|each|at|the|close|open|of|from|before) ){0,4}${DAY}(?: (?:open|close|evening|night))? (?:(?:and|,|then|;) ){0,3}(?:buy|re ?enter|get|go|come|return|enter|invest|buy again|be)(?: (?:back|in|again|everything|all|it|them|coins|the|market|into|on|every|each|at|open|of)){0,7} ${DAY}(?: (?:open|morning))?(?= )`,
    ),
    (text) => fromTo(daysIn(text).toReversed(), false),
  ],
  // "buy on Mondays and be in cash from Friday on", "buy Monday, sell Friday"
  [
    new RegExp(
      ` (?:${HOLD} )?(?:on |every |each |at the open of |from |at )?(?:every |each )?${DAY}(?: (?:at|the|open|morning|close|evening)){0,3} (?:(?:and|,|then|to|until|till|;) ){0,3}(?:${OUT} )(?:(?:on|every|each|from|at|the|by|open|of|again|before|starting) ){0,4}${DAY}(?: (?:on|onwards?|open|morning))?(?= )`,
    ),
    (text) => fromTo(daysIn(text), false),
  ],
  // "in cash from Friday to Sunday", "cash on Saturday and Sunday"
  [
    new RegExp(
      ` ${OUT} (?:(?:on|from|every|each|over|during) ){0,3}${DAY} (?:to|through|thru|until|till|and) (?:every |each )?${DAY}(?= )`,
    ),
    (text) => {
      const [out, back] = daysIn(text);
      return out === undefined || back === undefined ? undefined : fromTo([(back + 1) % WEEK, out], false);
    },
  ],
  // "stay out of the market on Sundays"
  [
    new RegExp(
      ` (?:(?:and|but|,) ){0,2}(?:(?:stay|be|sit|keep|remain|go|is|are) (?:out|in cash|in usdt|flat|to cash|aside)|avoid|no (?:positions|trades|trading|coins)|not|do not (?:hold|trade|buy)|don't (?:hold|trade|buy)|in cash|cash|except|out)(?: (?:of|the|market|on|any|anything|coins|every|each|during)){0,5} ${DAY}(?= )`,
    ),
    (text) => ({ kind: 'week', from: ((daysIn(text)[0] ?? 0) + 1) % WEEK, days: WEEK - 1 }),
  ],
  [
    new RegExp(
      ` (?:${HOLD} )?(?:only )?(?:from |on |between )?(?:every |each )?${DAY} (?:until|till|up to) (?:every |each )?${DAY}(?= )`,
    ),
    (text) => fromTo(daysIn(text), false),
  ],
  [
    new RegExp(
      ` (?:${HOLD} )?(?:only )?(?:from |on |between )?(?:every |each )?${DAY} (?:to|through|thru|and) (?:every |each )?${DAY}(?= )`,
    ),
    (text) =>
      /\b(?:hold|buy|own|invest|invested|long|only|in the market|from)\b/.test(text)
        ? fromTo(daysIn(text), true)
        : undefined,
  ],
  [
    new RegExp(
      ` (?:${OUT}|skip|avoid|no trading|not|do not hold|don't hold|nothing)(?: (?:on|over|during|at|the|every|each|coins|anything)){0,4} weekend(?= )`,
    ),
    () => ({ kind: 'week', from: 0, days: 5 }),
  ],
  [
    new RegExp(
      ` (?:${HOLD} )?(?:only )?(?:on |over |during |at )?(?:the |every |each )?weekend(?: only)?(?= )`,
    ),
    () => ({ kind: 'week', from: 5, days: 2 }),
  ],
  [
    new RegExp(
      ` (?:${HOLD} )?(?:only )?(?:on |during )?(?:the )?(?:weekday|business days|working days)(?: only)?(?= )`,
    ),
    () => ({ kind: 'week', from: 0, days: 5 }),
  ],
  [
    new RegExp(
      ` (?:hold|own|be invested|invested|stay invested|in the market)(?: (?:all|the|coins|everything|it|them|\\$\\w+|and|equally)){0,6} only on (?:every |each )?${DAY}(?= )`,
    ),
    (text) => ({ kind: 'week', from: daysIn(text)[0] ?? 0, days: 1 }),
  ],
];

const NAMES_DAY = new RegExp(`\\b(?:weekend|weekday|business days|working days|${DAY})\\b`);

const OF_MONTH =
  '(?:(?:of|in) (?:the |each |every |a |any )?(?:(?:next|following|new|calendar) )?(?:month|months|one))';
const DAYS_AT = `(?:(?:last|final) \\d+d ${OF_MONTH}?|first \\d+d(?: ${OF_MONTH})?)`;
const MOST_DAYS = 15;

const monthWindow = (text: string): Window | undefined => {
  const last = Number(/\b(?:last|final) (\d+)d\b/.exec(text)?.[1] ?? 0);
  const first = Number(/\bfirst (\d+)d\b/.exec(text)?.[1] ?? 0);
  const isSound = last + first > 0 && last <= MOST_DAYS && first <= MOST_DAYS;
  return isSound ? { kind: 'month', last, first } : undefined;
};

const MONTH_WINDOWS: readonly Reader[] = [
  [
    / (?:(?:at|from|on|the) ){0,3}(?:start|beginning|begin|first(?: day)?) of (?:the |each |every |a )?(?:new )?months? (?:(?:and|,|then) ){0,3}(?:sell|exit|leave|get out|out|go to cash)(?: (?:it|everything|all|again|after|the|first|on|for)){0,5} \d+d(?: later)?(?= )/,
    (text) => monthWindow(text.replace(/(\d+d)/, 'first $1')),
  ],
  [
    new RegExp(
      ` (?:turn of (?:the |each |every )?month(?: effect)?(?: :)? )?(?:(?:in|during|on|from|over|only|for|the|and) ){0,5}${DAYS_AT}(?: (?:(?:and|to|through|until|plus|,|or|the|in|during) ){1,4}${DAYS_AT})?(?= )`,
    ),
    (text) => (/month/.test(text) ? monthWindow(text) : undefined),
  ],
  [
    / (?:around |at |over |during )?(?:the )?(?:turn of (?:the |each |every )?months?(?: effect)?|month end effect|calendar effect)(?= )/,
    () => ({ kind: 'month', last: 4, first: 3 }),
  ],
];

/** The days in which coins are held. */
export const readWindow = (message: Message): Window | undefined => {
  const readers = [
    ...(/\bmonths?\b|\bcalendar\b/.test(message.rest()) ? MONTH_WINDOWS : []),
    ...(NAMES_DAY.test(message.rest()) ? WEEK_WINDOWS : []),
  ];
  for (const [pattern, window] of readers) {
    const found = pattern.exec(message.rest());
    const read = found && window(found[0]);
    if (!read) continue;
    message.take(pattern);
    takeSame(message, read);
    return read;
  }
  return undefined;
};

/** "Avoid weekends: be in cash on Saturday and Sunday" says one thing twice. */
const takeSame = (message: Message, window: Window): void => {
  for (const [pattern, other] of WEEK_WINDOWS) {
    const found = pattern.exec(message.rest());
    if (found && JSON.stringify(other(found[0])) === JSON.stringify(window)) message.take(pattern);
  }
};

const ON =
  '(?:(?:rebalanced?|rebalancing|rebalances|re balance|trade|trades|traded|trading|changed?|updated?|adjust(?:ed)?|rotated?|check(?:ed)?|review(?:ed)?|reweight(?:ed)?|refresh(?:ed)?|switch(?:ed)?|reshuffled?|decide|re rank|rerank|only|it|once|done|executed|and|,|with|the|portfolio|weights|a|at) ){0,5}';
const EVERY = '(?:every|each|once a|once per|once every|per|a)';

type CadenceReader = readonly [pattern: RegExp, cadence: (text: string) => Cadence | undefined];

const interval = (name: Extract<Cadence, { kind: 'interval' }>['interval']) => (): Cadence => ({
  kind: 'interval',
  interval: name,
});
const HOURS_MOST = 24;
const DAYS_MOST = 366;
const HALF_DAY = 12;

const everyDays = (count: number): Cadence | undefined => {
  if (count === 1) return interval('1d')();
  if (count === WEEK) return interval('weekly')();
  return count >= 2 && count <= DAYS_MOST ? { kind: 'days', days: count } : undefined;
};

const everyHours = (count: number): Cadence | undefined => {
  if ([4, 6, 8, HALF_DAY].includes(count)) return { kind: 'interval', interval: `${count}h` as '4h' };
  return count === HOURS_MOST ? interval('1d')() : undefined;
};

const CADENCES: readonly CadenceReader[] = [
  [
    new RegExp(
      ` ${ON}(?:fortnightly|bi ?weekly|every (?:2|other|second) weeks?|once every 2 weeks)(?: rebalancing| rebalance)?(?= )`,
    ),
    () => everyDays(14),
  ],
  [new RegExp(` ${ON}every (?:other|second) day(?= )`), () => everyDays(2)],
  [new RegExp(` ${ON}every (?:other|second) month(?= )`), () => everyDays(61)],
  [new RegExp(` ${ON}(?:2 times) (?:a|per) month(?= )`), () => everyDays(15)],
  [new RegExp(` ${ON}(?:once )?every ${NUMBER}d(?= )`), (text) => everyDays(periodsIn(text)[0]?.count ?? 0)],
  [new RegExp(` ${ON}(?:once )?every ${NUMBER}h(?= )`), (text) => everyHours(periodsIn(text)[0]?.count ?? 0)],
  [
    new RegExp(
      ` ${ON}(?:on |at )?(?:the )?(?:last (?:day|close|bar)(?: of (?:the |each |every )?month)|(?:end of (?:the |each |every )?month|month end))(?: rebalancing)?(?= )`,
    ),
    () => ({ kind: 'monthly', day: 'last' }),
  ],
  [
    new RegExp(
      ` ${ON}(?:on |at )?(?:the )?(?:(?:first|1 st|1st)(?: (?:day|trading day|of))?(?: of)? (?:the |each |every |a )?(?:new |calendar )?months?|(?:start|beginning|begin) of (?:the |each |every |a )?(?:new )?months?)(?= )`,
    ),
    () => ({ kind: 'monthly', day: 'first' }),
  ],
  [new RegExp(` ${ON}(?:quarterly|${EVERY} quarter)(?: rebalancing| rebalance)?(?= )`), () => everyDays(91)],
  [new RegExp(` ${ON}(?:yearly|annually|${EVERY} year)(?: rebalancing)?(?= )`), () => everyDays(365)],
  [
    new RegExp(
      ` ${ON}(?:on |every |each |once a week on |every week on |weekly on |weekly , on |weekly ,? every )(?:a |every |each )?${DAY}(?: (?:open|close|morning|evening|only))?(?: rebalancing| rebalance)?(?= )`,
    ),
    (text) => ({ kind: 'weekday', day: daysIn(text)[0] ?? 0 }),
  ],
  [
    new RegExp(
      ` (?:rebalanced?|rebalancing|trade|re balance|rotate|update|check) (?:the portfolio |it |weights )?${DAY}(?= )`,
    ),
    (text) => ({ kind: 'weekday', day: daysIn(text)[0] ?? 0 }),
  ],
  [new RegExp(` [,;:] ${DAY}(?= [,.;·]| $)`), (text) => ({ kind: 'weekday', day: daysIn(text)[0] ?? 0 })],
  [
    new RegExp(` ${DAY} (?:rebalanc(?:e|es|ing|ed)|rotation|trades|only)(?= )`),
    (text) => ({ kind: 'weekday', day: daysIn(text)[0] ?? 0 }),
  ],
  [
    new RegExp(
      ` ${ON}(?:weekly|${EVERY} week)(?: rebalanc(?:ing|e|ed)| rotation| basis)?(?! (?:candles?|closes?|bars?|chart|data))(?= )`,
    ),
    interval('weekly'),
  ],
  [
    new RegExp(` ${ON}(?:monthly|${EVERY} months?)(?: rebalanc(?:ing|e|ed)| rotation| basis)?(?= )`),
    () => ({ kind: 'monthly', day: 'first' }),
  ],
  [
    new RegExp(
      ` ${ON}(?:daily|${EVERY} day)(?: rebalanc(?:ing|e|ed)| rotation| basis)?(?! (?:return|returns|candles?|closes?|close|bars?|volatility|data|high|low|chart|timeframe))(?= )`,
    ),
    interval('1d'),
  ],
];

/** How often, and on which day, the strategy trades. */
export const readCadence = (message: Message): Cadence | undefined => {
  for (const [pattern, cadence] of CADENCES) {
    const found = pattern.exec(message.rest());
    const read = found && cadence(found[0]);
    if (read) {
      message.take(pattern);
      return read;
    }
  }
  return undefined;
};
