// Reads parameters from plain language: "top 3", "weekly", "stop at 10 %", "over the last 60 days".

/** What a message asks for; shares are between 0 and 1, `lookback` counts days or, if so said, bars. */
export type Wishes = {
  readonly top?: number;
  readonly schedule?: Schedule;
  readonly stop?: number;
  readonly lookback?: { readonly count: number; readonly unit: 'days' | 'bars' };
  /** A fast and a slow moving average, in days. */
  readonly averages?: { readonly fast: number; readonly slow: number };
  readonly isExponential?: boolean;
  readonly cap?: number;
  readonly volatility?: number;
  readonly band?: number;
  readonly oversold?: number;
  readonly recovered?: number;
  readonly deviations?: number;
  readonly lastDays?: number;
  readonly firstDays?: number;
};

/** How often to trade: an interval of the SDK, at the begin of each month, or every so many days. */
export type Schedule = '4h' | '6h' | '8h' | '12h' | '1d' | 'weekly' | 'monthly' | { readonly days: number };

const NUMBER_WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const NUMBER = `(\\d+(?:[.,]\\d+)?|${NUMBER_WORDS.join('|')})`;
const PERCENT = '(\\d+(?:[.,]\\d+)?)\\s?(?:%|percent|per cent)';
/** After a number: then it is not a number of coins. */
const UNIT = '(?:[.,]\\d|[\\s-]?(?:(?:hours?|days?|d|weeks?|months?|bars?|years?)\\b|%|percent))';
const DAYS_IN = { day: 1, d: 1, week: 7, month: 30, year: 365 } as const;

const numberOf = (text: string): number => {
  const word = NUMBER_WORDS.indexOf(text.toLowerCase());
  return word >= 0 ? word + 1 : Number(text.replace(',', '.'));
};

/** The first number that one of the patterns finds and that lies within the limits. */
const found = (
  text: string,
  patterns: readonly string[],
  least: number,
  most: number,
): number | undefined => {
  for (const pattern of patterns) {
    const match = new RegExp(pattern, 'i').exec(text);
    const value = numberOf(match?.slice(1).find((group) => group !== undefined) ?? '');
    if (match && value >= least && value <= most) return value;
  }
  return undefined;
};

const share = (text: string, patterns: readonly string[], most = 100): number | undefined => {
  const percent = found(text, patterns, 0.1, most);
  return percent === undefined ? undefined : Math.round(percent * 1e6) / 1e8;
};

const SCHEDULES: readonly (readonly [RegExp, Schedule])[] = [
  [/\b(fortnightly|biweekly|every (two|2|other|second) weeks?)\b/i, { days: 14 }],
  [/\b(weekly|(every|each|once a|per) week|on mondays|every monday)\b/i, 'weekly'],
  [/\b(quarterly|(every|each|once a) quarter)\b/i, { days: 91 }],
  [/\b(monthly|(every|each|once a|per) month)\b/i, 'monthly'],
  [/\b(daily|(every|each|once a|per) day)\b/i, '1d'],
];

const scheduleOf = (text: string): Schedule | undefined => {
  const hours = /\bevery (4|6|8|12|four|six|eight|twelve) hours\b/i.exec(text)?.[1];
  if (hours) return `${hours === 'twelve' ? 12 : numberOf(hours)}h` as Schedule;
  const days = found(text, [`\\bevery ${NUMBER} days\\b`], 2, 180);
  if (days) return { days };
  return SCHEDULES.find(([pattern]) => pattern.test(text))?.[1];
};

/** "60-day", "last 8 weeks", "lookback of 30 bars", but neither "every 5 days" nor "last 4 days of the month". */
const lookbackOf = (text: string): Wishes['lookback'] => {
  const pattern = new RegExp(
    `(?<!every )\\b${NUMBER}[\\s-]?(day|d|week|month|bar|year)s?\\b(?! of (the|each|every) )`,
    'i',
  );
  const match = pattern.exec(text);
  if (!match) {
    const plain = found(text, [`\\blook[- ]?back\\D{0,12}${NUMBER}`, `\\brsi ?\\(${NUMBER}\\)`], 2, 400);
    return plain === undefined ? undefined : { count: plain, unit: 'bars' };
  }
  const unit = String(match[2]).toLowerCase();
  const per = unit === 'bar' ? 1 : DAYS_IN[unit as keyof typeof DAYS_IN];
  const count = Math.round(numberOf(String(match[1])) * per);
  return count >= 2 && count <= 400 ? { count, unit: unit === 'bar' ? 'bars' : 'days' } : undefined;
};

const PAIR =
  /\b(\d{1,3})(?:(?!every)[^.%\d]){0,40}?(?:\/|\b(?:and|over|above|cross\w*|with)\b|,)(?:(?!every)[^.%\d]){0,30}?(\d{2,3})\b(?! ?%)/i;

/** "50/200", "the 20 day average above the 100 day one", "EMA 12 and 26"; a golden cross is of 50 and 200 days. */
const averagesOf = (text: string): Wishes['averages'] => {
  const [, one, other] = PAIR.exec(text) ?? [];
  const [fast = 0, slow = 0] = [Number(one ?? 0), Number(other ?? 0)].sort((a, b) => a - b);
  if (fast >= 5 && fast < slow && slow <= 400) return { fast, slow };
  if (/\b(golden|death) cross/i.test(text)) return { fast: 50, slow: 200 };
  return /\bcross-?overs?\b/i.test(text) && !/\d/.test(text) ? { fast: 20, slow: 50 } : undefined;
};

/** What of a message is a parameter; what it does not say is absent. */
export const readWishes = (text: string): Wishes => {
  const wishes: Record<keyof Wishes, unknown> = {
    top: found(
      text,
      [
        `\\b(?:top|best|strongest|leading)[- ](?:performing )?${NUMBER}\\b(?!${UNIT})`,
        `\\b${NUMBER} (?:\\w+ )?(?:strongest|best|leading|top|coins that (?:rose|gained) most)\\b`,
        `\\b${NUMBER} (?:coin|asset|crypto|token)s? (?:with|of|having) (?:the )?(?:best|highest|strongest|largest|most)\\b`,
      ],
      1,
      50,
    ),
    schedule: scheduleOf(text),
    stop: share(text, [`\\bstop[^.%\\d]{0,30}${PERCENT}`, `${PERCENT} (?:trailing |loss )?stop`], 95),
    lookback: lookbackOf(text),
    averages: averagesOf(text),
    isExponential: /\b(ema|exponential)/i.test(text) || undefined,
    cap: share(text, [
      `\\b(?:at most|max(?:imum)?(?: of)?|(?:no|never) more than|cap(?:ped)? at)\\s${PERCENT}(?! vol)`,
    ]),
    volatility: share(
      text,
      [
        `${PERCENT} (?:\\w+ )?volatility`,
        `\\bvolatility[^.%\\d]{0,25}${PERCENT}`,
        `\\bvol\\b[^.%\\d]{0,12}${PERCENT}`,
      ],
      200,
    ),
    band: share(text, [`${PERCENT} (?:drift )?band`, `\\bdrift\\w*[^.%\\d]{0,25}${PERCENT}`], 50),
    oversold: found(text, [`\\b(?:below|under|less than) ${NUMBER}(?! ?%)`], 1, 60),
    recovered: found(text, [`\\b(?:above|over|more than|reaches) ${NUMBER}(?! ?%)\\b`], 30, 99),
    deviations: found(text, [`${NUMBER} (?:standard deviations|sigmas?|sd)\\b`], 0.1, 6),
    lastDays: found(text, [`\\blast ${NUMBER} days of (?:the|each|every) month`], 1, 15),
    firstDays: found(
      text,
      [`\\bfirst ${NUMBER} days of (?:the|each|every) (?:next )?(?:month|one)`, `\\bfirst ${NUMBER} days\\b`],
      1,
      15,
    ),
  };
  return Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== undefined)) as Wishes;
};

/** A schedule as text, as in "rebalanced weekly". */
export const scheduleWords = (schedule: Schedule): string => {
  if (typeof schedule === 'object') return `every ${schedule.days} days`;
  if (schedule === '1d') return 'daily';
  return schedule.endsWith('h') ? `every ${Number.parseInt(schedule, 10)} hours` : schedule;
};
