// A library example with the numbers of a message in it: constants, the schedule of trades, a cap, and a stop.
import type { Template } from './templates.ts';
import { type Schedule, scheduleWords, type Wishes } from './wishes.ts';

export type Written = {
  readonly code: string;
  /** What was set, as text; and what the template has no place for. */
  readonly applied: readonly string[];
  readonly ignored: readonly string[];
};

const DAYS_A_YEAR = 365;

/** The template's code as the message wants it. */
export const writeStrategy = (
  template: Template,
  example: string,
  wishes: Wishes,
  perDay: number,
): Written => {
  const draft = { code: example, applied: [] as string[], ignored: [] as string[] };
  setLookback(draft, template, wishes, perDay);
  if (template.id === 'moving_average') setAverages(draft, wishes, perDay);
  setConstants(draft, template, wishes, perDay);
  if (wishes.cap !== undefined && template.constants?.cap === undefined) setCap(draft, wishes.cap);
  if (wishes.schedule !== undefined) setSchedule(draft, wishes.schedule);
  if (wishes.stop !== undefined) setStop(draft, wishes.stop);
  if (draft.code === example) return draft;
  return { ...draft, code: withImports(withDocstring(draft.code, draft.applied)) };
};

type Draft = { code: string; readonly applied: string[]; readonly ignored: string[] };

const setConstant = (draft: Draft, name: string, value: number): void => {
  draft.code = draft.code.replace(
    new RegExp(`^${name} = [^#\\n]*?( +#.*)?$`, 'm'),
    (_, comment?: string) => `${name} = ${value}${comment ?? ''}`,
  );
};

const setLookback = (draft: Draft, template: Template, wishes: Wishes, perDay: number): void => {
  const { lookback, averages } = wishes;
  // Two averages say more than the one number of days that was read along with them.
  if (!lookback || (averages && template.id === 'moving_average')) return;
  const said = `a lookback of ${lookback.count} ${lookback.unit}`;
  if (!template.lookback) {
    draft.ignored.push(said);
    return;
  }
  const [name, ...followers] = template.lookback;
  const bars = lookback.unit === 'days' ? Math.max(2, Math.round(lookback.count * perDay)) : lookback.count;
  setConstant(draft, name, bars);
  for (const [follower, share] of followers)
    setConstant(draft, follower, Math.max(2, Math.round(bars * share)));
  draft.applied.push(perDay !== 1 && lookback.unit === 'days' ? `${said} (${bars} bars)` : said);
};

const setAverages = (draft: Draft, { averages, isExponential }: Wishes, perDay: number): void => {
  if (averages) {
    const bars = (days: number) => Math.max(1, Math.round(days * perDay));
    setConstant(draft, 'FAST', bars(averages.fast));
    setConstant(draft, 'SLOW', bars(averages.slow));
    const inBars = perDay === 1 ? '' : ` (${bars(averages.fast)} and ${bars(averages.slow)} bars)`;
    draft.applied.push(`averages of ${averages.fast} and ${averages.slow} days${inBars}`);
  }
  if (!isExponential) return;
  draft.code = draft.code.replaceAll('sma(', 'ema(');
  draft.applied.push('exponential averages');
};

const WORDS: Readonly<Record<string, (value: number) => string>> = {
  top: (value) => `top ${value}`,
  cap: (value) => `at most ${percent(value)} in a coin`,
  volatility: (value) => `a volatility of ${percent(value)} a year`,
  band: (value) => `a drift band of ${percent(value)}`,
  oversold: (value) => `bought below ${value}`,
  recovered: (value) => `sold above ${value}`,
  deviations: (value) => `bought ${value} standard deviations below the average`,
  lastDays: (value) => `the last ${value} days of a month`,
  firstDays: (value) => `the first ${value} days of a month`,
};

/** Others may be read into a message that does not mean them. */
const ASKED_ONLY = new Set(['top', 'volatility', 'band']);

const setConstants = (draft: Draft, { constants = {} }: Template, wishes: Wishes, perDay: number): void => {
  for (const [knob, words] of Object.entries(WORDS)) {
    const value = wishes[knob as keyof Wishes];
    if (typeof value !== 'number') continue;
    const constant = constants[knob as keyof typeof constants];
    if (constant) {
      setConstant(draft, constant, knob === 'deviations' ? -value : value);
      draft.applied.push(words(value));
    } else if (ASKED_ONLY.has(knob)) draft.ignored.push(words(value));
  }
  if (perDay !== 1 && /^BARS_A_YEAR = /m.test(draft.code)) {
    const barsAYear = Math.round(DAYS_A_YEAR * perDay);
    draft.code = draft.code.replace(/^BARS_A_YEAR = .*$/m, `BARS_A_YEAR = ${barsAYear}`);
    draft.applied.push(`${barsAYear} bars a year`);
  }
};

const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

/** The strategy's last line, `return …`; `invest_at_start` stays outside of what is wrapped. */
const RETURNED = /^ {4}return (?:invest_at_start\((.*), settings\)|(.*))$/m;

const wrapReturned = (draft: Draft, wrap: (weights: string) => string): void => {
  const begin = draft.code.lastIndexOf('\ndef strategy(');
  const strategy = draft.code
    .slice(begin)
    .replace(RETURNED, (_, inner?: string, plain?: string) =>
      inner === undefined
        ? `    return ${wrap(String(plain))}`
        : `    return invest_at_start(${wrap(inner)}, settings)`,
    );
  draft.code = draft.code.slice(0, begin) + strategy;
};

const addConstant = (draft: Draft, line: string): void => {
  draft.code = draft.code.replace(/\n\n\ndef /, `\n${line}\n\n\ndef `);
};

const addFunction = (draft: Draft, lines: readonly string[]): void => {
  draft.code = draft.code.replace(/\ndef strategy\(/, `\n${lines.join('\n')}\n\n\ndef strategy(`);
};

/** Before the schedule, which must see the weights as they will be. */
const setCap = (draft: Draft, most: number): void => {
  addConstant(draft, `MOST = ${most}  # in one coin`);
  wrapReturned(draft, (weights) => {
    const scheduled = /^(rebalance_every|drift_bands)\((.*), candles, (.*)\)$/.exec(weights);
    return scheduled
      ? `${scheduled[1]}(cap(${scheduled[2]}, MOST), candles, ${scheduled[3]})`
      : `cap(${weights}, MOST)`;
  });
  draft.applied.push(`at most ${percent(most)} in a coin`);
};

const SCHEDULED = /(?:rebalance_every|drift_bands)\((.*), candles, (?:"weekly"|BAND)\)/;

const setSchedule = (draft: Draft, schedule: Schedule): void => {
  if (!SCHEDULED.test(draft.code)) {
    draft.ignored.push(scheduleWords(schedule));
    return;
  }
  const call = (weights: string): string => {
    if (typeof schedule === 'object') return `every_days(${weights}, candles)`;
    return schedule === 'monthly'
      ? `every_month(${weights}, candles)`
      : `rebalance_every(${weights}, candles, "${schedule}")`;
  };
  draft.code = draft.code
    .replace(SCHEDULED, (_, weights: string) => call(weights))
    // What it says about the old schedule.
    .replace(/(?: {4}#[^\n]*\n)+(?= {4}return rebalance_every\()/, '')
    .replace(/(?: {4}#[^\n]*\n)+(?= {4}return every_)/, '')
    .replace(/^BAND = .*\n/m, '');
  if (schedule === 'monthly') addFunction(draft, EVERY_MONTH);
  if (typeof schedule === 'object') {
    addConstant(draft, `DAYS = ${schedule.days}  # between two trades`);
    addFunction(draft, EVERY_DAYS);
  }
  draft.applied.push(`rebalanced ${scheduleWords(schedule)}`);
};

const EVERY_MONTH = [
  'def every_month(weights, candles):',
  '    # A row is traded at the next open, so the last row of a month decides about the first of the next.',
  '    opens = candles.index + (candles.index[1] - candles.index[0])',
  '    begins = opens.month != candles.index.month',
  '    return weights.where(pd.Series(begins, index=candles.index), axis=0)',
];

const EVERY_DAYS = [
  'def every_days(weights, candles):',
  '    # A row is traded at the next open; days are counted from 1970, so that no start date shifts them.',
  '    opens = candles.index + (candles.index[1] - candles.index[0])',
  '    days = (opens - pd.Timestamp(0, tz="UTC")) // pd.Timedelta(days=1)',
  '    begins = (opens == opens.floor("D")) & (days % DAYS == 0)',
  '    return weights.where(pd.Series(begins, index=candles.index), axis=0)',
];

const setStop = (draft: Draft, stop: number): void => {
  addConstant(draft, `STOP = ${stop}  # below the highest close of at most STOP_BARS`);
  addConstant(draft, 'STOP_BARS = 30');
  addFunction(draft, WITH_STOP);
  wrapReturned(draft, (weights) => `with_stop(${weights}, candles)`);
  draft.applied.push(`a stop at ${percent(stop)}`);
};

const WITH_STOP = [
  'def with_stop(weights, candles):',
  '    # A coin that closes this far below its highest close since it was bought is sold at once. It is back when it',
  '    # no longer does, or when it is bought again.',
  '    decided = weights.ffill()',
  '    is_held = decided > 0',
  '    purchases = (is_held & ~is_held.shift(1, fill_value=False)).cumsum()',
  '    highest = candles.close.copy()',
  '    for coin in candles.coins:',
  '        spells = candles.close[coin].groupby(purchases[coin])',
  '        highest[coin] = spells.transform(lambda closes: closes.rolling(STOP_BARS, min_periods=1).max())',
  '    is_stopped = (candles.close < (1 - STOP) * highest) & is_held',
  '    changes = (is_stopped != is_stopped.shift(1, fill_value=False)).any(axis=1)',
  '    return decided.mask(is_stopped, 0.0).where(weights.notna().any(axis=1) | changes, axis=0)',
];

/** Says what was changed: the example's own description is of other numbers. */
const withDocstring = (code: string, applied: readonly string[]): string =>
  code.replace(/^"""(.*?)\n\n.*?\n\n(.*?)"""/s, (_, title: string, rest: string) => {
    const what = wrapped(`The library's example with other settings: ${applied.join(', ')}.`);
    return `"""${title}\n\n${what}\n\n${rest}"""`;
  });

/** "a, b and c". */
export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

const LINE_LENGTH = 100;

const wrapped = (text: string): string =>
  text
    .split(' ')
    .reduce<string[]>((lines, word) => {
      const last = lines.at(-1);
      if (last !== undefined && last.length + word.length < LINE_LENGTH)
        lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
      return lines;
    }, [])
    .join('\n');

const SDK_NAMES = 'cap donchian_channel drift_bands ema equal_weight invest_at_start rank_top'.split(' ');

/** Imports what the changed code uses, no more. */
const withImports = (code: string): string => {
  const own = /^from tradeium_strategy import (.*)$/m;
  const known = [...SDK_NAMES, ...(own.exec(code)?.[1]?.split(', ') ?? []), 'rebalance_every'];
  const body = code.slice(code.search(own)).replace(own, '');
  const used = [...new Set(known)].filter((name) => new RegExp(`\\b${name}\\(`).test(body)).sort();
  const line = `from tradeium_strategy import ${used.join(', ')}`;
  const imported = code.replace(own, line);
  if (!/\bpd\./.test(body) || /^import pandas/m.test(code)) return imported;
  return /^import numpy as np$/m.test(imported)
    ? imported.replace(/^import numpy as np$/m, 'import numpy as np\nimport pandas as pd')
    : imported.replace(line, `import pandas as pd\n\n${line}`);
};
