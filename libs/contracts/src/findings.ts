// The one catalogue of findings: statements about how far a result can be trusted.

/** `passed`: a check that found nothing wrong; `critical`: the result must not be trusted. */
export const FINDING_SEVERITIES = ['critical', 'warning', 'info', 'passed'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

type FindingDefinition = {
  readonly severity: FindingSeverity;
  /** Its subject in a few words. */
  readonly title: string;
  readonly text: string;
};

const catalogue = <const T extends Record<string, FindingDefinition>>(entries: T): T => entries;

/**
 * Every finding by its code; `{name}` in a text is replaced by the value of that name in the finding's data. A part in
 * `[ ]` is left out when one of its values is missing, as in results that are older than the value.
 */
export const FINDINGS = catalogue({
  // Does the strategy know the future?
  NO_LOOK_AHEAD: {
    severity: 'passed',
    title: 'No look-ahead found',
    text: '{dates}[ of {decisions}] decisions were tested: none changed when the candles after it were cut off[ or, for {madeUp} of them, replaced by made-up ones].[ The others ({others}) were not tested.]',
  },
  LOOK_AHEAD_CUT: {
    severity: 'critical',
    title: 'Look-ahead',
    text: 'The strategy uses the future. Without the candles after {knownUntil}, its weight for {coin} at {at} is {withoutFuture} instead of {weight}.[ The difference begins in line {line}.]',
  },
  LOOK_AHEAD_NOISE: {
    severity: 'critical',
    title: 'Look-ahead',
    text: 'The strategy uses the future. With different candles after {knownUntil}, its weight for {coin} at {at} is {withoutFuture} instead of {weight}.[ The difference begins in line {line}.]',
  },
  FUTURE_REQUIRED: {
    severity: 'critical',
    title: 'Needs the future',
    text: 'The strategy fails when the candles after {knownUntil} are {change}, so it would fail in live trading. Its output shows how.',
  },
  NOT_REPRODUCIBLE: {
    severity: 'critical',
    title: 'Not reproducible',
    text: 'Two runs on the same candles gave different weights for {coin} at {at}: {weight} and {again}. Seed its random numbers and do not use the clock. Look-ahead cannot be tested.',
  },
  CAUSALITY_UNTESTED: {
    severity: 'critical',
    title: 'Look-ahead not tested',
    text: 'When run again on the same or fewer candles, the strategy fails or takes much longer, so look-ahead cannot be tested.',
  },
  DEPENDS_ON_LENGTH: {
    severity: 'critical',
    title: 'Depends on the number of candles',
    text: 'Without the candles after {knownUntil}, its weight for {coin} at {at} is {withoutFuture} instead of {weight}; with as many other candles in their place it does not change. So it hangs on how many candles there are, or on the end date. Live trading has one more candle at each bar: it would not trade as this backtest did.[ The difference begins in line {line}.]',
  },
  ROUNDING_DECIDES: {
    severity: 'warning',
    title: 'Rounding decides',
    text: '[Without the candles after {knownUntil}][With made-up candles after {madeUpAfter}], its weight for {coin} at {at} is {withoutFuture} instead of {weight}, but only by rounding: on the same candles it changes too when calculations round the other way. Round before you compare.',
  },
  MADE_UP_PRICES_DIFFER: {
    severity: 'warning',
    title: 'Made-up prices change a decision',
    text: 'With made-up candles after {knownUntil}, its weight for {coin} at {at} is {withoutFuture} instead of {weight}. Without any candles after it nothing changes, so this may be harmless; check that it does not use the future.',
  },
  MADE_UP_PRICES_FAIL: {
    severity: 'warning',
    title: 'Fails on made-up prices',
    text: 'The strategy fails or takes much longer when the candles after {knownUntil} are replaced by made-up ones; without them it works. It may fail when prices move in a new way. Its output shows how.',
  },
  RANGE_UNTESTABLE: {
    severity: 'warning',
    title: 'Look-ahead not tested',
    text: 'The range has a single bar, with no later candles to take away, so look-ahead could not be tested.',
  },
  CAUSALITY_INCOMPLETE: {
    severity: 'warning',
    title: 'Look-ahead only partly tested',
    text: 'Only {tested} of {planned} planned dates[ among {decisions} decisions] could be tested for look-ahead, because the strategy is slow or has few bars[, or because its weights changed for another reason, as at {explained} dates].',
  },

  // Are the candles what they seem?
  SYNTHETIC_CANDLES: {
    severity: 'critical',
    title: 'Made-up prices',
    text: '{candles} candles ({share} %) have made-up prices. Draw no conclusions from them.',
  },
  SYNTHETIC_WARM_UP: {
    severity: 'warning',
    title: 'Made-up prices in the warm-up',
    text: '{candles} candles before the start date have made-up prices ({coins}, the last on {until}), and the first decisions may rest on them. Start later, or leave these coins out.',
  },
  FILLED_CANDLES: {
    severity: 'info',
    title: 'Exchange outages',
    text: '{candles} candles ({share} %) fill outages of the exchange: their price is flat and their volume is zero.',
  },
  NO_WARM_UP: {
    severity: 'warning',
    title: 'No warm-up',
    text: 'There are no candles before the start date, so its averages warm up during the tested period.',
  },
  WARM_UP: {
    severity: 'info',
    title: 'Warm-up',
    text: 'The strategy got {bars} bars before the start date for warm-up. They do not count as performance.',
  },

  ENDS_LATER: {
    severity: 'info',
    title: 'Counts days after the end date',
    text: 'The last weekly candle opens within the range and closes at the end of {lastDay}: the figures count {days} days after the end date.',
  },

  // Is there enough to judge?
  TOO_FEW_BARS: {
    severity: 'warning',
    title: 'Too short to judge',
    text: 'Ratios need at least {least} returns to say much; this result has {returns}.',
  },
  NO_TRADES: {
    severity: 'warning',
    title: 'Nothing traded',
    text: 'The strategy never bought anything.',
  },
  SHARPE_RATIO_UNCERTAIN: {
    severity: 'info',
    title: 'Could be luck',
    text: 'The probability that the true Sharpe ratio is above 0 is {probability} %; the usual threshold is 95 %.',
  },
  LUCK_OF_TRIALS: {
    severity: 'info',
    title: 'Could be the best of many tries',
    text: 'Of {trials} trials in its chat, the best would look good by luck alone. The probability that its true Sharpe ratio is above that luck is {probability} %; the usual threshold is 95 %.',
  },

  // Costs and dependence.
  COSTS_EAT_PROFIT: {
    severity: 'warning',
    title: 'Costs',
    text: 'Fees take {share} % of the profit: {netProfit} USDT remain of {grossProfit} USDT.',
  },
  COSTS_EXCEED_PROFIT: {
    severity: 'warning',
    title: 'Costs',
    text: 'Without fees it would gain {grossProfit} USDT; with fees it loses {loss} USDT.',
  },
  HIGH_TURNOVER: {
    severity: 'warning',
    title: 'Turnover',
    text: 'The portfolio is turned over {turnover} times a year. At this pace, real fills are worse than in a backtest.',
  },
  NO_CHOICE: {
    severity: 'warning',
    title: 'No choice',
    text: 'Its ranking picks {picks}, and the portfolio has no more than that ({coins}), so it left none out. Add coins, or pick fewer.',
  },
  ONE_COIN: {
    severity: 'warning',
    title: 'Concentration',
    text: '{coin} made {share} % of all gains; without it the result would be very different.',
  },
});

export type FindingCode = keyof typeof FINDINGS;
export const FINDING_CODES = Object.keys(FINDINGS) as [FindingCode, ...FindingCode[]];

export type Finding = {
  code: FindingCode;
  severity: FindingSeverity;
  /** The figures behind it, rounded as they are read; times are UTC. */
  data: Record<string, string | number>;
};

/** Makes a finding of the catalogue. */
export const found = (code: FindingCode, data: Finding['data'] = {}): Finding => ({
  code,
  severity: FINDINGS[code].severity,
  data,
});

/** Critical ones first, then warnings, notes and passed checks; stable within a severity. */
export const worstFirst = (findings: readonly Finding[]): Finding[] => {
  const rankOf = ({ severity }: Finding) => FINDING_SEVERITIES.indexOf(severity);
  return findings.toSorted((a, b) => rankOf(a) - rankOf(b));
};

/** The user's text of a finding, its placeholders filled from its data. */
export const findingText = ({ code, data }: Pick<Finding, 'code' | 'data'>): string =>
  FINDINGS[code].text
    .replace(/\[([^\]]*)\]/g, (_, part: string) =>
      [...part.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => name in data) ? part : '',
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => String(data[name] ?? ''));

/** A summary's findings: the critical ones in full, then the titles of the warnings. */
const endOfSummary = (findings: readonly Finding[]): string => {
  // An older page may receive unknown findings.
  const known = findings.filter(({ code }) => code in FINDINGS);
  const critical = known.filter(({ severity }) => severity === 'critical').map(findingText);
  const titles = known
    .filter(({ severity }) => severity === 'warning')
    .map(({ code }) => FINDINGS[code].title);
  const warnings = `${titles.length === 1 ? 'Warning' : 'Warnings'}: ${titles.join(', ')}.`;
  return [...critical, ...(titles.length > 0 ? [warnings] : [])].map((sentence) => ` ${sentence}`).join('');
};

/** A result in one line: its figures, then its critical findings, then its warnings. */
export const summaryWithFindings = (figures: string, findings: readonly Finding[]): string =>
  figures + endOfSummary(findings);

/** The figures of such a line, shown with its findings; the whole line when it has another ending. */
export const summaryWithoutFindings = (summary: string, findings: readonly Finding[]): string => {
  const end = endOfSummary(findings);
  return summary.endsWith(end) ? summary.slice(0, summary.length - end.length) : summary;
};
